import { realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isWithin, Refusal, type Root, type Territory } from '@assay/kit';
import { Git, type HostCredential } from './git.js';
import { isAgentBranch } from './names.js';
import { refuseUnsafeConfig } from './unsafe-config.js';

/** Folder of a root in which the worktrees of agents are. Hidden, so that listings and searches of the root leave it out. */
export const worktreesFolder = '.worktrees';

export interface Repository {
  readonly git: Git;
  readonly root: Root;
  /** Real path of the working tree's top. */
  readonly top: string;
  /** As the file tools name it. */
  readonly shown: string;
  /** A worktree that `start` made. */
  readonly isOwnWorktree: boolean;
}

export interface OpenOptions {
  readonly territory: Territory;
  readonly signal: AbortSignal;
  readonly credential?: HostCredential | undefined;
}

const inside = (root: Root, path: string, what: string): void => {
  if (!isWithin(root.path, path))
    throw new Refusal(`The ${what} of this repository is outside the folders of this server.`);
};

const settingsOf = (git: Git, scope: '--local' | '--worktree'): Promise<string | null> =>
  git.attempt('config', '--list', '-z', '--includes', scope);

/**
 * Opens the repository that a folder belongs to: its working tree, its own folder and the shared one must lie in the same
 * root, and its configuration must start no program. Throws a Refusal.
 */
export async function openRepository(
  path: string,
  { territory, signal, credential }: OpenOptions,
): Promise<Repository> {
  const place = await territory.locate(path);
  const git = new Git({ folder: place.real, signal, credential });
  // Side by side: both only read, and most of a short call is the start of git.
  const settings = settingsOf(new Git({ folder: place.real, signal, credential }), '--local');
  const found = await git.attempt(
    'rev-parse',
    '--path-format=absolute',
    '--show-toplevel',
    '--git-dir',
    '--git-common-dir',
  );
  const local = await settings;
  if (found === null)
    throw new Refusal(`"${place.shown}" is not in the working tree of a git repository. Use clone, or another folder.`);
  const [top = '', own = '', shared = ''] = await Promise.all(
    found
      .trim()
      .split('\n')
      .map((it) => realpath(it)),
  );
  inside(place.root, top, 'working tree');
  inside(place.root, own, 'git folder');
  inside(place.root, shared, 'shared git folder');
  // Without it nothing is known about the repository: git says why.
  refuseUnsafeConfig(local ?? (await git.run('config', '--list', '-z', '--includes', '--local')));
  if (own !== shared) refuseUnsafeConfig((await settingsOf(git, '--worktree')) ?? '');
  return {
    git: new Git({ folder: top, signal, credential }),
    root: place.root,
    top,
    shown: territory.show(place.root, top),
    isOwnWorktree: own !== shared && relative(place.root.path, top).split(sep)[0] === worktreesFolder,
  };
}

/** The branch of a working tree; null when its HEAD is detached. */
export async function currentBranch({ git }: Repository): Promise<string | null> {
  return (await git.attempt('symbolic-ref', '--quiet', '--short', 'HEAD'))?.trim() || null;
}

/** Throws a Refusal unless this is an agent's own worktree. */
export function requireOwnWorktree({ isOwnWorktree, shown }: Repository): void {
  if (!isOwnWorktree)
    throw new Refusal(
      `"${shown}" is a person's working tree. Use start, which makes a worktree of your own, and work there.`,
    );
}

/** The agent branch of an agent's own worktree. Every other branch is protected. Throws a Refusal. */
export async function requireAgentBranch(repository: Repository): Promise<string> {
  requireOwnWorktree(repository);
  const branch = await currentBranch(repository);
  if (branch === null || !isAgentBranch(branch))
    throw new Refusal(
      `"${branch ?? 'A detached HEAD'}" is not an agent branch. Check out a branch that start or branch made.`,
    );
  return branch;
}

/** Throws a Refusal when tracked files have changes that are not committed. */
export async function requireClean({ git }: Repository): Promise<void> {
  const changes = await git.run('status', '--porcelain=v1', '-z', '--untracked-files=no');
  if (changes !== '') throw new Refusal('The working tree has changes that are not committed. Commit them first.');
}

/** Id of the commit that is checked out. */
export const headOf = async ({ git }: Repository): Promise<string> =>
  (await git.run('rev-parse', '--verify', 'HEAD')).trim();

/** Whether a commit is on some remote-tracking branch. */
export async function isPushed({ git }: Repository, commit: string): Promise<boolean> {
  const found = await git.run('for-each-ref', '--count=1', `--contains=${commit}`, 'refs/remotes');
  return found.trim() !== '';
}

/** The folder for a new worktree. */
export const worktreePath = (root: Root, repository: string, branch: string): string =>
  join(root.path, worktreesFolder, repository || root.name, branch.slice('agent/'.length).replaceAll('/', '-'));
