import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openRoots } from '@assay/kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { buildKit } from './kit.js';
import type { CheckResult } from './run-check.js';
import { createBuildServer } from './server.js';
import { findProgram, searchPath } from './toolchains.js';

let folder: string;
let client: Client;

function project(name: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name, path)), { recursive: true });
    writeFileSync(join(folder, name, path), content);
  }
}

async function call<T = CheckResult>(name: string, args: Record<string, unknown>): Promise<T> {
  const result = await client.callTool({ name, arguments: args }, { timeout: 280_000 });
  if (result.isError) throw new Error((result.content as { text: string }[])[0]?.text);
  return result.structuredContent as T;
}

const itWith = (program: string) => (findProgram(program) === null ? it.skip : it);
const works = (program: string, ...args: string[]) =>
  spawnSync(program, args, { env: { ...process.env, PATH: searchPath() }, stdio: 'ignore' }).status === 0;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-build-test-')));
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const roots = await openRoots([folder]);
  serveStdio(() => createBuildServer(roots, { homes: join(folder, '.homes') }), {
    transport: theirs,
  });
  client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(ours);
});
afterAll(async () => {
  await client.close();
  rmSync(folder, { recursive: true });
});

const nodeTests = `
import { test } from 'node:test';
import assert from 'node:assert';
test('adds', () => assert.equal(1 + 1, 2));
test('subtracts', () => assert.equal(2 - 1, 2, 'two minus one'));
test.skip('divides', () => {});
`;

