import { Refusal } from '@assay/kit';
import { z } from 'zod';
import { changedFile, parseNumstat, plainDiff } from './diff.js';
import { gitTool, repositoryOf } from './git-tool.js';
import { commitSchema, logFormat, parseLog } from './log.js';
import { refField, repoField, resolveCommit } from './names.js';
import { boundText } from './text-bounds.js';

const input = z.strictObject({
  repo: repoField,
  ref: refField.default('HEAD'),
  path: z
    .string()
    .min(1)
    .max(4_096)
    .optional()
    .describe('Show this file as it was in the commit instead of the change'),
  maxChars: z.int().min(0).max(400_000).default(20_000),
});
const output = z.object({
  commit: commitSchema,
  files: z.array(changedFile).describe('Empty when a path was given'),
  text: z.string().describe('The patch, or the content of the file'),
  omittedChars: z.int().nonnegative(),
});

export const show = gitTool({
  name: 'show',
  title: 'Show a commit, or a file in it',
  description: 'A commit with its message, files and patch; with path, the content of that file in the commit.',
  input,
  output,
  async run({ repo, ref, path, maxChars }, context) {
    const { git } = await repositoryOf(repo, context);
    const id = await resolveCommit(git, ref);
    const [commit] = parseLog(await git.run('log', '-z', '-1', logFormat, id), true);
    if (commit === undefined) throw new Refusal('The commit cannot be read.');
    const changes = ['diff-tree', '--root', '-r', '-m', '--first-parent', '--no-commit-id', ...plainDiff];
    const files = path === undefined ? parseNumstat(await git.run(...changes, '--numstat', '-z', id)) : [];
    const whole = path === undefined ? await git.run(...changes, '-p', id) : await contentOf();
    async function contentOf(): Promise<string> {
      const type = await git.attempt('cat-file', '-t', `${id}:${path}`);
      if (type?.trim() !== 'blob') throw new Refusal(`"${path}" is not a file in this commit. Use show without path.`);
      const content = await git.run('cat-file', 'blob', `${id}:${path}`);
      if (content.includes('\0')) throw new Refusal(`"${path}" is a binary file in this commit.`);
      return content;
    }
    const { text, omitted } = boundText(whole, maxChars);
    return {
      structured: { commit, files: files.slice(0, 1_000), text, omittedChars: omitted },
      text: `${commit.commit.slice(0, 10)} ${commit.subject}\n${text}`,
    };
  },
});
