import { z } from 'zod';
import { changesHere, gitTool, repositoryOf } from './git-tool.js';
import { isAgentBranch, refField, repoField, resolveCommit } from './names.js';
import { currentBranch, headOf, requireClean, requireOwnWorktree } from './repository.js';
import { undoField, undoToken } from './undo-token.js';

export const checkout = gitTool({
  name: 'checkout',
  title: 'Check out a branch or commit',
  description:
    'Update your own worktree to an agent branch, or to any commit to look at it (HEAD is then detached). Refused with uncommitted changes, and in working trees of people.',
  annotations: changesHere,
  input: z.strictObject({ repo: repoField.describe('Path of your own worktree'), ref: refField }),
  output: z.object({ branch: z.string().nullable(), commit: z.string(), undo: undoField }),
  async run({ repo, ref }, context) {
    const repository = await repositoryOf(repo, context);
    requireOwnWorktree(repository);
    await requireClean(repository);
    const { git, shown } = repository;
    const before = (await currentBranch(repository)) ?? (await headOf(repository));
    const commit = await resolveCommit(git, ref);
    const branch = isAgentBranch(ref) && (await git.attempt('show-ref', '--verify', `refs/heads/${ref}`)) ? ref : null;
    await git.run('checkout', '--quiet', '--no-guess', ...(branch === null ? ['--detach', commit] : [branch]), '--');
    const undo = undoToken({ kind: 'checkout', repo: shown, to: before, at: commit });
    const text = `${shown}: ${branch ?? 'detached HEAD'} at ${commit.slice(0, 10)}`;
    return { structured: { branch, commit, undo }, text };
  },
});
