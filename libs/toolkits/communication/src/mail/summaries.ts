import type { FetchMessageObject, ImapFlow, MessageStructureObject } from 'imapflow';
import { z } from 'zod';
import { untrustedNote } from '../tools/communication-tool.js';

export const folderField = z.string().min(1).max(250).default('INBOX').describe('As shown by folders');
export const limitField = z.int().min(1).max(100).default(20);

export const summarySchema = z.object({
  uid: z.int().describe('Number of the message in its folder'),
  messageId: z.string().nullable(),
  from: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  date: z.string().nullable(),
  unread: z.boolean(),
  attachments: z.int(),
  sizeBytes: z.int(),
});
export type Summary = z.output<typeof summarySchema>;

export const summaryQuery = Object.freeze({ envelope: true, flags: true, bodyStructure: true, size: true });

const countAttachments = (node: MessageStructureObject | undefined): number => {
  if (node === undefined) return 0;
  const inner = (node.childNodes ?? []).reduce((sum, it) => sum + countAttachments(it), 0);
  return inner + (node.disposition === 'attachment' ? 1 : 0);
};

const isoOf = (date: Date | string | undefined): string | null => {
  const read = date === undefined ? null : new Date(date);
  return read === null || Number.isNaN(read.getTime()) ? null : read.toISOString();
};

export function summaryOf({ uid, envelope = {}, flags, bodyStructure, size }: FetchMessageObject): Summary {
  const { from = [], to = [], subject = '', messageId, date } = envelope;
  return {
    uid,
    messageId: messageId ?? null,
    from: from.map(({ name, address }) => (name ? `${name} <${address}>` : (address ?? ''))).join(', '),
    to: to.map((it) => it.address ?? ''),
    subject,
    date: isoOf(date),
    unread: !flags?.has('\\Seen'),
    attachments: countAttachments(bodyStructure),
    sizeBytes: size ?? 0,
  };
}

const lineOf = ({ uid, date, from, subject, unread }: Summary): string =>
  `${uid}  ${date?.slice(0, 16) ?? '—'}  ${unread ? '*' : ' '} ${from}: ${subject}`;

export const listText = (messages: readonly Summary[], total: number): string =>
  messages.length === 0
    ? 'No messages.'
    : `${untrustedNote}\n${messages.map(lineOf).join('\n')}${total > messages.length ? `\n… ${total - messages.length} older` : ''}`;

/** Numbers of the messages that a search finds. */
export async function searchUids(client: ImapFlow, query: Parameters<ImapFlow['search']>[0]): Promise<number[]> {
  const found = await client.search(query, { uid: true });
  return Array.isArray(found) ? found : [];
}
