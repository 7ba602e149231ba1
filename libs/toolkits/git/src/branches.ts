import { z } from 'zod';
import { changesHere, gitTool, repositoryOf } from './git-tool.js';
import { isAgentBranch, newAgentBranch, refField, repoField, resolveCommit, taskField } from './names.js';
import { undoField, undoToken } from './undo-token.js';

const listed = z.object({
  name: z.string(),
  commit: z.string(),
  at: z.string().meta({ format: 'date-time' }),
  subject: z.string(),
  agent: z.boolean().describe('An agent branch; all others are protected'),
});

export const branches = gitTool({
  name: 'branches',
  title: 'List branches',
  description: 'Local and remote-tracking branches, the latest first.',
  input: z.strictObject({
    repo: repoField,
    remote: z.boolean().default(false).describe('Remote-tracking branches instead of local ones'),
    limit: z.int().min(1).max(1_000).default(100),
  }),
  output: z.object({ branches: z.array(listed), more: z.boolean() }),
  async run({ repo, remote, limit }, context) {
    const { git } = await repositoryOf(repo, context);
    const format = '--format=%(refname:short)%1f%(objectname)%1f%(committerdate:iso-strict)%1f%(contents:subject)';
    const place = remote ? 'refs/remotes' : 'refs/heads';
    const text = await git.run('for-each-ref', `--count=${limit + 1}`, '--sort=-committerdate', format, place);
    const all = text
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const [name = '', commit = '', at = '', subject = ''] = line.split('\x1f');
        return { name, commit, at: new Date(at).toISOString(), subject, agent: isAgentBranch(name) };
      });
    const found = all.slice(0, limit);
    return {
      structured: { branches: found, more: all.length > limit },
      text: found.map((it) => `${it.name} ${it.commit.slice(0, 10)} ${it.subject}`).join('\n') || 'No branches.',
    };
  },
});

export const branch = gitTool({
  name: 'branch',
  title: 'Create an agent branch',
  description:
    'Create the branch agent/<task>/<unique> without checking it out. To work on it, use start, which makes branch and worktree at once, or checkout in your own worktree.',
  annotations: changesHere,
  input: z.strictObject({ repo: repoField, task: taskField, base: refField.default('HEAD') }),
  output: z.object({ branch: z.string(), commit: z.string(), undo: undoField }),
  async run({ repo, task, base }, context) {
    const { git, shown } = await repositoryOf(repo, context);
    const at = await resolveCommit(git, base);
    const name = newAgentBranch(task, context.now());
    await git.run('branch', '--no-track', name, at);
    const undo = undoToken({ kind: 'branch', repo: shown, branch: name, at });
    return { structured: { branch: name, commit: at, undo }, text: `${name} at ${at.slice(0, 10)}` };
  },
});
