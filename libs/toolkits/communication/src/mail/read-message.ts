import { createHash } from 'node:crypto';
import { Refusal } from '@assay/kit';
import type { ImapFlow } from 'imapflow';
import type { Attachment, ParsedMail } from 'mailparser';

/** A whole message larger than this is not read. */
const maxBytes = 25_000_000;

export interface ReadMessage {
  readonly uid: number;
  readonly parsed: ParsedMail;
}

export const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** Reads a whole message of the open folder. */
export async function readMessage(client: ImapFlow, uid: number): Promise<ReadMessage> {
  const sized = await client.fetchOne(String(uid), { uid: true, size: true }, { uid: true });
  if (sized === false) throw new Refusal(`There is no message ${uid} in this folder.`);
  if ((sized.size ?? 0) > maxBytes) throw new Refusal(`The message has more than ${maxBytes / 1_000_000} MB.`);
  const whole = await client.fetchOne(String(uid), { uid: true, source: true }, { uid: true });
  if (whole === false || whole.source === undefined) throw new Refusal(`There is no message ${uid} in this folder.`);
  const { simpleParser } = await import('mailparser');
  return { uid, parsed: await simpleParser(whole.source, { skipImageLinks: true, skipTextToHtml: true }) };
}

type AddressField = ParsedMail['to'];

/** Addresses of a header, without names and empty ones. */
export function addressesOf(field: AddressField | ParsedMail['from']): string[] {
  const lists = field === undefined ? [] : Array.isArray(field) ? field : [field];
  return lists
    .flatMap((it) => it.value.flatMap((one) => (one.group ?? [one]).map((member) => member.address ?? '')))
    .filter((it) => it !== '');
}

export const referencesOf = ({ references, messageId }: ParsedMail): string[] => {
  const before = references === undefined ? [] : Array.isArray(references) ? references : references.split(/\s+/);
  return [...before, ...(messageId === undefined ? [] : [messageId])]
    .filter((it) => /^<[^\s<>]+>$/.test(it))
    .slice(-20);
};

export const attachmentFacts = (attachment: Attachment, index: number) => ({
  index,
  name: attachment.filename ?? `attachment-${index}`,
  type: attachment.contentType,
  sizeBytes: attachment.size,
  sha256: sha256(attachment.content),
});