describe('the build tools over MCP', () => {
  it('are those of the kit; only detect says that it reads', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(buildKit.tools));
    for (const { name, annotations } of tools) expect(annotations?.readOnlyHint).toBe(name === 'detect');
    const [example] = buildKit.tools.detect?.examples ?? [];
    expect(await call('detect', { ...example?.input })).toMatchObject(example?.output as object);
  });

  itWith('npm')('npm: results by test, with progress', async () => {
    project('node', {
      'package.json': JSON.stringify({ type: 'module', scripts: { test: 'node --test', build: 'node build.mjs' } }),
      'a.test.mjs': nodeTests,
      'build.mjs': `console.log('src/a.ts(3,5): error TS2322: Type mismatch.'); process.exit(2);`,
    });
    const lines: string[] = [];
    const result = await client.callTool(
      { name: 'test', arguments: { repo: 'node' } },
      { onprogress: ({ message = '' }) => lines.push(message) },
    );
    const value = result.structuredContent as CheckResult;
    expect(value).toMatchObject({ outcome: 'failed', passed: false, counts: { passed: 1, failed: 1, skipped: 1 } });
    expect(value.tests[0]).toMatchObject({
      name: expect.stringContaining('subtracts'),
      outcome: 'failed',
      message: expect.stringContaining('two minus one'),
    });
    expect(await call('test', { repo: 'node', filter: 'adds' })).toMatchObject({
      outcome: 'passed',
      selection: 'tests named "adds"',
    });
    const built = await call('build', { repo: 'node' });
    expect(built).toMatchObject({ outcome: 'failed', problems: [{ file: 'src/a.ts', line: 3, code: 'TS2322' }] });
  });

  itWith('npm')('what checked nothing is no pass', async () => {
    project('empty', { 'package.json': JSON.stringify({ scripts: { test: 'echo fine', lint: 'eslint .' } }) });
    expect(await call('test', { repo: 'empty' })).toMatchObject({
      outcome: 'nothing_checked',
      passed: false,
      exitCode: 0,
    });
    expect(await call('build', { repo: 'empty' })).toMatchObject({ outcome: 'nothing_checked', command: null });
    expect(await call('lint', { repo: 'empty' })).toMatchObject({ passed: false });
    expect(await call('verify', { repo: 'empty' })).toMatchObject({ passed: false, skipped: ['test'] });
    project('bare', { 'README.md': '' });
    expect(await call('verify', { repo: 'bare' })).toMatchObject({ passed: false, results: {} });
  });

  itWith('go')(
    'go: results by test, and only affected packages',
    async () => {
      project('go', {
        'go.mod': 'module example.com/shop\n\ngo 1.20\n',
        'sum/sum.go': 'package sum\n\nfunc Add(a, b int) int { return a + b }\n',
        'sum/sum_test.go':
          'package sum\n\nimport "testing"\n\nfunc TestAdd(t *testing.T) {\n\tif Add(1, 1) != 3 {\n\t\tt.Errorf("sum is %d", Add(1, 1))\n\t}\n}\n',
        'other/other.go': 'package other\n\nfunc One() int { return 1 }\n',
        'other/other_test.go': 'package other\n\nimport "testing"\n\nfunc TestOne(t *testing.T) {}\n',
      });
      const all = await call('test', { repo: 'go' });
      expect(all).toMatchObject({ outcome: 'failed', counts: { passed: 1, failed: 1 } });
      expect(all.tests[0]).toMatchObject({
        name: 'example.com/shop/sum.TestAdd',
        line: 7,
        message: expect.stringContaining('sum is 2'),
      });
      const some = await call('test', { repo: 'go', files: ['other/other.go'] });
      expect(some).toMatchObject({
        outcome: 'passed',
        counts: { passed: 1, failed: 0 },
        selection: expect.stringContaining('depend on'),
      });
      writeFileSync(join(folder, 'go/other/other.go'), 'package other\n\nfunc One() int { return "1" }\n');
      expect(await call('build', { repo: 'go' })).toMatchObject({
        outcome: 'failed',
        problems: [{ file: 'other/other.go', line: 3 }],
      });
    },
    280_000,
  );

  (works('cargo', '--version') ? it : it.skip)('cargo: errors with file and line, and results by test', async () => {
    project('rust', {
      'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
      'src/lib.rs':
        'pub fn add(a: i32, b: i32) -> i32 { a + b }\n\n#[test]\nfn adds() { assert_eq!(add(1, 1), 2); }\n\n#[test]\nfn fails() { assert_eq!(add(1, 1), 3); }\n',
    });
    const result = await call('test', { repo: 'rust' });
    expect(result).toMatchObject({ outcome: 'failed', counts: { passed: 1, failed: 1 } });
    expect(result.tests[0]).toMatchObject({ name: 'fails', file: 'src/lib.rs', line: 7 });
    writeFileSync(join(folder, 'rust/src/lib.rs'), 'pub fn add(a: i32) -> i32 { b }\n');
    const checked = await call('typecheck', { repo: 'rust' });
    expect(checked.problems[0]).toMatchObject({ file: 'src/lib.rs', line: 1, code: 'E0425', severity: 'error' });
  });

  (works('python3', '-m', 'pytest', '--version') ? it : it.skip)('pytest: results by test', async () => {
    project('python', {
      'pytest.ini': '[pytest]\n',
      'test_sum.py': 'def test_adds():\n    assert 1 + 1 == 2\n\ndef test_fails():\n    assert 1 + 1 == 3\n',
    });
    const result = await call('test', { repo: 'python' });
    expect(result).toMatchObject({ outcome: 'failed', counts: { passed: 1, failed: 1 } });
    expect(result.tests[0]).toMatchObject({ file: 'test_sum.py', message: expect.stringContaining('1 + 1') });
  });

  (works('pnpm', '--version') ? it : it.skip)(
    'pnpm: scripts of its own workspace, and results by test',
    async () => {
      project('pnpm', {
        'package.json': JSON.stringify({
          name: 'shop',
          type: 'module',
          packageManager: 'pnpm@99.0.0',
          scripts: { test: 'node --test', build: 'node build.mjs', typecheck: 'pnpm run build' },
          dependencies: { sums: 'workspace:*' },
        }),
        'pnpm-workspace.yaml': 'packages:\n  - sums\n',
        'sums/package.json': JSON.stringify({ name: 'sums', version: '1.0.0', type: 'module', exports: './index.mjs' }),
        'sums/index.mjs': 'export const add = (a, b) => a + b;\n',
        'a.test.mjs': `import { test } from 'node:test';\nimport assert from 'node:assert';\nimport { add } from 'sums';\ntest('adds', () => assert.equal(add(1, 1), 2));\ntest('fails', () => assert.equal(add(1, 1), 3));\n`,
        'build.mjs': `import { add } from 'sums';\nconsole.log('src/a.ts(' + add(1, 2) + ',5): error TS2322: Type mismatch.');\nprocess.exit(2);\n`,
      });
      const env = { ...process.env, PATH: searchPath(), npm_config_manage_package_manager_versions: 'false' };
      execFileSync('pnpm', ['install', '--offline'], {
        cwd: join(folder, 'pnpm'),
        env,
        stdio: 'pipe',
      });
      expect(await call('detect', { repo: 'pnpm' })).toMatchObject({
        systems: [{ system: 'pnpm', evidence: ['package.json', 'pnpm-lock.yaml'] }],
      });
      expect(await call('test', { repo: 'pnpm' })).toMatchObject({
        outcome: 'failed',
        counts: { passed: 1, failed: 1 },
      });
      expect(await call('build', { repo: 'pnpm' })).toMatchObject({
        outcome: 'failed',
        problems: [{ file: 'src/a.ts', line: 3, code: 'TS2322' }],
      });
    },
    120_000,
  );

  const junit = ['junit4', 'hamcrest-core'].map((it) => `/usr/share/java/${it}.jar`);
  (works('gradle', '--version') && junit.every((it) => existsSync(it)) ? it : it.skip)(
    'gradle: errors of the compiler, and results by test',
    async () => {
      project('gradle', {
        'settings.gradle': "rootProject.name = 'shop'\n",
        'build.gradle': `apply plugin: 'java'\ndependencies { testCompile files(${junit.map((it) => `'${it}'`).join(', ')}) }\n`,
        'src/main/java/Sum.java': 'public class Sum { static int add(int a, int b) { return a + b; } }\n',
        'src/test/java/SumTest.java':
          'import static org.junit.Assert.assertEquals;\nimport org.junit.Test;\n\npublic class SumTest {\n  @Test public void adds() { assertEquals(2, Sum.add(1, 1)); }\n  @Test public void fails() { assertEquals(3, Sum.add(1, 1)); }\n}\n',
      });
      const result = await call('test', { repo: 'gradle' });
      expect(result).toMatchObject({ outcome: 'failed', counts: { passed: 1, failed: 1 } });
      expect(result.tests[0]).toMatchObject({
        name: expect.stringContaining('fails'),
        message: expect.stringContaining('expected:<3>'),
      });
      expect(await call('test', { repo: 'gradle', filter: 'adds' })).toMatchObject({
        outcome: 'passed',
        counts: { passed: 1 },
      });
      writeFileSync(
        join(folder, 'gradle/src/main/java/Sum.java'),
        'public class Sum {\n  static int add(int a) { return b; }\n}\n',
      );
      expect(await call('typecheck', { repo: 'gradle' })).toMatchObject({
        outcome: 'failed',
        problems: [{ file: 'src/main/java/Sum.java', line: 2, severity: 'error' }],
      });
    },
    280_000,
  );

  itWith('make')('make: errors of compilers', async () => {
    project('make', {
      Makefile: `build:\n\t@echo 'src/a.c:4:2: error: expected expression'; exit 1\ntest:\n\t@printf '1..2\\nok 1 - one\\nnot ok 2 - two\\n'; exit 1\n`,
    });
    expect(await call('build', { repo: 'make' })).toMatchObject({
      outcome: 'failed',
      problems: [{ file: 'src/a.c', line: 4, column: 2 }],
    });
    expect(await call('test', { repo: 'make' })).toMatchObject({ counts: { passed: 1, failed: 1 } });
  });
});

