import { Refusal } from '@assay/kit';
import { z } from 'zod';
import type { Git } from './git.js';
import { gitTool, reachesHosts } from './git-tool.js';
import { isAgentBranch, repoField } from './names.js';
import { openRemote, remoteField } from './remotes.js';
import { undoField, undoToken } from './undo-token.js';

/** The commit that a branch of the remote is at; null when it has no such branch. */
export async function remoteCommit(git: Git, remote: string, branch: string): Promise<string | null> {
  const text = await git.run('ls-remote', '--refs', remote, `refs/heads/${branch}`);
  return /^([0-9a-f]{40,64})\t/.exec(text)?.[1] ?? null;
}

export const push = gitTool({
  name: 'push',
  title: 'Push an agent branch',
  description:
    'Push an agent branch to the branch of the same name on the remote, without force. By default a person approves each push. Other branches are protected: open a request to have them changed.',
  annotations: reachesHosts,
  input: z.strictObject({
    repo: repoField,
    remote: remoteField,
    branch: z.string().max(200).describe('The agent branch to push'),
  }),
  output: z.object({
    remote: z.string(),
    branch: z.string(),
    before: z.string().nullable().describe('Null when the branch is new there'),
    after: z.string(),
    undo: undoField.nullable(),
  }),
  async run({ repo, remote, branch }, context) {
    if (!isAgentBranch(branch))
      throw new Refusal(
        `"${branch}" is protected: only agent/<task>/<unique> branches are pushed. Open a request instead.`,
      );
    const { repository } = await openRemote(repo, remote, context);
    const { git, shown } = repository;
    const after = (await git.attempt('rev-parse', '--verify', '--quiet', `refs/heads/${branch}`))?.trim() ?? '';
    if (after === '') throw new Refusal(`There is no local branch "${branch}".`);
    const before = await remoteCommit(git, remote, branch);
    const ref = `refs/heads/${branch}`;
    if (before !== after) await git.run('push', '--quiet', '--no-verify', '--no-follow-tags', remote, `${ref}:${ref}`);
    const undo = before === after ? null : undoToken({ kind: 'push', repo: shown, remote, branch, before, after });
    return {
      structured: { remote, branch, before, after, undo },
      text: `${branch} on ${remote} at ${after.slice(0, 10)}`,
    };
  },
});
