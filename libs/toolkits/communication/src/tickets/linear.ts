import { Refusal } from '@assay/kit';
import { z } from 'zod';
import { connect } from '../settings/services.js';
import type { CommunicationContext } from '../tools/communication-tool.js';
import { request } from '../web/request.js';
import type { Ticket, Tracker } from './tracker.js';

const answer = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.object({ message: z.string() })).optional(),
});

/** One operation of Linear's GraphQL API, whose errors come with status 200. */
async function linear<T extends z.ZodType>(
  query: string,
  variables: Readonly<Record<string, unknown>>,
  schema: T,
  { settings, signal }: CommunicationContext,
): Promise<z.output<T>> {
  const { url, secrets } = connect('linear', settings.variables);
  const headers = { authorization: secrets[0] as string };
  const { json } = await request({
    url: `${url}/graphql`,
    method: 'POST',
    headers,
    body: { query, variables },
    signal,
  });
  const { data, errors = [] } = answer.parse(json);
  if (errors.length > 0)
    throw new Refusal(
      `Linear refused it: ${errors
        .map((it) => it.message)
        .join(' ')
        .slice(0, 400)}`,
    );
  const read = schema.safeParse(data);
  if (!read.success) throw new Refusal('Linear did not find it.');
  return read.data;
}

const nodes = <T extends z.ZodType>(of: T) => z.object({ nodes: z.array(of).min(1) });
const withId = z.object({ id: z.string() });
const teams = z.object({ teams: nodes(withId) });
const users = z.object({ users: nodes(withId) });
const states = z.object({ issue: z.object({ id: z.string(), team: z.object({ states: nodes(withId) }) }) });
const found = z.object({ issue: withId });
const made = z.object({ issueCreate: z.object({ issue: z.object({ identifier: z.string(), url: z.string() }) }) });

const idOf = async ({ id }: Ticket, context: CommunicationContext): Promise<string> =>
  (await linear('query($id: String!) { issue(id: $id) { id } }', { id }, found, context)).issue.id;

const update = 'mutation($id: String!, $input: IssueUpdateInput!) { issueUpdate(id: $id, input: $input) { success } }';

/** Issues of Linear. */
export const linearIssues: Tracker = {
  async create({ name }, { title, body }, context) {
    const ofTeam = 'query($key: String!) { teams(filter: { key: { eq: $key } }) { nodes { id } } }';
    const { teams: team } = await linear(ofTeam, { key: name }, teams, context);
    const input = { teamId: team.nodes[0]?.id, title, description: body };
    const create = 'mutation($input: IssueCreateInput!) { issueCreate(input: $input) { issue { identifier url } } }';
    const { issueCreate } = await linear(create, { input }, made, context);
    return { id: issueCreate.issue.identifier, url: issueCreate.issue.url };
  },
  async assign(ticket, assignee, context) {
    const byMail = 'query($email: String!) { users(filter: { email: { eq: $email } }) { nodes { id } } }';
    const { users: user } = await linear(byMail, { email: assignee }, users, context);
    await linear(
      update,
      { id: await idOf(ticket, context), input: { assigneeId: user.nodes[0]?.id } },
      z.unknown(),
      context,
    );
  },
  async comment(ticket, body, context) {
    const create = 'mutation($input: CommentCreateInput!) { commentCreate(input: $input) { success } }';
    await linear(create, { input: { issueId: await idOf(ticket, context), body } }, z.unknown(), context);
  },
  async close({ id }, context) {
    const query =
      'query($id: String!) { issue(id: $id) { id team { states(filter: { type: { eq: "completed" } }) { nodes { id } } } } }';
    const { issue } = await linear(query, { id }, states, context);
    await linear(update, { id: issue.id, input: { stateId: issue.team.states.nodes[0]?.id } }, z.unknown(), context);
  },
};
