import { z } from 'zod';
import type { Git } from './git.js';
import { gitTool, repositoryOf } from './git-tool.js';
import { pathArguments, pathsField, refField, repoField, resolveCommit } from './names.js';
import { boundText } from './text-bounds.js';

export const changedFile = z.object({
  path: z.string(),
  added: z.int().nonnegative().nullable().describe('Lines; null for binary files'),
  removed: z.int().nonnegative().nullable(),
});
export type ChangedFile = z.output<typeof changedFile>;

/** Never a program of the repository: no external diff, no conversion to text. */
export const plainDiff = ['--no-ext-diff', '--no-textconv', '--no-color'] as const;

/** `--numstat -z`: a renamed file has an empty path, and its two names follow. */
export function parseNumstat(text: string): ChangedFile[] {
  const parts = text.split('\0').filter((it) => it !== '');
  const files: ChangedFile[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    const [, added = '', removed = '', path = ''] = /^\n?(\d+|-)\t(\d+|-)\t([\s\S]*)$/.exec(parts[at] as string) ?? [];
    if (added === '') continue;
    const lines = (it: string) => (it === '-' ? null : Number(it));
    files.push({ path: path === '' ? (parts[at + 2] ?? '') : path, added: lines(added), removed: lines(removed) });
    if (path === '') at += 2;
  }
  return files;
}

const input = z.strictObject({
  repo: repoField,
  from: refField.optional().describe('Compare from this commit; the index when absent'),
  to: refField.optional().describe('To this commit; the working tree when absent. Needs from'),
  sinceBranching: z.boolean().default(false).describe('From the commit at which to and from diverged'),
  staged: z.boolean().default(false).describe('Compare the index with HEAD (or from) instead of the working tree'),
  paths: pathsField.optional(),
  contextLines: z.int().min(0).max(20).default(3),
  maxChars: z.int().min(0).max(400_000).default(20_000).describe('Of the patch; 0 for the list of files alone'),
});
const output = z.object({
  files: z.array(changedFile).describe('At most 1,000'),
  fileCount: z.int().nonnegative(),
  patch: z.string().describe('Unified diff, cut at a line end'),
  omittedChars: z.int().nonnegative().describe('Of the patch. Ask with paths for the rest'),
});

async function rangeOf(git: Git, asked: z.output<typeof input>): Promise<string[]> {
  const from = asked.from === undefined ? [] : [await resolveCommit(git, asked.from)];
  const to = asked.to === undefined ? [] : [await resolveCommit(git, asked.to)];
  if (to.length === 1 && from.length === 0) from.push(await resolveCommit(git, 'HEAD'));
  if (!asked.sinceBranching || from.length === 0) return [...from, ...to];
  const base = await git.run('merge-base', from[0] as string, to[0] ?? (await resolveCommit(git, 'HEAD')));
  return [base.trim(), ...to];
}

export const diff = gitTool({
  name: 'diff',
  title: 'Compare commits, index and working tree',
  description:
    'Files that differ with their line counts, and the patch within a bound. Without from and to: what is changed and not staged. For a large change ask with maxChars 0 first, then for single paths.',
  input,
  output,
  async run(asked, context) {
    const { git } = await repositoryOf(asked.repo, context);
    const range = [...(asked.staged ? ['--cached'] : []), ...(await rangeOf(git, asked))];
    const paths = pathArguments(asked.paths);
    const files = parseNumstat(await git.run('diff', '--numstat', '-z', ...plainDiff, ...range, ...paths));
    const whole =
      asked.maxChars === 0 || files.length === 0
        ? ''
        : await git.run('diff', `--unified=${asked.contextLines}`, ...plainDiff, ...range, ...paths);
    const patch = boundText(whole, asked.maxChars);
    const structured = {
      files: files.slice(0, 1_000),
      fileCount: files.length,
      patch: patch.text,
      omittedChars: patch.omitted,
    };
    return { structured, text: patch.text === '' ? `${files.length} files differ.` : patch.text };
  },
});
