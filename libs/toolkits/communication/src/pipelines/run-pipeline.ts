import { Refusal } from '@assay/kit';
import { z } from 'zod';
import { connect, webhook } from '../settings/services.js';
import { github } from '../tickets/github.js';
import { gitlab, gitlabProject } from '../tickets/gitlab.js';
import { actsOutside, type CommunicationContext, communicationTool } from '../tools/communication-tool.js';
import { request } from '../web/request.js';

const part = '[A-Za-z0-9][A-Za-z0-9._-]{0,99}';
const pipelineField = z
  .string()
  .regex(
    new RegExp(
      `^(?:github:${part}/${part}/${part}\\.ya?ml|gitlab:${part}(?:/${part}){1,5}|jenkins:${part}(?:/${part}){0,8}|webhook:[A-Za-z][A-Za-z0-9_-]{0,40})$`,
    ),
  )
  .describe('github:owner/repository/workflow.yml, gitlab:group/project, jenkins:folder/job or webhook:<name>');

interface Run {
  readonly name: string;
  readonly ref: string;
  readonly inputs: Readonly<Record<string, string>>;
}

interface Started {
  readonly id: string | null;
  readonly url: string | null;
}

type Start = (run: Run, context: CommunicationContext) => Promise<Started>;

const startGithub: Start = async ({ name, ref, inputs }, context) => {
  const [owner, repository, workflow] = name.split('/');
  const path = `/repos/${owner}/${repository}/actions/workflows/${workflow}/dispatches`;
  await github(path, 'POST', { ref, inputs }, context);
  return { id: null, url: null };
};

const startGitlab: Start = async ({ name, ref, inputs }, context) => {
  const variables = Object.entries(inputs).map(([key, value]) => ({ key, value }));
  const path = `${gitlabProject({ tracker: 'gitlab', name })}/pipeline`;
  const made = z
    .object({ id: z.int(), web_url: z.string() })
    .parse(await gitlab(path, 'POST', { ref, variables }, context));
  return { id: String(made.id), url: made.web_url };
};

const startJenkins: Start = async ({ name, inputs }, { settings, signal }) => {
  const { url, secrets } = connect('jenkins', settings.variables);
  const job = name
    .split('/')
    .map((it) => `/job/${encodeURIComponent(it)}`)
    .join('');
  const hasInputs = Object.keys(inputs).length > 0;
  const { headers } = await request({
    url: `${url}${job}/${hasInputs ? 'buildWithParameters' : 'build'}`,
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(secrets.join(':')).toString('base64')}` },
    ...(hasInputs && { form: inputs }),
    signal,
  });
  return { id: null, url: headers.get('location') };
};

const startWebhook: Start = async ({ name, ref, inputs }, { settings, signal, key }) => {
  await request({
    url: webhook('webhook', name, settings.variables),
    method: 'POST',
    headers: key === undefined ? {} : { 'idempotency-key': key },
    body: { ref, inputs },
    signal,
  });
  return { id: null, url: null };
};

const starts: Readonly<Record<string, Start>> = {
  github: startGithub,
  gitlab: startGitlab,
  jenkins: startJenkins,
  webhook: startWebhook,
};

export const pipelineRun = communicationTool({
  name: 'pipeline_run',
  title: 'Start a pipeline',
  description:
    'Start a workflow of GitHub Actions, a pipeline of GitLab, a job of Jenkins, or a webhook, with inputs. By default a person approves each start. A webhook gets the idempotency key; the others start once per call.',
  annotations: actsOutside,
  input: z.strictObject({
    pipeline: pipelineField,
    ref: z
      .string()
      .regex(/^[A-Za-z0-9_][A-Za-z0-9_./-]{0,200}$/)
      .default('main')
      .describe('Branch or tag; Jenkins does not use it'),
    inputs: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_-]{0,99}$/), z.string().max(2_000)).default({}),
  }),
  output: z.object({
    started: z.literal(true),
    id: z.string().nullable(),
    url: z.string().nullable().describe('Of the run or its place in the queue, where the service returns one'),
  }),
  async run({ pipeline, ref, inputs }, context) {
    const at = pipeline.indexOf(':');
    const start = starts[pipeline.slice(0, at)];
    if (start === undefined) throw new Refusal('There is no such service for pipelines.');
    const started = await start({ name: pipeline.slice(at + 1), ref, inputs }, context);
    return { structured: { started: true as const, ...started }, text: `Started ${pipeline}.` };
  },
});
