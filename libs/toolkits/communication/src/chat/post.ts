import { Refusal } from '@assay/kit';
import { z } from 'zod';
import { requireClean, signed } from '../content/check-text.js';
import { audiences, requireAudience } from '../recipients/audience.js';
import { actsOutside, communicationTool } from '../tools/communication-tool.js';
import { channelField, readChannel } from './channel.js';
import { channelTarget, postTo } from './channel-post.js';
import { channelInfo, slack } from './slack.js';

const timestamp = z.string().regex(/^\d{1,12}\.\d{1,8}$/);

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
    const target = await channelTarget(where, text, context);
    requireAudience(audience, target.audience, target.why);
    await requireClean([{ place: 'text', text }], target.audience, context);
    const id = await postTo(where, target, { message: signed(text, context), thread }, context);
    return { structured: { channel, id }, text: `Posted to ${channel}.` };
  },
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
