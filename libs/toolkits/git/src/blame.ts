import { Refusal } from '@assay/kit';
import { z } from 'zod';
import { gitTool, repositoryOf } from './git-tool.js';
import { refField, repoField, resolveCommit } from './names.js';

const input = z.strictObject({
  repo: repoField,
  path: z.string().min(1).max(4_096).describe('From the top of the repository'),
  ref: refField.default('HEAD'),
  startLine: z.int().min(1).default(1),
  lineCount: z.int().min(1).max(1_000).default(100),
});
const output = z.object({
  groups: z
    .array(
      z.object({
        startLine: z.int(),
        endLine: z.int(),
        commit: z.string(),
        author: z.string(),
        at: z.string().meta({ format: 'date-time' }),
        subject: z.string(),
      }),
    )
    .describe('Neighbouring lines of one commit are one entry'),
});
type Group = z.output<typeof output>['groups'][number];

/** `--porcelain` states a commit's fields the first time it appears. */
function parse(text: string): Group[] {
  const known = new Map<string, { author: string; at: string; subject: string }>();
  const groups: Group[] = [];
  let current: { author: string; at: string; subject: string } | undefined;
  for (const line of text.split('\n')) {
    const [, commit, number] = /^([0-9a-f]{40}|[0-9a-f]{64}) \d{1,9} (\d{1,9})/.exec(line) ?? [];
    if (commit !== undefined) {
      current = known.get(commit) ?? { author: '', at: '', subject: '' };
      known.set(commit, current);
      const last = groups.at(-1);
      if (last?.commit === commit && last.endLine === Number(number) - 1) last.endLine += 1;
      else groups.push({ startLine: Number(number), endLine: Number(number), commit, author: '', at: '', subject: '' });
    } else if (current !== undefined && line.startsWith('author ')) current.author = line.slice(7);
    else if (current !== undefined && line.startsWith('author-time '))
      current.at = new Date(Number(line.slice(12)) * 1_000).toISOString();
    else if (current !== undefined && line.startsWith('summary ')) current.subject = line.slice(8);
  }
  return groups.map((group) => ({ ...group, ...known.get(group.commit) }));
}

export const blame = gitTool({
  name: 'blame',
  title: 'Show who wrote the lines of a file',
  description: 'The commit, author and time of each group of lines.',
  input,
  output,
  async run({ repo, path, ref, startLine, lineCount }, context) {
    const { git } = await repositoryOf(repo, context);
    const id = await resolveCommit(git, ref);
    const range = `-L${startLine},+${lineCount}`;
    if (path.includes('\0')) throw new Refusal('The path contains a NUL character. Remove it.');
    const groups = parse(await git.run('blame', '--porcelain', '--no-textconv', range, id, '--', path));
    const text = groups.map(
      (it) => `${it.startLine}-${it.endLine} ${it.commit.slice(0, 10)} ${it.author} ${it.subject}`,
    );
    return { structured: { groups }, text: text.join('\n') };
  },
});
