import { Refusal } from '@assay/kit';
import { z } from 'zod';
import type { Audience } from '../recipients/audience.js';
import { webhook } from '../settings/services.js';
import { listOf } from '../settings/settings.js';
import type { CommunicationContext } from '../tools/communication-tool.js';
import { request } from '../web/request.js';
import type { Channel } from './channel.js';
import { channelInfo, slack } from './slack.js';

const mentionsAll = /<!(?:channel|here|everyone)|@(?:channel|here|everyone)\b/i;
const posted = z.object({ ts: z.string(), channel: z.string() });

export interface ChannelTarget {
  readonly audience: Audience;
  readonly why: string;
  /** Of Slack. */
  readonly id: string | null;
}

/** Whom a text in a channel reaches. A webhook does not say: Teams is of the organisation, Discord is not. */
export async function channelTarget(
  { chat, name }: Channel,
  text: string,
  context: CommunicationContext,
): Promise<ChannelTarget> {
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

/** Posts a text that was checked; gives the id of the message, where the chat gives one. */
export async function postTo(
  where: Channel,
  { id }: ChannelTarget,
  { message, thread }: { readonly message: string; readonly thread?: string | undefined },
  context: CommunicationContext,
): Promise<string | null> {
  if (id !== null) {
    const parameters = { channel: id, text: message, ...(thread !== undefined && { thread_ts: thread }) };
    return (await slack('chat.postMessage', parameters, posted, context)).ts;
  }
  if (thread !== undefined) throw new Refusal('thread is of Slack; a webhook cannot answer in a thread.');
  await request({
    url: webhook(where.chat as 'teams' | 'discord', where.name, context.settings.variables),
    method: 'POST',
    headers: {},
    body: where.chat === 'discord' ? discordBody(message) : teamsBody(message),
    signal: context.signal,
  });
  return null;
}

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
