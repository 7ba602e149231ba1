import { z } from 'zod';
import { connect } from '../settings/services.js';
import type { CommunicationContext } from '../tools/communication-tool.js';
import { request, type WebRequest } from '../web/request.js';
import type { Tracker } from './tracker.js';

const issue = z.object({ number: z.int(), html_url: z.string() });

export async function github(
  path: string,
  method: WebRequest['method'],
  body: unknown,
  { settings, signal }: CommunicationContext,
): Promise<unknown> {
  const { url, secrets } = connect('github', settings.variables);
  const headers = {
    authorization: `Bearer ${secrets[0]}`,
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
  };
  return (await request({ url: `${url}${path}`, method, headers, body, signal })).json;
}

/** Issues of GitHub. */
export const githubIssues: Tracker = {
  async create({ name }, { title, body, labels }, context) {
    const made = issue.parse(await github(`/repos/${name}/issues`, 'POST', { title, body, labels }, context));
    return { id: String(made.number), url: made.html_url };
  },
  async assign({ name, id }, assignee, context) {
    await github(`/repos/${name}/issues/${id}/assignees`, 'POST', { assignees: [assignee] }, context);
  },
  async comment({ name, id }, body, context) {
    await github(`/repos/${name}/issues/${id}/comments`, 'POST', { body }, context);
  },
  async close({ name, id }, context) {
    await github(`/repos/${name}/issues/${id}`, 'PATCH', { state: 'closed' }, context);
  },
};
