import { Refusal } from '@assay/kit';
import { type Found, inspect, type Piece } from '../content/inspect.js';
import { type Audience, type Recipients, readRecipients, strictest } from '../recipients/audience.js';
import { reasonOf } from '../recipients/describe-audience.js';
import type { CommunicationContext } from '../tools/communication-tool.js';
import type { SendInput } from '../tools/message-fields.js';
import { inFolder, specialFolder, withMailbox } from './mailbox.js';
import { type Prepared, prepareAttachments } from './outgoing-attachments.js';
import { addressesOf, readMessage } from './read-message.js';
import { searchUids } from './summaries.js';

type Checked = Pick<SendInput, 'to' | 'cc' | 'bcc' | 'subject' | 'body' | 'attachments' | 'personalData'> &
  Pick<SendInput, 'inReplyTo' | 'references'>;

export interface CheckedMessage {
  readonly recipients: Recipients;
  readonly audience: Audience;
  /** Why it is not less strict. */
  readonly why: string;
  readonly prepared: Prepared;
  readonly found: readonly Found[];
}

/** Judges a message: whom it really reaches, and what in it these must not get. */
export async function checkMessage(message: Checked, context: CommunicationContext): Promise<CheckedMessage> {
  const { settings } = context;
  const recipients = readRecipients(message, settings.recipients);
  const prepared = await prepareAttachments(message.attachments, context);
  const raised = await whyStricter(message, recipients, prepared, context);
  const audience = strictest([recipients.audience, ...(raised === null ? [] : (['external'] as const))]);
  const own = settings.mail?.from.address ?? '';
  const found = await inspect(piecesOf(message, prepared), {
    audience,
    rules: settings,
    known: [...recipients.all.map((it) => it.address.toLowerCase()), own.toLowerCase()],
    personalIntended: message.personalData === 'intended',
  });
  return { recipients, audience, why: raised ?? reasonOf(recipients, settings.recipients), prepared, found };
}

const piecesOf = ({ subject, body }: Checked, { pieces }: Prepared): Piece[] => [
  { place: 'subject', text: subject },
  { place: 'body', text: body },
  ...pieces.map((it) => ({ ...it })),
];

/** What the allow-list does not cover: files that nobody can examine, and conversations that were internal so far. */
async function whyStricter(
  { inReplyTo, references }: Checked,
  { audience }: Recipients,
  { unreadable }: Prepared,
  context: CommunicationContext,
): Promise<string | null> {
  if (audience !== 'allowed') return null;
  if (unreadable.length > 0) return `the attachment "${unreadable[0]}" cannot be examined`;
  const id = inReplyTo ?? references.at(-1);
  if (id === undefined || context.settings.mail?.imap == null) return null;
  return (await wasInternal(id, context)) ? 'the conversation was internal so far' : null;
}

async function wasInternal(id: string, context: CommunicationContext): Promise<boolean> {
  const { imap } = context.settings.mail ?? {};
  if (imap == null) return false;
  return withMailbox(imap, context.signal, async (client) => {
    const sent = await specialFolder(client, '\\Sent');
    for (const folder of ['INBOX', ...(sent === null ? [] : [sent])]) {
      const [uid] = await inFolder(client, folder, () => searchUids(client, { header: { 'message-id': id } }));
      if (uid === undefined) continue;
      const { parsed } = await inFolder(client, folder, () => readMessage(client, uid));
      const people = [...addressesOf(parsed.from), ...addressesOf(parsed.to), ...addressesOf(parsed.cc)];
      return people.length > 0 && people.every((it) => isOwn(it, context));
    }
    return false;
  });
}

function isOwn(address: string, { settings }: CommunicationContext): boolean {
  try {
    return readRecipients({ to: [address] }, settings.recipients).audience === 'internal';
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
