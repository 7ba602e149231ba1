import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { filesKit } from './kit.js';

const { entry } = filesKit;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-files-'));
  await writeFile(join(folder, 'a.txt'), 'real\n');
});

afterEach(() => rm(folder, { recursive: true }));

/** The build comes before the tests; its absence is a failure, not a reason to skip. */
describe('the built program', () => {
  it('is where the description says', () => {
    expect(existsSync(entry)).toBe(true);
  });

  it.each(['legacy', 'auto'] as const)('serves a %s client over standard input and output', async (mode) => {
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [entry, folder] }));
    const result = await client.callTool({ name: 'read', arguments: { path: 'a.txt' } });
    await client.close();
    expect(result.structuredContent).toMatchObject({ content: 'real\n', totalLines: 1 });
  });

  it('keeps former contents in its home when the state folder is not there for it', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const args = [entry, `--state=${join(folder, 'absent')}`, folder];
    const home = join(folder, 'home');
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env: { HOME: home } }));
    const written = await client.callTool({
      name: 'write',
      arguments: { path: 'b.txt', mode: 'create', content: 'b' },
    });
    await client.close();
    expect(written.structuredContent).toMatchObject({ created: true });
    expect(await readdir(join(home, 'kept-contents'))).toHaveLength(1);
  });

  it.each([
    [[], /at least one folder/],
    [['/definitely/absent'], /does not exist/],
  ])('says what is wrong with %j and exits 2', (folders, message) => {
    const { status, stderr } = spawnSync(process.execPath, [entry, ...folders], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringMatching(message) });
  });
});
