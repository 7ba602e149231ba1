import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const sdk = join(root, 'libs', 'sdk');

/** The environment of a newcomer: the system's own Node, nothing of this repository or of a surrounding npm. */
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'))),
  PATH: (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter),
};

/** What a program written against the package looks like; it must type-check where nothing but the package is. */
const program = `
import { Assay, type Entry, fromEnvironment } from '@assay/sdk';
const assay: Assay = fromEnvironment();
const entry: Entry = await assay.tools.show('acme/echo');
const stage: 'SUBMITTED' | 'SANDBOX' | 'BETA' | 'GENERAL_AVAILABILITY' | 'VERIFIED' = entry.stage;
for await (const { prefix } of assay.keys.list()) prefix.toUpperCase();
// @ts-expect-error a tool's name is a string
await assay.tools.show(1);
// @ts-expect-error entries have no such field
entry.nonsense;
export { stage };
`;

const script = `
import { AssayError, fromEnvironment } from '@assay/sdk';
const assay = fromEnvironment();
const { output } = await assay.invoke({ tool: 'acme/echo@^1', input: { text: 'hello' } });
const missing = await assay.tools.show('acme/none').catch((error) => error);
console.log(JSON.stringify({ output, known: missing instanceof AssayError, code: missing.code }));
`;

describe('the packed SDK', () => {
  let folder: string;
  let manifestBefore: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-packaging-'));
    manifestBefore = await readFile(join(sdk, 'package.json'), 'utf8');
    const pack = ['pack', '--pack-destination', folder];
    await run('npm', [...pack, '--workspace', 'libs/sdk'], { cwd: root, env });
    await run('npm', [...pack, '--ignore-scripts', join(root, 'node_modules', 'zod')], { cwd: root, env });
    await mkdir(join(folder, 'empty'));
    await writeFile(join(folder, 'empty', 'package.json'), '{"private": true, "type": "module"}');
    const tarballs = (await readdir(folder)).filter((name) => name.endsWith('.tgz')).map((name) => join('..', name));
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...tarballs], {
      cwd: join(folder, 'empty'),
      env,
    });
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('needs nothing but zod, and ships neither sources nor build state', async () => {
    const packed = join(folder, 'empty', 'node_modules', '@assay', 'sdk');
    const manifest = JSON.parse(await readFile(join(packed, 'package.json'), 'utf8')) as { dependencies: object };
    expect(Object.keys(manifest.dependencies)).toEqual(['zod']);
    expect(await readdir(join(folder, 'empty', 'node_modules', '@assay'))).toEqual(['sdk']);
    const files = await readdir(packed, { recursive: true });
    expect(files.filter((name) => /^src|\.map$|tsbuildinfo|\.(test|fixture)\./.test(name))).toEqual([]);
  });

  it('runs under the plain Node of the machine', async () => {
    const server = createServer((request, response) => {
      const found = request.url === '/v1/invocations' && request.headers.authorization === 'Bearer secret';
      response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(found ? { output: 'hello' } : { code: 'not_found', detail: 'No such tool.' }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await writeFile(join(folder, 'empty', 'script.mjs'), script);
    const { stdout } = await run('node', ['script.mjs'], {
      cwd: join(folder, 'empty'),
      env: { ...env, ASSAY_URL: `http://127.0.0.1:${port}`, ASSAY_API_KEY: 'secret' },
    });
    server.close();
    expect(JSON.parse(stdout)).toEqual({ output: 'hello', known: true, code: 'not_found' });
  });

  it('brings its types whole', async () => {
    await writeFile(join(folder, 'empty', 'program.ts'), program);
    const options =
      '--noEmit --strict --module nodenext --target es2024 --lib es2024,dom,dom.iterable,esnext.disposable';
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const check = run('node', [tsc, ...options.split(' '), 'program.ts'], { cwd: join(folder, 'empty'), env });
    const output = await check.then(
      ({ stdout }) => stdout,
      (failure: { stdout: string }) => failure.stdout,
    );
    expect(output).toBe('');
  });

  it('leaves the working tree as it was', async () => {
    expect(await readFile(join(sdk, 'package.json'), 'utf8')).toBe(manifestBefore);
    expect(existsSync(join(sdk, 'dist', 'contracts'))).toBe(false);
    expect(existsSync(join(sdk, 'LICENSE'))).toBe(false);
    expect(await readFile(join(sdk, 'dist', 'index.d.ts'), 'utf8')).toContain("from '@assay/contracts'");
  });
});

describe('the command line', () => {
  const bin = join(root, 'apps', 'cli', 'bin', 'assay.mjs');

  beforeAll(async () => {
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    await run(process.execPath, [tsc, '-b', join(root, 'apps', 'cli')]);
  });

  it.each([
    ['the Node of this repository', process.execPath],
    ['the plain Node of the machine, too old as it may be', 'node'],
  ])('starts under %s', async (_which, node) => {
    const { stdout } = await run(node, [bin, '--version'], { env });
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('passes the exit code and both streams through', async () => {
    const failure = (await run('node', [bin, 'me', '--fast'], { env }).catch((error: unknown) => error)) as {
      code: number;
      stdout: string;
      stderr: string;
    };
    expect(failure).toMatchObject({ code: 2, stdout: '' });
    expect(failure.stderr).toContain("unknown option '--fast'");
  });
});
