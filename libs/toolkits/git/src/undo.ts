import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '@assay/kit';
import { z } from 'zod';
import { cloneMark } from './clone.js';
import { type GitContext, gitTool, reachesHosts, repositoryOf } from './git-tool.js';
import { isAgentBranch } from './names.js';
import { remoteCommit } from './push.js';
import { openRemote } from './remotes.js';
import { currentBranch, headOf, isPushed, type Repository, requireClean, requireOwnWorktree } from './repository.js';
import { requestHost } from './request-hosts.js';
import { readUndo, type Undo, type UndoOf } from './undo-token.js';
import { addWorktree, requireNothingLost } from './worktrees.js';

const outcomes = ['undone', 'reverted', 'unchanged'] as const;
type Outcome = (typeof outcomes)[number];

const changedSince = (what: string): Refusal =>
  new Refusal(`${what} changed since. It is left as it is: a person must decide.`);

const requireAgent = (branch: string): void => {
  if (!isAgentBranch(branch)) throw new Refusal(`"${branch}" is not an agent branch.`);
};

const tipOf = async ({ git }: Repository, branch: string): Promise<string | null> =>
  (await git.attempt('rev-parse', '--verify', '--quiet', `refs/heads/${branch}`))?.trim() || null;

/** Deletes a branch that is where it was created; git compares and deletes in one step. */
async function deleteBranch(repository: Repository, branch: string, at: string): Promise<Outcome> {
  requireAgent(branch);
  const tip = await tipOf(repository, branch);
  if (tip === null) return 'unchanged';
  if (tip !== at) throw changedSince(`The branch ${branch}`);
  await repository.git.run('update-ref', '-d', `refs/heads/${branch}`, at);
  return 'undone';
}

async function undoBranch({ repo, branch, at }: UndoOf<'branch'>, context: GitContext): Promise<Outcome> {
  const repository = await repositoryOf(repo, context);
  const trees = await repository.git.run('worktree', 'list', '--porcelain', '-z');
  if (trees.includes(`branch refs/heads/${branch}\0`)) throw changedSince(`The branch ${branch} is checked out; it`);
  return deleteBranch(repository, branch, at);
}

async function undoWorktree({ repo, path, branch, at }: UndoOf<'worktree'>, context: GitContext): Promise<Outcome> {
  const repository = await repositoryOf(repo, context);
  const tree = await repositoryOf(path, context).catch(() => null);
  if (tree !== null) {
    requireOwnWorktree(tree);
    if ((await headOf(tree)) !== at || (await currentBranch(tree)) !== branch)
      throw changedSince(`The worktree ${path}`);
    await requireNothingLost(tree);
    await repository.git.run('worktree', 'remove', '--', tree.top);
  }
  return deleteBranch(repository, branch, at);
}

async function undoFinish(
  { repo, path, branch, at }: UndoOf<'removed-worktree'>,
  context: GitContext,
): Promise<Outcome> {
  const repository = await repositoryOf(repo, context);
  requireAgent(branch);
  if ((await repositoryOf(path, context).catch(() => null))?.isOwnWorktree === true) return 'unchanged';
  if ((await tipOf(repository, branch)) !== at) throw changedSince(`The branch ${branch}`);
  const { root } = repository;
  const inside = context.territory.roots.length === 1 ? path : path.split('/').slice(1).join('/');
  if (!/^\.worktrees\/[^/]+\/[A-Za-z0-9._-]+$/.test(inside))
    throw new Refusal('This is not a place of an own worktree.');
  await addWorktree(repository, join(root.path, inside), ['--', join(root.path, inside), branch]);
  return 'undone';
}

async function undoCheckout({ repo, to, at }: UndoOf<'checkout'>, context: GitContext): Promise<Outcome> {
  const repository = await repositoryOf(repo, context);
  requireOwnWorktree(repository);
  const isBranch = isAgentBranch(to);
  if (!isBranch && !/^[0-9a-f]{40,64}$/.test(to)) throw new Refusal('This was not an agent branch or a commit.');
  if (((await currentBranch(repository)) ?? (await headOf(repository))) === to) return 'unchanged';
  if ((await headOf(repository)) !== at) throw changedSince(`The worktree ${repository.shown}`);
  await requireClean(repository);
  await repository.git.run('checkout', '--quiet', '--no-guess', ...(isBranch ? [to] : ['--detach', to]), '--');
  return 'undone';
}

/** An unpushed commit is taken off the branch, its changes stay in the files; a pushed one is reverted by a new commit. */
async function undoCommit(undo: UndoOf<'commit' | 'merge'>, context: GitContext): Promise<Outcome> {
  const repository = await repositoryOf(undo.repo, context);
  requireOwnWorktree(repository);
  requireAgent(undo.branch);
  if ((await currentBranch(repository)) !== undo.branch) throw changedSince(`The worktree ${repository.shown}`);
  const head = await headOf(repository);
  if (head === undo.before) return 'unchanged';
  const { git } = repository;
  if (head === undo.after && !(await isPushed(repository, head))) {
    if (undo.kind === 'merge') await requireClean(repository);
    await git.run('reset', '--quiet', undo.kind === 'merge' ? '--keep' : '--mixed', undo.before);
    return 'undone';
  }
  if ((await git.attempt('merge-base', head, undo.after))?.trim() !== undo.after)
    throw changedSince(`The branch ${undo.branch}`);
  await requireClean(repository);
  await revert(repository, undo.after);
  return 'reverted';
}

