import { z } from 'zod';
import { withAttribution } from '../content/attribution.js';
import type { Found } from '../content/inspect.js';
import { withoutInvisible } from '../content/plain-text.js';
import { redact } from '../content/redact.js';
import { checkMessage } from '../mail/check-message.js';
import { inFolder, withMailbox } from '../mail/mailbox.js';
import { addressesOf, attachmentFacts, type ReadMessage, readMessage, referencesOf } from '../mail/read-message.js';
import { type CommunicationContext, incomingServer, mailAccount } from './communication-tool.js';
import { attachmentField, personalDataField, type SendInput, sendFields, sendInput } from './message-fields.js';

const original = z.strictObject({
  folder: z.string().min(1).max(250).default('INBOX'),
  uid: z.int().min(1),
});

export const draftInput = z.strictObject({
  to: sendFields.cc.describe('Of a reply, the sender of the original unless given'),
  cc: sendFields.cc,
  bcc: sendFields.bcc,
  subject: z.string().max(250).default('').describe('Of a reply or forward, the original subject unless given'),
  body: z.string().min(1).max(50_000).describe('Plain text'),
  attachments: z.array(attachmentField).max(10).default([]),
  personalData: personalDataField,
  replyTo: original
    .extend({ all: z.boolean().default(false) })
    .optional()
    .describe('The message it answers'),
  forward: original
    .extend({ attachments: z.boolean().default(true) })
    .optional()
    .describe('The message it passes on'),
  tone: z.string().max(100).optional().describe('What a model checks, such as: friendly and short'),
});
export type DraftInput = z.output<typeof draftInput>;

export const draftOutput = z.object({
  send: sendInput.describe('Arguments of send; they are what a person approves'),
  removed: z.array(z.string()).describe('What was replaced in the text, and where'),
  refused: z.array(z.string()).describe('What send will refuse: it is in an attachment, or split over several parts'),
  revised: z.boolean().describe('A model revised the text once'),
  tone: z.object({ fits: z.boolean(), reason: z.string() }).nullable().describe('By a model; null when none was asked'),
});

type Message = Omit<SendInput, 'audience'>;

export interface Drafted {
  readonly send: SendInput;
  readonly removed: readonly string[];
  readonly refused: readonly string[];
}

const maxQuote = 20_000;
const prefixed = (prefix: string, subject: string): string =>
  new RegExp(`^${prefix}:`, 'i').test(subject) ? subject : `${prefix}: ${subject}`.slice(0, 250);
const quoteOf = (text: string): string =>
  text
    .slice(0, maxQuote)
    .split('\n')
    .map((it) => `> ${it}`)
    .join('\n');

const oneLine = (text: string): string =>
  withoutInvisible(text)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
const visible = (text: string): string =>
  withoutInvisible(text)
    .replaceAll('\r\n', '\n')
    .replaceAll(/[^\P{Cc}\t\n]/gu, '');

/** The message that arguments describe, before anything is checked. */
export async function compose(input: DraftInput, context: CommunicationContext): Promise<Message> {
  const source = input.replyTo ?? input.forward;
  const found = source === undefined ? null : await readOriginal(source, context);
  const of = { ...input, subject: oneLine(input.subject), body: visible(input.body) };
  const plain = { to: of.to, cc: of.cc, bcc: of.bcc, attachments: of.attachments, personalData: of.personalData };
  const { attribution } = context.settings;
  if (found === null) {
    const body = withAttribution(of.body, attribution);
    return { ...plain, subject: of.subject || '(no subject)', body, inReplyTo: null, references: [] };
  }
  const { parsed } = found;
  const quote = quoteOf(visible(parsed.text ?? ''));
  const body = withAttribution(of.body, attribution, quote);
  const [subject, references] = [oneLine(parsed.subject ?? ''), referencesOf(parsed)];
  if (input.replyTo === undefined)
    return {
      ...plain,
      attachments: [...plain.attachments, ...(input.forward?.attachments ? forwarded(found, input.forward) : [])].slice(
        0,
        10,
      ),
      subject: of.subject || prefixed('Fwd', subject),
      body,
      inReplyTo: null,
      references,
    };
  const { to, cc } = answered(parsed, input, mailAccount(context).from.address);
  return {
    ...plain,
    to,
    cc,
    subject: of.subject || prefixed('Re', subject),
    body,
    inReplyTo: references.at(-1) ?? null,
    references,
  };
}

const readOriginal = ({ folder, uid }: { folder: string; uid: number }, context: CommunicationContext) =>
  withMailbox(incomingServer(context), context.signal, (client) =>
    inFolder(client, folder, () => readMessage(client, uid)),
  );

/** Recipients of an answer: the draft names them, so that nobody is added unseen. */
function answered(parsed: ReadMessage['parsed'], { to, cc, replyTo }: DraftInput, own: string) {
  const sender = addressesOf(parsed.replyTo).length > 0 ? addressesOf(parsed.replyTo) : addressesOf(parsed.from);
  const others = replyTo?.all ? [...addressesOf(parsed.to), ...addressesOf(parsed.cc)] : [];
  const first = to.length > 0 ? to : sender;
  const isNew = (it: string) => ![own, ...first].some((one) => one.toLowerCase() === it.toLowerCase());
  return { to: first, cc: [...new Set([...cc, ...others.filter(isNew)])] };
}

const forwarded = ({ parsed, uid }: ReadMessage, { folder }: { folder: string }) =>
  parsed.attachments.map(attachmentFacts).map(({ index, name, sha256 }) => ({
    name:
      oneLine(name)
        .replaceAll(/[/\\:*?"<>|]/g, '_')
        .slice(0, 120) || `attachment-${index}`,
    message: { folder, uid, index },
    sha256,
  }));

const placeOf = ({ class: kind, place }: Found): string => `${kind} in the ${place}`;
const isIn = (place: string) => (it: Found) => it.place === place;

/** Takes out of subject and body what the audience must not get, and states the audience. */
export async function settle(message: Message, context: CommunicationContext): Promise<Drafted> {
  const { audience, found } = await checkMessage(message, context);
  const [inSubject, inBody] = [found.filter(isIn('subject')), found.filter(isIn('body'))];
  const elsewhere = found.filter((it) => it.place !== 'subject' && it.place !== 'body');
  return {
    send: {
      ...message,
      subject: redact(message.subject, inSubject).slice(0, 250),
      body: redact(message.body, inBody),
      audience,
    },
    removed: [...new Set([...inSubject, ...inBody].map(placeOf))],
    refused: [...new Set(elsewhere.map(placeOf))],
  };
}
