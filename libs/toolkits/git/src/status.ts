import { clip } from '@assay/kit';
import { z } from 'zod';
import { gitTool, repositoryOf } from './git-tool.js';
import { repoField } from './names.js';

const input = z.strictObject({
  repo: repoField,
  maxFiles: z.int().min(1).max(2_000).default(200).describe('Per list'),
});
const files = z.array(z.string());
const output = z.object({
  path: z.string(),
  branch: z.string().nullable().describe('Null when HEAD is detached'),
  head: z.string().nullable().describe('Null before the first commit'),
  upstream: z.string().nullable(),
  ahead: z.int().nonnegative(),
  behind: z.int().nonnegative(),
  ownWorktree: z.boolean().describe('Made by start: commit, merge and checkout work here'),
  staged: files,
  modified: files.describe('Changed and not staged'),
  untracked: files,
  conflicted: files,
  omitted: z.int().nonnegative().describe('Paths beyond maxFiles'),
});
type Status = z.output<typeof output>;

type Lists = Record<'staged' | 'modified' | 'untracked' | 'conflicted', string[]>;

/** One entry of porcelain v2, NUL-separated; a rename is followed by its former path. */
function sort(entry: string, lists: Lists): void {
  const kind = entry[0];
  if (kind === '?') lists.untracked.push(entry.slice(2));
  if (kind === 'u') lists.conflicted.push(entry.split(' ').slice(10).join(' '));
  if (kind !== '1' && kind !== '2') return;
  const path = entry
    .split(' ')
    .slice(kind === '1' ? 8 : 9)
    .join(' ');
  if (entry[2] !== '.') lists.staged.push(path);
  if (entry[3] !== '.') lists.modified.push(path);
}

function parse(text: string): Lists & Pick<Status, 'branch' | 'head' | 'upstream' | 'ahead' | 'behind'> {
  const lists: Lists = { staged: [], modified: [], untracked: [], conflicted: [] };
  const headers: Record<string, string> = {};
  const entries = text.split('\0').filter(Boolean);
  for (let at = 0; at < entries.length; at += 1) {
    const entry = entries[at] as string;
    const [, name, value] = /^# branch\.(\S+) (.*)$/.exec(entry) ?? [];
    if (name !== undefined && value !== undefined) headers[name] = value;
    else sort(entry, lists);
    if (entry.startsWith('2 ')) at += 1;
  }
  const [, ahead = '0', behind = '0'] = /^\+(\d+) -(\d+)$/.exec(headers.ab ?? '') ?? [];
  return {
    ...lists,
    branch: headers.head === '(detached)' ? null : (headers.head ?? null),
    head: headers.oid === '(initial)' ? null : (headers.oid ?? null),
    upstream: headers.upstream ?? null,
    ahead: Number(ahead),
    behind: Number(behind),
  };
}

function textOf({ path, branch, ahead, behind, staged, modified, untracked, conflicted, omitted }: Status): string {
  const lists = Object.entries({ conflicted, staged, modified, untracked }).filter(([, list]) => list.length > 0);
  const distance = ahead + behind === 0 ? '' : `, ${ahead} ahead and ${behind} behind its upstream`;
  const state = lists.length === 0 ? ', nothing changed' : '';
  return clip(
    [
      `${path}: ${branch ?? 'detached HEAD'}${distance}${state}`,
      ...lists.flatMap(([name, list]) => [`${name}:`, ...list.map((it) => `  ${it}`)]),
      ...(omitted === 0 ? [] : [`… and ${omitted} more; raise maxFiles.`]),
    ].join('\n'),
  );
}

export const status = gitTool({
  name: 'status',
  title: 'Show the state of a working tree',
  description: 'Branch, distance to its upstream, and the staged, modified, untracked and conflicted files.',
  input,
  output,
  async run({ repo, maxFiles }, context) {
    const { git, shown, isOwnWorktree } = await repositoryOf(repo, context);
    const found = parse(await git.run('status', '--porcelain=v2', '--branch', '-z', '--untracked-files=all'));
    let omitted = 0;
    const cut = (list: readonly string[]) => {
      omitted += Math.max(0, list.length - maxFiles);
      return list.slice(0, maxFiles);
    };
    const lists = {
      staged: cut(found.staged),
      modified: cut(found.modified),
      untracked: cut(found.untracked),
      conflicted: cut(found.conflicted),
    };
    const structured: Status = { path: shown, ...found, ownWorktree: isOwnWorktree, ...lists, omitted };
    return { structured, text: textOf(structured) };
  },
});
