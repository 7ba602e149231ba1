import { clip } from '@assay/kit';
import { z } from 'zod';
import { gitTool, repositoryOf } from './git-tool.js';
import { pathArguments, pathsField, refField, repoField, resolveCommit } from './names.js';

export const commitSchema = z.object({
  commit: z.string(),
  author: z.string(),
  at: z.string().meta({ format: 'date-time' }),
  subject: z.string(),
  body: z.string().optional(),
  parents: z.array(z.string()).optional().describe('Of merges'),
});
export type Commit = z.output<typeof commitSchema>;

/** Fields end with 0x1f and commits with NUL: neither can be in a message. */
export const logFormat = '--format=%H%x1f%an <%ae>%x1f%aI%x1f%s%x1f%b%x1f%P%x1f';

export function parseLog(text: string, withBody: boolean): Commit[] {
  return text
    .split('\0')
    .filter((it) => it.trim() !== '')
    .map((entry) => {
      const [commit = '', author = '', at = '', subject = '', body = '', parents = ''] = entry
        .trimStart()
        .split('\x1f');
      const ids = parents.split(' ').filter(Boolean);
      return {
        commit,
        author,
        at: new Date(at).toISOString(),
        subject,
        ...(withBody && body.trim() !== '' && { body: body.trim().slice(0, 4_000) }),
        ...(ids.length > 1 && { parents: ids }),
      };
    });
}

const lineOf = ({ commit, at, author, subject, body }: Commit): string =>
  [
    `${commit.slice(0, 10)} ${at.slice(0, 10)} ${author.split(' <')[0]}: ${subject}`,
    ...(body === undefined ? [] : [body]),
  ].join('\n');

const input = z.strictObject({
  repo: repoField,
  ref: refField.default('HEAD'),
  since: refField.optional().describe('Only commits that this one does not have'),
  paths: pathsField.optional(),
  author: z.string().min(1).max(100).optional().describe('Part of a name or address'),
  grep: z.string().min(1).max(200).optional().describe('Part of a message, taken literally'),
  bodies: z.boolean().default(false).describe('Include the messages after the subject'),
  limit: z.int().min(1).max(500).default(20),
  skip: z.int().min(0).max(1_000_000).default(0),
});
const output = z.object({
  commits: z.array(commitSchema),
  nextSkip: z.int().nullable().describe('Pass it as skip for more; null at the end'),
});

export const log = gitTool({
  name: 'log',
  title: 'List commits',
  description: 'Commits, newest first, with author, time and subject; of a branch, a range or some paths.',
  input,
  output,
  async run(asked, context) {
    const { git } = await repositoryOf(asked.repo, context);
    const range = [await resolveCommit(git, asked.ref)];
    if (asked.since !== undefined) range.push(`^${await resolveCommit(git, asked.since)}`);
    const filters = [
      ...(asked.author === undefined ? [] : [`--author=${asked.author}`]),
      ...(asked.grep === undefined ? [] : [`--grep=${asked.grep}`]),
      '--fixed-strings',
      '--regexp-ignore-case',
    ];
    const page = [`--max-count=${asked.limit + 1}`, `--skip=${asked.skip}`];
    const text = await git.run('log', '-z', logFormat, ...page, ...filters, ...range, ...pathArguments(asked.paths));
    const commits = parseLog(text, asked.bodies);
    const shown = commits.slice(0, asked.limit);
    const structured = { commits: shown, nextSkip: commits.length > asked.limit ? asked.skip + asked.limit : null };
    return {
      structured,
      text: clip(shown.map(lineOf).join('\n')) || 'No commits.',
    };
  },
});
