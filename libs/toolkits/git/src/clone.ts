import { randomUUID } from 'node:crypto';
import { access, mkdir, realpath, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Refusal } from '@assay/kit';
import { z } from 'zod';
import { Git } from './git.js';
import { gitTool, reachesHosts, repositoryOf } from './git-tool.js';
import { checkedUrl, urlField } from './remotes.js';
import { headOf } from './repository.js';
import { undoField, undoToken } from './undo-token.js';

/** In the git folder of a clone that this kit made, so that undoing removes nothing else. */
export const cloneMark = 'assay-clone';

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

export const clone = gitTool({
  name: 'clone',
  title: 'Clone a repository',
  description: 'Clone a repository from its https address into a new folder. Submodules and hooks are left out.',
  annotations: reachesHosts,
  input: z.strictObject({
    url: urlField,
    path: z.string().min(1).max(4_096).describe('The folder to create. Its parent must exist'),
    depth: z.int().min(1).max(100_000).optional().describe('Only the latest commits'),
    branch: z
      .string()
      .regex(/^[A-Za-z0-9_][A-Za-z0-9_./-]{0,200}$/)
      .optional(),
  }),
  output: z.object({ path: z.string(), commit: z.string().nullable(), undo: undoField.nullable() }),
  async run({ url, path, depth, branch }, context) {
    const { territory, signal, token } = context;
    const from = checkedUrl(url);
    const name = basename(path);
    if (name === '' || name === '.' || name === '..') throw new Refusal(`"${path}" does not name a new folder.`);
    const parent = await territory.locate(dirname(path));
    const target = join(parent.real, name);
    if (await exists(target)) throw new Refusal(`"${path}" exists already. Choose a folder that does not.`);
    const credential = token === undefined ? undefined : { origin: from.origin, token };
    const git = new Git({ folder: parent.real, signal, credential });
    const words = ['--quiet', '--no-recurse-submodules', '--template=', '--no-local'];
    if (depth !== undefined) words.push(`--depth=${depth}`);
    if (branch !== undefined) words.push(`--branch=${branch}`);
    await git.run('clone', ...words, '--', from.href, target);
    const shown = territory.show(parent.root, await realpath(target));
    const repository = await repositoryOf(shown, context);
    const commit = await headOf(repository).catch(() => null);
    const mark = randomUUID();
    await mkdir(join(target, '.git'), { recursive: true });
    await writeFile(join(target, '.git', cloneMark), mark);
    const undo = commit === null ? null : undoToken({ kind: 'clone', repo: shown, at: commit, mark });
    return { structured: { path: shown, commit, undo }, text: `${shown} at ${commit?.slice(0, 10) ?? 'no commit'}` };
  },
});
