import { Refusal } from '@assay/kit';
import { z } from 'zod';
import { changedFile, parseNumstat, plainDiff } from './diff.js';
import { gitTool, reachesHosts, repositoryOf } from './git-tool.js';
import { commitSchema, logFormat, parseLog } from './log.js';
import { isAgentBranch, refField, repoField, resolveCommit } from './names.js';
import { remoteCommit } from './push.js';
import { openRemote, remoteField } from './remotes.js';
import { requestHost, services } from './request-hosts.js';
import { undoField, undoToken } from './undo-token.js';

export const summary = gitTool({
  name: 'summary',
  title: 'Summarise a branch for its reviewers',
  description:
    'The commits and files of a branch since it left its base, and a title and text made of them. Pass title and body to open_request, changed as you like.',
  input: z.strictObject({
    repo: repoField,
    branch: refField.default('HEAD'),
    base: refField.describe('Such as origin/main'),
  }),
  output: z.object({
    title: z.string(),
    body: z.string(),
    commits: z.array(commitSchema),
    files: z.array(changedFile),
  }),
  async run({ repo, branch, base }, context) {
    const { git } = await repositoryOf(repo, context);
    const [tip, from] = [await resolveCommit(git, branch), await resolveCommit(git, base)];
    const commits = parseLog(await git.run('log', '-z', '--max-count=200', logFormat, tip, `^${from}`, '--'), true);
    if (commits.length === 0) throw new Refusal(`"${branch}" has no commit that "${base}" does not have.`);
    const start = (await git.run('merge-base', from, tip)).trim();
    const files = parseNumstat(await git.run('diff', '--numstat', '-z', ...plainDiff, start, tip, '--')).slice(0, 500);
    const changes = files.map(
      (it) => `- \`${it.path}\` (${it.added === null ? 'binary' : `+${it.added} −${it.removed}`})`,
    );
    const messages = commits.map(
      (it) => `- ${it.subject}${it.body === undefined ? '' : `\n  ${it.body.replaceAll('\n', '\n  ')}`}`,
    );
    const title = commits.at(-1)?.subject ?? '';
    const body = `## Commits\n\n${messages.join('\n')}\n\n## Files\n\n${changes.join('\n')}\n`.slice(0, 20_000);
    return { structured: { title, body, commits: commits.slice(0, 100), files }, text: `${title}\n\n${body}` };
  },
});

export const openRequest = gitTool({
  name: 'open_request',
  title: 'Open a pull or merge request',
  description:
    'Ask the people of a repository to review a pushed agent branch: a pull request on GitHub, a merge request on GitLab. The whole text is an argument; summary proposes one.',
  annotations: reachesHosts,
  input: z.strictObject({
    repo: repoField,
    remote: remoteField,
    branch: z.string().max(200).describe('The pushed agent branch'),
    base: z
      .string()
      .regex(/^[A-Za-z0-9_][A-Za-z0-9_./-]{0,200}$/)
      .describe('The branch of the remote that should take the changes, such as main'),
    title: z.string().trim().min(1).max(250),
    body: z.string().max(60_000),
    draft: z.boolean().default(false),
    service: z.enum(services).optional().describe('When the host name does not say it'),
  }),
  output: z.object({ number: z.int(), url: z.string(), undo: undoField }),
  async run({ repo, remote, branch, base, title, body, draft, service }, context) {
    if (!isAgentBranch(branch)) throw new Refusal(`"${branch}" is not an agent branch.`);
    const { url, repository } = await openRemote(repo, remote, context);
    const host = requestHost(service, url, context.token, context.signal);
    const pushed = await remoteCommit(repository.git, remote, branch);
    if (pushed === null) throw new Refusal(`"${branch}" is not on ${remote}. Push it first.`);
    const opened = await host.open({ branch, base, title, body, draft });
    const undo = undoToken({
      kind: 'request',
      repo: repository.shown,
      remote,
      number: opened.number,
      branch,
      ...(service && { service }),
    });
    return { structured: { ...opened, undo }, text: opened.url };
  },
});
