import { createHash, randomUUID } from 'node:crypto';
import { Refusal } from '@assay/kit';
import { z } from 'zod';
import { requireAttribution } from '../content/attribution.js';
import { namesOf } from '../content/inspect.js';
import { requireOneLine, requireVisible } from '../content/plain-text.js';
import { checkMessage } from '../mail/check-message.js';
import { inFolder, specialFolder, withMailbox } from '../mail/mailbox.js';
import { type Composed, compose, deliver } from '../mail/smtp.js';
import { searchUids } from '../mail/summaries.js';
import { requireAudience } from '../recipients/audience.js';
import type { Endpoint } from '../settings/settings.js';
import {
  actsOutside,
  type CommunicationContext,
  communicationTool,
  mailAccount,
  outgoingServer,
} from './communication-tool.js';
import { type SendInput, sendInput } from './message-fields.js';

export const send = communicationTool({
  name: 'send',
  title: 'Send mail',
  description:
    'Send a message exactly as given; draft returns the arguments. Recipients outside of the organisation need approval unless the allow-list has them, and a broadcast always does. Secrets are never sent, and personal or confidential data not outside. A call with an idempotency key sends once.',
  annotations: actsOutside,
  input: sendInput,
  output: z.object({
    messageId: z.string(),
    accepted: z.array(z.string()),
    rejected: z.array(z.string()).describe('Recipients that the server refused'),
    alreadySent: z.boolean().describe('An earlier call with this key had sent it'),
    kept: z.string().nullable().describe('Folder that has a copy; null when none could be stored'),
  }),
  async run(message, context) {
    const [{ from, imap }, server] = [mailAccount(context), outgoingServer(context)];
    requireOneLine(message.subject, 'subject');
    requireVisible(message.subject, 'subject');
    requireVisible(message.body, 'body');
    requireAttribution(message.body, context.settings.attribution);
    const { recipients, audience, why, prepared, found } = await checkMessage(message, context);
    requireAudience(message.audience, audience, why);
    if (found.length > 0)
      throw new Refusal(`content_policy_violation: ${namesOf(found)}. Remove it; draft returns the text without it.`);
    const id = idOf(message, from.address, context.key);
    if (context.key !== undefined && imap !== null && (await isSent(imap, id, context)))
      return sentBefore(
        id,
        recipients.all.map((it) => it.address),
      );
    const addresses = (list: readonly { readonly address: string }[]) => list.map((it) => it.address);
    const composed = await compose({
      from,
      to: addresses(recipients.to),
      cc: addresses(recipients.cc),
      bcc: addresses(recipients.bcc),
      subject: message.subject,
      body: message.body,
      attachments: prepared.files,
      messageId: id,
      inReplyTo: message.inReplyTo,
      references: message.references,
    });
    const { accepted, rejected } = await deliver(composed, server, context.signal);
    const kept = imap === null ? null : await keep(imap, composed).catch(() => null);
    const text = `Sent to ${accepted.join(', ')}${rejected.length > 0 ? `; refused: ${rejected.join(', ')}` : ''}`;
    const answer = { messageId: id, accepted: [...accepted], rejected: [...rejected], alreadySent: false, kept };
    return { structured: answer, text };
  },
});

/** The same key and message have the same id, so that what was sent can be found. */
function idOf(message: SendInput, from: string, key: string | undefined): string {
  const unique = key === undefined ? randomUUID() : JSON.stringify([key, message]);
  return `<${createHash('sha256').update(unique).digest('hex').slice(0, 40)}@${from.split('@').at(-1)}>`;
}

async function isSent(imap: Endpoint, id: string, { signal }: CommunicationContext): Promise<boolean> {
  return withMailbox(imap, signal, async (client) => {
    const folder = await specialFolder(client, '\\Sent');
    if (folder === null) return false;
    const found = await inFolder(client, folder, () => searchUids(client, { header: { 'message-id': id } }));
    return found.length > 0;
  });
}

const sentBefore = (messageId: string, accepted: string[]) => ({
  structured: { messageId, accepted, rejected: [], alreadySent: true, kept: null },
  text: 'It was sent before, under the same key.',
});

/** A copy among the sent messages. The message is sent: a failure here changes nothing, and a cancelled call keeps it, too. */
const keep = (imap: Endpoint, { raw }: Composed): Promise<string | null> =>
  withMailbox(imap, AbortSignal.timeout(20_000), async (client) => {
    const folder = await specialFolder(client, '\\Sent');
    if (folder === null) return null;
    const appended = await client.append(folder, raw, ['\\Seen']);
    return appended === false ? null : folder;
  });
