import { Refusal } from '@assay/kit';
import type { Piece } from '../content/inspect.js';
import { plainTextOf } from '../content/plain-text-of.js';
import { type FileText, looksLikeDocument, textOfFile } from '../documents/file-text.js';
import { type CommunicationContext, incomingServer } from '../tools/communication-tool.js';
import type { AttachmentField } from '../tools/message-fields.js';
import { inFolder, withMailbox } from './mailbox.js';
import { readMessage, sha256 } from './read-message.js';
import type { OutgoingAttachment } from './smtp.js';

const maxTotalBytes = 10_000_000;
/** Readable runs of other files. */
const printable = /[\x20-\x7e]{6,}/g;

export interface Prepared {
  readonly files: readonly OutgoingAttachment[];
  readonly pieces: readonly Piece[];
  /** Names of those that are not, or not wholly, readable as text. */
  readonly unreadable: readonly string[];
}

/** The content of attachments, and what of it can be examined. */
export async function prepareAttachments(
  attachments: readonly AttachmentField[],
  context: CommunicationContext,
): Promise<Prepared> {
  const files: OutgoingAttachment[] = [];
  for (const it of attachments) files.push({ name: it.name, content: await contentOf(it, context) });
  if (files.reduce((sum, it) => sum + it.content.length, 0) > maxTotalBytes)
    throw new Refusal('The attachments have more than 10 MB together.');
  const pieces: Piece[] = [];
  const unreadable: string[] = [];
  for (const { name, content } of files) {
    const { text, isComplete } = await examinable(content, context);
    pieces.push({ place: `attachment "${name}"`, text });
    if (!isComplete) unreadable.push(name);
  }
  return { files, pieces, unreadable };
}

/** What of a file can be examined: its text, that of a document, or else its runs of readable characters. */
async function examinable(content: Buffer, context: CommunicationContext): Promise<FileText> {
  const file = await textOfFile(content, context.documents, context.signal);
  if (file?.isComplete) return file;
  return { text: [file?.text ?? '', runsOf(content)].join('\n'), isComplete: false };
}

const runsOf = (content: Buffer): string =>
  (content.toString('latin1').match(printable) ?? []).join('\n').slice(0, 500_000);

async function contentOf(attachment: AttachmentField, context: CommunicationContext): Promise<Buffer> {
  if ('text' in attachment) return Buffer.from(attachment.text);
  if ('base64' in attachment) {
    const content = Buffer.from(attachment.base64, 'base64');
    if (!looksLikeDocument(content) && plainTextOf(content) !== null)
      throw new Refusal(
        `The attachment "${attachment.name}" is text: give it as text, so that it can be read before it is sent.`,
      );
    return content;
  }
  const { folder, uid, index } = attachment.message;
  const { parsed } = await withMailbox(incomingServer(context), context.signal, (client) =>
    inFolder(client, folder, () => readMessage(client, uid)),
  );
  const content = parsed.attachments[index]?.content;
  if (content === undefined || sha256(content) !== attachment.sha256)
    throw new Refusal(`The attachment "${attachment.name}" is not the one that sha256 names. read shows it.`);
  return content;
}
