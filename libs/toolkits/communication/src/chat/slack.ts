import { Refusal } from '@assay/kit';
import { z } from 'zod';
import { connect } from '../settings/services.js';
import type { CommunicationContext } from '../tools/communication-tool.js';
import { request } from '../web/request.js';

const answerSchema = z.looseObject({ ok: z.boolean(), error: z.string().optional() });

/** One method of Slack's Web API, or of a server that speaks it. Slack answers 200 with `ok: false` for its errors. */
export async function slack<T extends z.ZodType>(
  method: string,
  parameters: Readonly<Record<string, string>>,
  schema: T,
  { settings, signal }: CommunicationContext,
): Promise<z.output<T>> {
  const { url, secrets } = connect('slack', settings.variables);
  const { json } = await request({
    url: `${url}/${method}`,
    method: 'POST',
    headers: { authorization: `Bearer ${secrets[0]}` },
    form: parameters,
    signal,
  });
  const answer = answerSchema.safeParse(json);
  if (!answer.success) throw new Refusal('Slack did not answer as its API does.');
  if (!answer.data.ok) throw new Refusal(`Slack refused ${method}: ${answer.data.error ?? 'no reason given'}`);
  return schema.parse(json);
}

const channelsSchema = z.object({
  channels: z.array(z.object({ id: z.string(), name: z.string().optional() })),
  response_metadata: z.object({ next_cursor: z.string().optional() }).optional(),
});
const maxPages = 10;

/** The id of `#name`; ids are taken as they are. */
async function channelId(name: string, context: CommunicationContext): Promise<string> {
  if (!name.startsWith('#')) return name;
  let cursor = '';
  for (let page = 0; page < maxPages; page += 1) {
    const parameters = { limit: '200', exclude_archived: 'true', types: 'public_channel,private_channel', cursor };
    const found = await slack('conversations.list', parameters, channelsSchema, context);
    const channel = found.channels.find((it) => it.name === name.slice(1).toLowerCase());
    if (channel !== undefined) return channel.id;
    cursor = found.response_metadata?.next_cursor ?? '';
    if (cursor === '') break;
  }
  throw new Refusal(`There is no channel ${name.slice(0, 80)} that the account of SLACK_TOKEN sees.`);
}

const infoSchema = z.object({
  channel: z.object({
    id: z.string(),
    is_general: z.boolean().optional(),
    is_ext_shared: z.boolean().optional(),
    is_pending_ext_shared: z.boolean().optional(),
  }),
});

/** The channel with what decides its audience. */
export async function channelInfo(name: string, context: CommunicationContext) {
  const channel = await channelId(name, context);
  const { channel: found } = await slack('conversations.info', { channel }, infoSchema, context);
  const isExternal = found.is_ext_shared === true || found.is_pending_ext_shared === true;
  return { id: found.id, isGeneral: found.is_general === true, isExternal };
}