describe('code of a repository', () => {
  itWith('make')('reaches neither other folders, nor the network, nor the git folder, nor the kit', async () => {
    project('secret', { key: 'top secret' });
    mkdirSync(join(folder, 'hostile/.git/hooks'), { recursive: true });
    project('hostile', {
      Makefile: [
        'build:',
        `\t@cat ${folder}/secret/key || echo no key`,
        `\t@echo x > ${folder}/secret/written || echo no write`,
        '\t@echo evil > .git/hooks/pre-commit || echo no hook',
        '\t@ls /proc/[0-9]*/root/ 2>/dev/null | head -1 || true',
        `\t@(exec 3<>/dev/tcp/1.1.1.1/80) 2>/dev/null && echo network || echo no network`,
        '\t@unshare --user true 2>/dev/null && echo namespace || echo no namespace',
        '\t@env',
        '\t@echo built > out.txt',
      ].join('\n'),
    });
    const { log } = await call('build', { repo: 'hostile', maxLogChars: 20_000 });
    for (const said of ['no key', 'no write', 'no hook', 'no network', 'no namespace']) expect(log).toContain(said);
    expect(log).not.toContain('top secret');
    expect(log).not.toMatch(/ASSAY|TOKEN|SECRET/);
    expect(readdirSync(join(folder, 'hostile/.git/hooks'))).toEqual([]);
    expect(existsSync(join(folder, 'secret/written'))).toBe(false);
    expect(readFileSync(join(folder, 'hostile/out.txt'), 'utf8')).toBe('built\n');
    expect(readdirSync(tmpdir()).filter((it) => /^assay-build-(?:state-)?[A-Za-z0-9]{6}$/.test(it))).toEqual([]);
  });

  itWith('make')('ends with its time, and everything it started', async () => {
    project('endless', { Makefile: 'build:\n\t@echo begun; sleep 600 & sleep 600\n' });
    const result = await call('build', { repo: 'endless', timeoutMs: 1_000 });
    expect(result).toMatchObject({ outcome: 'timed_out', passed: false, hint: expect.stringContaining('timeoutMs') });
    expect(execFileSync('ps', ['ax'], { encoding: 'utf8' })).not.toContain('sleep 600');
  });

  itWith('npm')('cannot have another file read as its report', async () => {
    project('links', {
      'package.json': JSON.stringify({ scripts: { test: 'jest' } }),
      'node_modules/.bin/jest':
        '#!/bin/sh\nfor each in "$@"; do case $each in --outputFile=*) ln -s /etc/passwd "$(echo "$each" | cut -d= -f2)";; esac; done\n',
    });
    execFileSync('chmod', ['+x', join(folder, 'links/node_modules/.bin/jest')]);
    expect(await call('test', { repo: 'links' })).toMatchObject({ outcome: 'nothing_checked', tests: [] });
  });

  it.each([
    ['test', { repo: '..' }, /leads outside/],
    ['test', { repo: 'node', project: '../secret' }, /not inside the repository|leads outside/],
    ['test', { repo: 'node', files: ['--require=/etc/x'] }, /not a path/],
    ['lint', { repo: 'empty', files: ['../../etc/passwd'] }, /not a path/],
    ['test', { repo: 'node', filter: '--eval' }, /filter/],
    ['build', { repo: 'node', system: 'bazel' }, /not declared/],
  ])('refuses %s %j', async (name, args, reason) => {
    await expect(call(name, args)).rejects.toThrow(reason);
  });
});
