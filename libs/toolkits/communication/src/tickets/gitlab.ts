import { Refusal } from '@assay/kit';
import { z } from 'zod';
import { connect } from '../settings/services.js';
import type { CommunicationContext } from '../tools/communication-tool.js';
import { request, type WebRequest } from '../web/request.js';
import type { Project, Tracker } from './tracker.js';

const issue = z.object({ iid: z.int(), web_url: z.string() });
const users = z.array(z.object({ id: z.int(), username: z.string() }));

export async function gitlab(
  path: string,
  method: WebRequest['method'],
  body: unknown,
  { settings, signal }: CommunicationContext,
): Promise<unknown> {
  const { url, secrets } = connect('gitlab', settings.variables);
  const headers = { 'private-token': secrets[0] as string };
  return (await request({ url: `${url}${path}`, method, headers, body, signal })).json;
}

export const gitlabProject = ({ name }: Project): string => `/projects/${encodeURIComponent(name)}`;

/** Issues of GitLab. */
export const gitlabIssues: Tracker = {
  async create(project, { title, body, labels }, context) {
    const sent = { title, description: body, ...(labels.length > 0 && { labels: labels.join(',') }) };
    const made = issue.parse(await gitlab(`${gitlabProject(project)}/issues`, 'POST', sent, context));
    return { id: String(made.iid), url: made.web_url };
  },
  async assign(ticket, assignee, context) {
    const found = users.parse(
      await gitlab(`/users?username=${encodeURIComponent(assignee)}`, 'GET', undefined, context),
    );
    const user = found.find((it) => it.username.toLowerCase() === assignee.toLowerCase());
    if (user === undefined) throw new Refusal(`GitLab has no user "${assignee.slice(0, 80)}".`);
    await gitlab(`${gitlabProject(ticket)}/issues/${ticket.id}`, 'PUT', { assignee_ids: [user.id] }, context);
  },
  async comment(ticket, body, context) {
    await gitlab(`${gitlabProject(ticket)}/issues/${ticket.id}/notes`, 'POST', { body }, context);
  },
  async close(ticket, context) {
    await gitlab(`${gitlabProject(ticket)}/issues/${ticket.id}`, 'PUT', { state_event: 'close' }, context);
  },
};