async function revert({ git }: Repository, commit: string): Promise<void> {
  const isMerge = (await git.run('rev-list', '--parents', '-n', '1', commit)).trim().split(' ').length > 2;
  await git.run('revert', '--no-edit', ...(isMerge ? ['-m', '1'] : []), commit).catch(async (error: unknown) => {
    await git.attempt('revert', '--abort');
    throw error;
  });
}

async function undoClone({ repo, at, mark }: UndoOf<'clone'>, context: GitContext): Promise<Outcome> {
  const repository = await repositoryOf(repo, context);
  const found = await readFile(join(repository.top, '.git', cloneMark), 'utf8').catch(() => null);
  if (found !== mark) throw new Refusal(`"${repo}" is not the clone that this undo is for.`);
  const { git } = repository;
  const local = (await git.run('for-each-ref', '--format=%(objectname)', 'refs/heads', 'refs/stash'))
    .split('\n')
    .filter(Boolean);
  const files = await git.run('status', '--porcelain=v1', '-z', '--untracked-files=all', '--ignored');
  if (local.length !== 1 || local[0] !== at || files !== '') throw changedSince(`The clone ${repo}`);
  await rm(repository.top, { recursive: true });
  return 'undone';
}

async function undoFetch({ repo, refs }: UndoOf<'fetch'>, context: GitContext): Promise<Outcome> {
  const { git } = await repositoryOf(repo, context);
  if (refs.some(({ ref }) => !/^refs\/remotes\/[A-Za-z0-9._-]+\/[^\s\0]+$/.test(ref) || ref.includes('..')))
    throw new Refusal('Only remote-tracking branches are put back.');
  for (const { ref, before, after } of refs)
    await git.run('update-ref', ...(before === null ? ['-d', ref, after] : [ref, before, after]));
  return 'undone';
}

/** A branch that the push created is deleted there, if nobody has pushed to it since. History of others is never rewritten. */
async function undoPush(
  { repo, remote, branch, before, after }: UndoOf<'push'>,
  context: GitContext,
): Promise<Outcome> {
  requireAgent(branch);
  const { repository } = await openRemote(repo, remote, context);
  const { git } = repository;
  const now = await remoteCommit(git, remote, branch);
  if (now === before) return 'unchanged';
  if (now !== after) throw changedSince(`The branch ${branch} on ${remote}`);
  const ref = `refs/heads/${branch}`;
  if (before === null) {
    // Deletes only what is at this commit; nothing is overwritten.
    await git.run('push', '--quiet', '--no-verify', `--force-with-lease=${ref}:${after}`, remote, `:${ref}`);
    return 'undone';
  }
  requireOwnWorktree(repository);
  await requireClean(repository);
  if ((await currentBranch(repository)) !== branch || (await headOf(repository)) !== after)
    throw changedSince(`The branch ${branch}`);
  await git.run('revert', '--no-edit', `${before}..${after}`).catch(async (error: unknown) => {
    await git.attempt('revert', '--abort');
    throw error;
  });
  await git.run('push', '--quiet', '--no-verify', remote, `${ref}:${ref}`);
  return 'reverted';
}

async function undoRequest(
  { repo, remote, number, branch, service }: UndoOf<'request'>,
  context: GitContext,
): Promise<Outcome> {
  requireAgent(branch);
  const { url } = await openRemote(repo, remote, context);
  const closed = await requestHost(service, url, context.token, context.signal).close(number, branch);
  return closed ? 'undone' : 'unchanged';
}

const takeBack = (undo: Undo, context: GitContext): Promise<Outcome> => {
  switch (undo.kind) {
    case 'branch':
      return undoBranch(undo, context);
    case 'worktree':
      return undoWorktree(undo, context);
    case 'removed-worktree':
      return undoFinish(undo, context);
    case 'checkout':
      return undoCheckout(undo, context);
    case 'commit':
    case 'merge':
      return undoCommit(undo, context);
    case 'clone':
      return undoClone(undo, context);
    case 'fetch':
      return undoFetch(undo, context);
    case 'push':
      return undoPush(undo, context);
    case 'request':
      return undoRequest(undo, context);
  }
};

export const undo = gitTool({
  name: 'undo',
  title: 'Take back a change',
  description:
    'Take back what another tool of this kit did: delete a branch, worktree or clone that it made, reset an unpushed commit (its changes stay in the files), revert a pushed one, delete a pushed branch, close a request. Refused when somebody has changed it since.',
  annotations: { ...reachesHosts, idempotentHint: true },
  input: z.strictObject({ undo: z.string().max(60_000).describe('What the other tool returned as undo') }),
  output: z.object({
    outcome: z.enum(outcomes).describe('reverted: by a new commit. unchanged: it was taken back before'),
  }),
  async run({ undo: token }, context) {
    const outcome = await takeBack(readUndo(token), context);
    return { structured: { outcome }, text: outcome };
  },
});
