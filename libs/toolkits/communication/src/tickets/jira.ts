import { Refusal } from '@assay/kit';
import { z } from 'zod';
import { connect } from '../settings/services.js';
import type { CommunicationContext } from '../tools/communication-tool.js';
import { request, type WebRequest } from '../web/request.js';
import type { Tracker } from './tracker.js';

const created = z.object({ key: z.string() });
const users = z.array(z.object({ accountId: z.string(), displayName: z.string() }));
const transitions = z.object({
  transitions: z.array(z.object({ id: z.string(), to: z.object({ statusCategory: z.object({ key: z.string() }) }) })),
});

async function jira(
  path: string,
  method: WebRequest['method'],
  body: unknown,
  { settings, signal }: CommunicationContext,
) {
  const { url, secrets } = connect('jira', settings.variables);
  const headers = { authorization: `Basic ${Buffer.from(secrets.join(':')).toString('base64')}` };
  return (await request({ url: `${url}/rest/api/3${path}`, method, headers, body, signal })).json;
}

/** Jira takes its own document format: one paragraph for each block of lines. */
const documentOf = (text: string) => ({
  type: 'doc',
  version: 1,
  content: text
    .split(/\n{2,}/)
    .filter((it) => it.trim() !== '')
    .map((it) => ({ type: 'paragraph', content: [{ type: 'text', text: it }] })),
});

/** Issues of Jira Cloud. */
export const jiraIssues: Tracker = {
  async create({ name }, { title, body, labels }, context) {
    const fields = {
      project: { key: name },
      issuetype: { name: 'Task' },
      summary: title,
      description: documentOf(body),
      ...(labels.length > 0 && { labels }),
    };
    const { key } = created.parse(await jira('/issue', 'POST', { fields }, context));
    return { id: key, url: `${connect('jira', context.settings.variables).url}/browse/${key}` };
  },
  async assign({ id }, assignee, context) {
    const path = `/user/assignable/search?issueKey=${id}&query=${encodeURIComponent(assignee)}`;
    const found = users.parse(await jira(path, 'GET', undefined, context));
    const [user] = found;
    if (user === undefined || found.length > 1)
      throw new Refusal(`${found.length} people of Jira match "${assignee.slice(0, 80)}"; name one by mail address.`);
    await jira(`/issue/${id}/assignee`, 'PUT', { accountId: user.accountId }, context);
  },
  async comment({ id }, text, context) {
    await jira(`/issue/${id}/comment`, 'POST', { body: documentOf(text) }, context);
  },
  async close({ id }, context) {
    const found = transitions.parse(await jira(`/issue/${id}/transitions`, 'GET', undefined, context));
    const done = found.transitions.find((it) => it.to.statusCategory.key === 'done');
    if (done === undefined) throw new Refusal(`The workflow of ${id} has no step from here that closes it.`);
    await jira(`/issue/${id}/transitions`, 'POST', { transition: { id: done.id } }, context);
  },
};
