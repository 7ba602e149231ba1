import { z } from 'zod';
import type { Git } from './git.js';
import { changesHere, gitTool, repositoryOf } from './git-tool.js';
import { refField, repoField, resolveCommit } from './names.js';
import { headOf, requireAgentBranch, requireClean } from './repository.js';
import { boundText } from './text-bounds.js';
import { undoField, undoToken } from './undo-token.js';

const conflict = z.object({
  path: z.string(),
  reason: z.string().describe('What git says of it, such as content, modify/delete'),
  text: z.string().optional().describe('The conflicting parts with their markers, when asked for'),
});
type Conflict = z.output<typeof conflict>;

interface MergeTrial {
  readonly isClean: boolean;
  readonly tree: string;
  readonly conflicts: Conflict[];
}

/** Merges two commits without touching a working tree or a branch. With conflicts git ends with 1 and writes no error. */
const tryMerge = async (git: Git, ours: string, theirs: string): Promise<MergeTrial> =>
  parseTrial(await git.run('merge-tree', '--write-tree', '--messages', '-z', ours, theirs));

/** `tree NUL (mode id stage TAB path NUL)* NUL (count NUL path NUL … kind NUL message NUL)*`. */
function parseTrial(text: string): MergeTrial {
  const [head = '', ...rest] = text.split('\0\0');
  const [tree = '', ...stages] = head.split('\0');
  const paths = [...new Set(stages.map((it) => it.slice(it.indexOf('\t') + 1)).filter(Boolean))];
  const messages = rest.join('\0').split('\0');
  const reasonOf = (path: string) =>
    messages.find((it) => it.startsWith('CONFLICT') && it.includes(path))?.replace(/\n$/, '') ?? 'conflict';
  const conflicts = paths.map((path) => ({ path, reason: reasonOf(path) }));
  return { isClean: conflicts.length === 0, tree, conflicts };
}

/** The parts of a file between conflict markers, with two lines around each. */
function conflictingParts(content: string): string {
  const lines = content.split('\n');
  const kept = new Set<number>();
  let open = -1;
  lines.forEach((line, at) => {
    if (line.startsWith('<<<<<<<')) open = at;
    if (!line.startsWith('>>>>>>>') || open < 0) return;
    for (let number = Math.max(0, open - 2); number <= Math.min(lines.length - 1, at + 2); number += 1)
      kept.add(number);
    open = -1;
  });
  return [...kept].map((at) => `${at + 1}: ${lines[at]}`).join('\n');
}

const partsOf = async (git: Git, tree: string, path: string): Promise<string> =>
  conflictingParts((await git.attempt('cat-file', 'blob', `${tree}:${path}`)) ?? '');

export const conflicts = gitTool({
  name: 'conflicts',
  title: 'Report the conflicts of a merge',
  description:
    'Try a merge of two commits without touching any branch or file, and report each file that conflicts, with the conflicting parts.',
  input: z.strictObject({
    repo: repoField,
    ours: refField.default('HEAD'),
    theirs: refField,
    maxChars: z.int().min(0).max(100_000).default(10_000).describe('Of all parts together; 0 for paths alone'),
  }),
  output: z.object({ clean: z.boolean(), conflicts: z.array(conflict), omittedChars: z.int().nonnegative() }),
  async run({ repo, ours, theirs, maxChars }, context) {
    const { git } = await repositoryOf(repo, context);
    const trial = await tryMerge(git, await resolveCommit(git, ours), await resolveCommit(git, theirs));
    let room = maxChars;
    let omittedChars = 0;
    const found: Conflict[] = [];
    for (const each of trial.conflicts.slice(0, 200)) {
      const part = boundText(maxChars === 0 ? '' : await partsOf(git, trial.tree, each.path), Math.max(0, room));
      room -= part.text.length;
      omittedChars += part.omitted;
      found.push({ ...each, ...(part.text !== '' && { text: part.text }) });
    }
    const text = trial.isClean
      ? 'No conflicts.'
      : found.map((it) => `${it.path}: ${it.reason}\n${it.text ?? ''}`).join('\n');
    return { structured: { clean: trial.isClean, conflicts: found, omittedChars }, text };
  },
});

export const merge = gitTool({
  name: 'merge',
  title: 'Merge into an agent branch',
  description:
    'Merge a branch or commit into the agent branch of your own worktree. With conflicts nothing is changed, and the answer lists them: use conflicts for the parts.',
  annotations: changesHere,
  input: z.strictObject({
    repo: repoField.describe('Path of your own worktree'),
    source: refField,
    strategy: z
      .enum(['merge', 'fast-forward', 'squash'])
      .default('merge')
      .describe('merge: always a merge commit. fast-forward: only without one. squash: one commit with the changes'),
    message: z.string().trim().min(1).max(20_000).optional(),
  }),
  output: z.object({
    outcome: z.enum(['merged', 'up_to_date', 'conflicts']),
    commit: z.string().describe('The branch is there now'),
    conflicts: z.array(conflict),
    undo: undoField.nullable().describe('Null when nothing changed'),
  }),
  async run({ repo, source, strategy, message }, context) {
    const repository = await repositoryOf(repo, context);
    const branch = await requireAgentBranch(repository);
    await requireClean(repository);
    const { git, shown } = repository;
    const [before, theirs] = [await headOf(repository), await resolveCommit(git, source)];
    if ((await git.attempt('merge-base', before, theirs))?.trim() === theirs)
      return answer({ outcome: 'up_to_date', commit: before, conflicts: [], undo: null });
    const trial = await tryMerge(git, before, theirs);
    if (!trial.isClean) return answer({ outcome: 'conflicts', commit: before, conflicts: trial.conflicts, undo: null });
    const text = message ?? `Merge ${source} into ${branch}`;
    const how = { merge: ['--no-ff', `--message=${text}`], 'fast-forward': ['--ff-only'], squash: ['--squash'] }[
      strategy
    ];
    await git.run('merge', '--quiet', '--no-verify', ...how, theirs);
    if (strategy === 'squash')
      await git.run('commit', '--quiet', '--no-verify', `--message=${message ?? `Squash ${source}`}`);
    const after = await headOf(repository);
    const undo = undoToken({ kind: 'merge', repo: shown, branch, before, after });
    return answer({ outcome: 'merged', commit: after, conflicts: [], undo });
  },
});

interface MergeAnswer {
  readonly outcome: 'merged' | 'up_to_date' | 'conflicts';
  readonly commit: string;
  readonly conflicts: Conflict[];
  readonly undo: string | null;
}

const answer = (structured: MergeAnswer) => ({
  structured,
  text: `${structured.outcome}: ${structured.commit.slice(0, 10)}${structured.conflicts.map((it) => `\n${it.path}: ${it.reason}`).join('')}`,
});
