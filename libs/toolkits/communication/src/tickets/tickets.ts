import { z } from 'zod';
import { requireClean, signed } from '../content/check-text.js';
import { type Audience, audiences, requireAudience } from '../recipients/audience.js';
import { listOf } from '../settings/settings.js';
import { actsOutside, type CommunicationContext, communicationTool } from '../tools/communication-tool.js';
import { githubIssues } from './github.js';
import { gitlabIssues } from './gitlab.js';
import { jiraIssues } from './jira.js';
import { linearIssues } from './linear.js';
import {
  nameOf,
  type Project,
  projectField,
  readProject,
  readTicket,
  type Tracker,
  type TrackerName,
  ticketField,
} from './tracker.js';

const implementations: Readonly<Record<TrackerName, Tracker>> = {
  github: githubIssues,
  gitlab: gitlabIssues,
  jira: jiraIssues,
  linear: linearIssues,
};

const audience = z.enum(audiences).describe('internal for projects of INTERNAL_PROJECTS, otherwise external');
const body = z.string().min(1).max(20_000);

/** A project is of the organisation only where an administrator says so: repositories may be public. */
function audienceOf({ tracker, name }: Project, { settings }: CommunicationContext): Audience {
  const asked = `${tracker}:${name}`.toLowerCase();
  const isOwn = listOf(settings.variables.INTERNAL_PROJECTS).some((it) =>
    it.endsWith('*') ? asked.startsWith(it.slice(0, -1)) : asked === it,
  );
  return isOwn ? 'internal' : 'external';
}

async function requireAllowed(
  project: Project,
  stated: Audience,
  texts: Readonly<Record<string, string>>,
  context: CommunicationContext,
) {
  const real = audienceOf(project, context);
  requireAudience(stated, real, `${project.tracker}:${project.name} is not one of INTERNAL_PROJECTS`);
  await requireClean(
    Object.entries(texts).map(([place, text]) => ({ place, text })),
    real,
    context,
  );
}

export const ticketCreate = communicationTool({
  name: 'ticket_create',
  title: 'Create a ticket',
  description: 'Create an issue of GitHub, GitLab, Jira or Linear. A line that says that an agent wrote it is added.',
  annotations: actsOutside,
  input: z.strictObject({
    project: projectField,
    title: z.string().trim().min(1).max(250),
    body,
    labels: z.array(z.string().min(1).max(50)).max(10).default([]).describe('Not of Linear'),
    audience,
  }),
  output: z.object({ ticket: ticketField, url: z.string() }),
  async run({ project: name, title, body: text, labels, audience: stated }, context) {
    const project = readProject(name);
    await requireAllowed(project, stated, { title, body: text }, context);
    const made = await implementations[project.tracker].create(
      project,
      { title, body: signed(text, context), labels },
      context,
    );
    return { structured: { ticket: nameOf(project, made.id), url: made.url }, text: made.url };
  },
});

export const ticketComment = communicationTool({
  name: 'ticket_comment',
  title: 'Comment on a ticket',
  description: 'Add a comment to an issue, such as a status update. A line that says that an agent wrote it is added.',
  annotations: actsOutside,
  input: z.strictObject({ ticket: ticketField, text: body, audience }),
  output: z.object({ ticket: z.string() }),
  async run({ ticket: name, text, audience: stated }, context) {
    const ticket = readTicket(name);
    await requireAllowed(ticket, stated, { text }, context);
    await implementations[ticket.tracker].comment(ticket, signed(text, context), context);
    return { structured: { ticket: name }, text: 'Commented.' };
  },
});

export const ticketAssign = communicationTool({
  name: 'ticket_assign',
  title: 'Assign a ticket',
  description: 'Assign an issue to a person: by user name on GitHub and GitLab, by mail address on Jira and Linear.',
  annotations: { ...actsOutside, idempotentHint: true },
  input: z.strictObject({ ticket: ticketField, assignee: z.string().regex(/^[^\s,;<>"']{1,200}$/), audience }),
  output: z.object({ ticket: z.string() }),
  async run({ ticket: name, assignee, audience: stated }, context) {
    const ticket = readTicket(name);
    await requireAllowed(ticket, stated, {}, context);
    await implementations[ticket.tracker].assign(ticket, assignee, context);
    return { structured: { ticket: name }, text: `Assigned to ${assignee}.` };
  },
});

export const ticketClose = communicationTool({
  name: 'ticket_close',
  title: 'Close a ticket',
  description: 'Close an issue. Closing it twice is the same as once.',
  annotations: { ...actsOutside, idempotentHint: true },
  input: z.strictObject({ ticket: ticketField, audience: audience.default('external') }),
  output: z.object({ ticket: z.string() }),
  async run({ ticket: name, audience: stated }, context) {
    const ticket = readTicket(name);
    await requireAllowed(ticket, stated, {}, context);
    await implementations[ticket.tracker].close(ticket, context);
    return { structured: { ticket: name }, text: 'Closed.' };
  },
});
