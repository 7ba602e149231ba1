import { Refusal } from '@assay/kit';
import { z } from 'zod';
import { changedFile, parseNumstat, plainDiff } from './diff.js';
import { changesHere, gitTool, repositoryOf } from './git-tool.js';
import { pathArguments, pathsField, repoField } from './names.js';
import { headOf, requireAgentBranch } from './repository.js';
import { undoField, undoToken } from './undo-token.js';

export const commit = gitTool({
  name: 'commit',
  title: 'Commit changes',
  description:
    'Commit files of your own worktree on its agent branch. Hooks do not run; verify with the build tools first. Author and committer are "Assay agent".',
  annotations: changesHere,
  input: z.strictObject({
    repo: repoField.describe('Path of your own worktree'),
    message: z.string().trim().min(1).max(20_000),
    files: pathsField
      .min(1)
      .optional()
      .describe('Files to commit, also deleted ones; all changed and new files when absent'),
  }),
  output: z.object({
    commit: z.string(),
    branch: z.string(),
    files: z.array(changedFile),
    undo: undoField,
  }),
  async run({ repo, message, files }, context) {
    const repository = await repositoryOf(repo, context);
    const branch = await requireAgentBranch(repository);
    const { git, shown } = repository;
    if ((await git.run('ls-files', '--unmerged')) !== '')
      throw new Refusal('Some files still have conflicts. Resolve them first.');
    const before = await headOf(repository);
    await git.run('add', '--all', ...pathArguments(files ?? ['.']));
    const only = files === undefined ? [] : ['--only'];
    const words = ['commit', '--quiet', '--no-verify', '--cleanup=whitespace', `--message=${message}`];
    const done = await git.attempt(...words, ...only, ...pathArguments(files));
    const after = await headOf(repository);
    if (done === null || after === before) throw new Refusal('Nothing was committed: none of these files has changes.');
    const changed = parseNumstat(await git.run('diff', '--numstat', '-z', ...plainDiff, before, after, '--'));
    const undo = undoToken({ kind: 'commit', repo: shown, branch, before, after });
    const structured = { commit: after, branch, files: changed.slice(0, 1_000), undo };
    return { structured, text: `${after.slice(0, 10)} on ${branch}: ${changed.length} files` };
  },
});
