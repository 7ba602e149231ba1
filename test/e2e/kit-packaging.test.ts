import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');

/** Nothing of this repository or of a surrounding npm, but its Node. */
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'))),
  PATH: [join(process.execPath, '..'), ...(process.env.PATH ?? '').split(delimiter)]
    .filter((folder) => !folder.endsWith(join('node_modules', '.bin')))
    .join(delimiter),
};

/** Folders of a package and of everything that it needs, each once. */
function closure(folder: string, found = new Set<string>()): Set<string> {
  if (found.has(folder)) return found;
  found.add(folder);
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  for (const name of Object.keys(dependencies)) {
    const homes = [folder, root].map((home) => join(home, 'node_modules', name));
    closure(homes.find((it) => existsSync(it)) as string, found);
  }
  return found;
}

describe('a packed kit', () => {
  let folder: string;
  let elsewhere: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-kit-'));
    elsewhere = join(folder, 'elsewhere');
    await mkdir(elsewhere);
    await writeFile(join(elsewhere, 'package.json'), '{"private": true}');
    const packages = [...closure(join(root, 'libs', 'toolkits', 'files'))];
    await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder, ...packages], { cwd: root, env });
    const tarballs = (await readdir(folder)).filter((name) => name.endsWith('.tgz')).map((name) => join('..', name));
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...tarballs], { cwd: elsewhere, env });
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('has its program, its README and no sources', async () => {
    const files = await readdir(join(elsewhere, 'node_modules', '@assay', 'kit-files'), { recursive: true });
    expect(files).toEqual(expect.arrayContaining(['README.md', join('dist', 'main.js')]));
    expect(files.filter((name) => /^src|\.map$|tsbuildinfo|\.(test|fixture)\./.test(name))).toEqual([]);
    expect((await readdir(join(elsewhere, 'node_modules', '@assay'))).sort()).toEqual(['kit', 'kit-files']);
  });

  it('serves a folder where nothing of Assay runs', async () => {
    await writeFile(join(elsewhere, 'note.txt'), 'hello\n');
    const client = new Client({ name: 'test', version: '1.0.0' });
    const args = ['--offline', '--no-install', 'assay-kit-files', `--state=${join(folder, 'state')}`, '.'];
    await client.connect(
      new StdioClientTransport({ command: 'npx', args, cwd: elsewhere, env: { ...env, HOME: folder } as never }),
    );
    const read = await client.callTool({ name: 'read', arguments: { path: 'note.txt' } });
    const { tools } = await client.listTools();
    await client.close();
    expect(read.structuredContent).toMatchObject({ content: 'hello\n' });
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['list', 'write', 'restore']));
  });

  it('refuses a folder that does not exist', async () => {
    const args = ['--offline', '--no-install', 'assay-kit-files', 'absent'];
    const failure = await run('npx', args, { cwd: elsewhere, env }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 2, stderr: expect.stringContaining('does not exist') });
  });
});
