import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exampleName, type Root } from '@assay/kit';
import { simpleGit } from 'simple-git';

const person = 'Ada <ada@example.com>';

const commit = (
  branch: string,
  mark: number,
  at: number,
  from: string | null,
  subject: string,
  files: string,
): string =>
  [
    `commit refs/heads/${branch}`,
    `mark :${mark}`,
    `author ${person} ${at} +0000`,
    `committer ${person} ${at} +0000`,
    `data ${Buffer.byteLength(subject)}`,
    subject,
    ...(from === null ? [] : [`from ${from}`]),
    files,
  ].join('\n');

const file = (path: string, content: string): string =>
  `M 100644 inline ${path}\ndata ${Buffer.byteLength(content)}\n${content}\n`;

/** The history of the example: two commits on main, and a branch that conflicts with it. Ids never change. */
const history = [
  commit('main', 1, 1_700_000_000, null, 'Greet the world', file('greeting.txt', 'Hello, world\n')),
  commit('main', 2, 1_700_003_600, ':1', 'Greet politely', file('greeting.txt', 'Good day, world\n')),
  commit('loud', 3, 1_700_007_200, ':1', 'Greet loudly', file('greeting.txt', 'HELLO, WORLD\n')),
  'done\n',
].join('\n');

/** Makes the repository of this kit's examples in a private folder, once for each process. */
export function exampleRepository(): () => Promise<Root> {
  let made: Promise<Root> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const environment = { PATH: process.env.PATH ?? '', HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };

async function make(): Promise<Root> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'assay-git-example-')));
  const git = simpleGit({
    baseDir: path,
    allowEnvironment: Object.keys(environment),
    input: ([command]) => (command === 'fast-import' ? history : undefined),
  });
  git.env(environment);
  await git.raw('init', '--quiet', '--initial-branch=main');
  await git.raw('fast-import', '--quiet', '--done');
  await git.raw('checkout', '--quiet', 'main');
  return Object.freeze({ name: exampleName, path, given: path });
}
