import { Refusal } from '@assay/kit';
import { z } from 'zod';
import { requireClean, signed } from '../content/check-text.js';
import { type Audience, audiences, requireAudience } from '../recipients/audience.js';
import { webhook } from '../settings/services.js';
import { listOf } from '../settings/settings.js';
import { actsOutside, type CommunicationContext, communicationTool } from '../tools/communication-tool.js';
import { request } from '../web/request.js';
import { type Channel, channelField, readChannel } from './channel.js';
import { channelInfo, slack } from './slack.js';

const mentionsAll = /<!(?:channel|here|everyone)|@(?:channel|here|everyone)\b/i;
const timestamp = z.string().regex(/^\d{1,12}\.\d{1,8}$/);
const posted = z.object({ ts: z.string(), channel: z.string() });

interface Target {
  readonly audience: Audience;
  readonly why: string;
  /** Of Slack. */
  readonly id: string | null;
}

/** Whom a text in a channel reaches. A webhook does not say: Teams is of the organisation, Discord is not. */
async function targetOf({ chat, name }: Channel, text: string, context: CommunicationContext): Promise<Target> {
  const info = chat === 'slack' ? await channelInfo(name, context) : null;
  const id = info?.id ?? null;
  const lists = listOf(context.settings.variables.BROADCAST_CHANNELS);
  if (mentionsAll.test(text)) return { audience: 'broadcast', why: 'it notifies everybody in the channel', id };
  if (info?.isGeneral || lists.includes(`${chat}:${name}`.toLowerCase()))
    return { audience: 'broadcast', why: 'the channel reaches everybody', id };
  if (info?.isExternal) return { audience: 'external', why: 'the channel is shared with another organisation', id };
  if (chat === 'discord') return { audience: 'external', why: 'Discord is outside of the organisation', id };
  return { audience: 'internal', why: '', id };
}

export const post = communicationTool({
  name: 'post',
  title: 'Post to a chat',
  description:
    'Post a text to a channel of Slack, or of Teams or Discord by webhook, or answer in a thread of Slack. A line that says that an agent wrote it is added. Texts that notify everybody, or that leave the organisation, need approval.',
  annotations: actsOutside,
  input: z.strictObject({
    channel: channelField,
    text: z.string().min(1).max(4_000),
    thread: timestamp.optional().describe('Of Slack: the id of the message that it answers'),
    audience: z
      .enum(audiences)
      .describe('internal; external for shared channels and Discord; broadcast for @channel and #general'),
  }),
  output: z.object({
    channel: z.string(),
    id: z.string().nullable().describe('Of the message, where the chat gives one'),
  }),
  async run({ channel, text, thread, audience }, context) {
    const where = readChannel(channel);
    const { id, audience: real, why } = await targetOf(where, text, context);
    requireAudience(audience, real, why);
    await requireClean([{ place: 'text', text }], real, context);
    const message = signed(text, context);
    if (id !== null) {
      const parameters = { channel: id, text: message, ...(thread !== undefined && { thread_ts: thread }) };
      const { ts } = await slack('chat.postMessage', parameters, posted, context);
      return { structured: { channel, id: ts }, text: `Posted to ${channel}.` };
    }
    if (thread !== undefined) throw new Refusal('thread is of Slack; a webhook cannot answer in a thread.');
    await request({
      url: webhook(where.chat as 'teams' | 'discord', where.name, context.settings.variables),
      method: 'POST',
      headers: {},
      body: where.chat === 'discord' ? discordBody(message) : teamsBody(message),
      signal: context.signal,
    });
    return { structured: { channel, id: null }, text: `Posted to ${channel}.` };
  },
});

/** Mentions notify nobody, whatever the text says. Discord takes at most 2,000 characters. */
function discordBody(content: string) {
  if (content.length > 2_000)
    throw new Refusal('Discord takes at most 2,000 characters, with the line of attribution.');
  return { content, allowed_mentions: { parse: [] } };
}

/** A message of the workflow "When a Teams webhook request is received". */
const teamsBody = (text: string) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: [{ type: 'TextBlock', text, wrap: true }],
      },
    },
  ],
});

export const react = communicationTool({
  name: 'react',
  title: 'React to a message',
  description: 'Add an emoji to a message of a Slack channel.',
  annotations: { ...actsOutside, idempotentHint: true },
  input: z.strictObject({
    channel: channelField,
    message: timestamp.describe('Its id, as shown by channel_messages'),
    emoji: z
      .string()
      .regex(/^[a-z0-9_+'-]{1,100}$/)
      .describe('Its name, such as thumbsup'),
  }),
  output: z.object({ added: z.boolean().describe('False when it was there') }),
  async run({ channel, message, emoji }, context) {
    const { name, chat } = readChannel(channel);
    if (chat !== 'slack') throw new Refusal('Reactions are of Slack; a webhook cannot add one.');
    const { id } = await channelInfo(name, context);
    const added = await slack(
      'reactions.add',
      { channel: id, timestamp: message, name: emoji },
      z.unknown(),
      context,
    ).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Refusal && error.message.endsWith('already_reacted')) return false;
        throw error;
      },
    );
    return { structured: { added }, text: added ? 'Added.' : 'It was there already.' };
  },
});
