import { appendFile, mkdir, readFile, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isWithin, Refusal } from '@assay/kit';
import { z } from 'zod';
import { changesHere, gitTool, repositoryOf } from './git-tool.js';
import { isAgentBranch, newAgentBranch, refField, repoField, resolveCommit, taskField } from './names.js';
import {
  currentBranch,
  headOf,
  type Repository,
  requireOwnWorktree,
  worktreePath,
  worktreesFolder,
} from './repository.js';
import { undoField, undoToken } from './undo-token.js';

/** The shared git folder of a repository and its worktrees. */
const commonFolder = async ({ git }: Repository): Promise<string> =>
  (await git.run('rev-parse', '--path-format=absolute', '--git-common-dir')).trim();

/** When the repository is the root itself, its worktrees are inside it and must not show as untracked. */
async function hideWorktrees(repository: Repository): Promise<void> {
  if (repository.top !== repository.root.path) return;
  const path = join(await commonFolder(repository), 'info', 'exclude');
  const line = `/${worktreesFolder}/`;
  const known = await readFile(path, 'utf8').catch(() => '');
  if (known.split('\n').includes(line)) return;
  await mkdir(dirname(path), { recursive: true });
  await appendFile(path, `${known === '' || known.endsWith('\n') ? '' : '\n'}${line}\n`);
}

/** Adds a worktree of a branch inside the root. Its folders are made first, and none of them may be a link out of it. */
export async function addWorktree(repository: Repository, path: string, words: readonly string[]): Promise<void> {
  const { root, git } = repository;
  await mkdir(dirname(path), { recursive: true });
  if (!isWithin(root.path, await realpath(dirname(path))))
    throw new Refusal(`"${worktreesFolder}" leads outside of its root. A person has to remove that link.`);
  await hideWorktrees(repository);
  await git.run('worktree', 'add', ...words);
}

export const start = gitTool({
  name: 'start',
  title: 'Start work in an own worktree',
  description:
    'Create the branch agent/<task>/<unique> and a worktree of it, in which commit, merge and checkout work. Other working trees are not touched. The files, build and git tools take the returned path.',
  annotations: changesHere,
  input: z.strictObject({ repo: repoField, task: taskField, base: refField.default('HEAD') }),
  output: z.object({ path: z.string(), branch: z.string(), commit: z.string(), undo: undoField }),
  async run({ repo, task, base }, context) {
    const repository = await repositoryOf(repo, context);
    const at = await resolveCommit(repository.git, base);
    const branch = newAgentBranch(task, context.now());
    const name = basename(dirname(await commonFolder(repository)));
    const path = worktreePath(repository.root, name, branch);
    await addWorktree(repository, path, ['--no-track', '-b', branch, '--', path, at]);
    const shown = context.territory.show(repository.root, path);
    const undo = undoToken({ kind: 'worktree', repo: repository.shown, path: shown, branch, at });
    return { structured: { path: shown, branch, commit: at, undo }, text: `${branch} in ${shown}` };
  },
});

const worktree = z.object({
  path: z.string().nullable().describe('Null when it is outside the folders of this server'),
  branch: z.string().nullable(),
  commit: z.string(),
  own: z.boolean().describe('Made by start'),
});

export const worktrees = gitTool({
  name: 'worktrees',
  title: 'List worktrees',
  description: 'The working trees of a repository with their branches.',
  input: z.strictObject({ repo: repoField }),
  output: z.object({ worktrees: z.array(worktree) }),
  async run({ repo }, context) {
    const { git, root } = await repositoryOf(repo, context);
    const records = (await git.run('worktree', 'list', '--porcelain', '-z')).split('\0\0').filter(Boolean);
    const found = records.map((record) => {
      const fields = Object.fromEntries(
        record.split('\0').map((line) => [line.split(' ', 1)[0] ?? '', line.slice(line.indexOf(' ') + 1)]),
      );
      const path = fields.worktree ?? '';
      const isInside = isWithin(root.path, path);
      return {
        path: isInside ? context.territory.show(root, path) : null,
        branch: fields.branch?.replace(/^refs\/heads\//, '') ?? null,
        commit: fields.HEAD ?? '',
        own: isWithin(join(root.path, worktreesFolder), path),
      };
    });
    const text = found.map((it) => `${it.path ?? 'outside'} ${it.branch ?? 'detached'} ${it.commit.slice(0, 10)}`);
    return { structured: { worktrees: found }, text: text.join('\n') };
  },
});

/** Throws a Refusal when a worktree has anything that would be lost with it. */
export async function requireNothingLost({ git, shown }: Repository): Promise<void> {
  if ((await git.run('status', '--porcelain=v1', '-z', '--untracked-files=all')) !== '')
    throw new Refusal(
      `"${shown}" has changes or files that are not committed. Commit them, or have a person remove it.`,
    );
}

export const finish = gitTool({
  name: 'finish',
  title: 'Remove an own worktree',
  description:
    'Remove a worktree that start made. Its branch with all commits stays. Refused while something is uncommitted.',
  annotations: changesHere,
  input: z.strictObject({ repo: repoField.describe('Path of the worktree') }),
  output: z.object({ path: z.string(), branch: z.string(), commit: z.string(), undo: undoField }),
  async run({ repo }, context) {
    const repository = await repositoryOf(repo, context);
    requireOwnWorktree(repository);
    await requireNothingLost(repository);
    const branch = await currentBranch(repository);
    if (branch === null || !isAgentBranch(branch))
      throw new Refusal('HEAD is detached here. Check out your agent branch first, so that no commit is lost.');
    const at = await headOf(repository);
    const main = dirname(await commonFolder(repository));
    const owner = await repositoryOf(context.territory.show(repository.root, await realpath(main)), context);
    await owner.git.run('worktree', 'remove', '--', repository.top);
    const undo = undoToken({ kind: 'removed-worktree', repo: owner.shown, path: repository.shown, branch, at });
    return { structured: { path: repository.shown, branch, commit: at, undo }, text: `${repository.shown} removed` };
  },
});
