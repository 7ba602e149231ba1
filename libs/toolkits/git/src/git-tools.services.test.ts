import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRoots } from '@assay/kit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { gitKit } from './kit.js';
import { createGitServer } from './server.js';

let folder: string;
let client: Client;

/** As a person would: with hooks and configuration as they are. */
const git = (at: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
    cwd: join(folder, at),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();

const write = (path: string, content: string) => writeFileSync(join(folder, path), content);

async function call(name: string, args: Record<string, unknown>) {
  const result = await client.callTool({ name, arguments: args });
  const [block] = result.content as { text: string }[];
  return {
    isError: result.isError ?? false,
    said: block?.text ?? '',
    value: result.structuredContent as Record<string, never>,
  };
}

async function done(name: string, args: Record<string, unknown>): Promise<Record<string, string>> {
  const { isError, said, value } = await call(name, args);
  if (isError) throw new Error(said);
  return value;
}

const refusal = async (name: string, args: Record<string, unknown>) => {
  const { isError, said } = await call(name, args);
  return isError ? said : `accepted: ${said}`;
};

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-git-')));
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const roots = await openRoots([folder]);
  serveStdio(
    () => createGitServer(roots, { onBug: (error) => process.stderr.write(`${String((error as Error).stack)}\n`) }),
    { transport: theirs },
  );
  client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(ours);
});
afterAll(async () => {
  await client.close();
  rmSync(folder, { recursive: true });
});

beforeEach(() => {
  mkdirSync(join(folder, 'shop'));
  git('shop', 'init', '-q', '-b', 'main');
  write('shop/a.txt', 'one\ntwo\nthree\n');
  git('shop', 'add', '.');
  git('shop', 'commit', '-qm', 'First');
});
afterEach(() => {
  for (const name of ['shop', 'copy', '.worktrees', 'elsewhere'])
    rmSync(join(folder, name), { recursive: true, force: true });
});

describe('the git tools over MCP', () => {
  it('are those of the kit, and say whether they act', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(gitKit.tools));
    for (const { name, annotations, outputSchema } of tools) {
      expect(annotations?.readOnlyHint).toBe(!gitKit.tools[name]?.acts);
      expect(outputSchema).toMatchObject({ type: 'object' });
    }
  });

  it('answer their examples', async () => {
    const examples = Object.entries(gitKit.tools).flatMap(([name, it]) =>
      (it.examples ?? []).map((one) => [name, one] as const),
    );
    expect(examples.length).toBeGreaterThan(8);
    for (const [name, { input, output }] of examples) expect(await done(name, input)).toMatchObject(output as object);
  });

  it('read: status, diff, log, show, blame', async () => {
    write('shop/a.txt', 'one\n2\nthree\n');
    write('shop/new ü.txt', '');
    expect(await done('status', { repo: 'shop' })).toMatchObject({
      branch: 'main',
      modified: ['a.txt'],
      untracked: ['new ü.txt'],
      ownWorktree: false,
    });
    expect(await done('diff', { repo: 'shop' })).toMatchObject({
      files: [{ path: 'a.txt', added: 1, removed: 1 }],
      patch: expect.stringContaining('-two\n+2\n'),
    });
    expect(await done('diff', { repo: 'shop', maxChars: 0 })).toMatchObject({ patch: '', fileCount: 1 });
    expect(await done('log', { repo: 'shop' })).toMatchObject({
      commits: [{ subject: 'First', author: 'Ada <ada@example.com>' }],
      nextSkip: null,
    });
    expect(await done('show', { repo: 'shop', path: 'a.txt' })).toMatchObject({ text: 'one\ntwo\nthree\n' });
    expect(await done('blame', { repo: 'shop', path: 'a.txt' })).toMatchObject({
      groups: [{ startLine: 1, endLine: 3 }],
    });
  });

  it('work in an own worktree, from start to undo', async () => {
    const started = await done('start', { repo: 'shop', task: 'fix-sum' });
    const { path } = started as { path: string };
    expect(started.branch).toMatch(/^agent\/fix-sum\/\d{8}t\d{6}-[0-9a-f]{6}$/);
    write(`${path}/a.txt`, 'one\ntwo\nthree\nfour\n');
    write(`${path}/b.txt`, 'b\n');
    const first = await done('commit', { repo: path, message: 'Add four', files: ['a.txt'] });
    expect(first).toMatchObject({ branch: started.branch, files: [{ path: 'a.txt', added: 1 }] });
    const second = await done('commit', { repo: path, message: 'Add b' });
    expect(git(path, 'log', '--format=%an %s')).toBe('Assay agent Add b\nAssay agent Add four\nAda First');
    expect(await done('undo', { undo: second.undo })).toEqual({ outcome: 'undone' });
    expect(await done('undo', { undo: second.undo })).toEqual({ outcome: 'unchanged' });
    expect(await done('status', { repo: path })).toMatchObject({ head: first.commit, untracked: ['b.txt'] });
    expect(git('shop', 'status', '--porcelain')).toBe('');
    expect(await refusal('undo', { undo: started.undo })).toMatch(/changed since/);
    rmSync(join(folder, path, 'b.txt'));
    await done('undo', { undo: first.undo });
    git(path, 'checkout', '-q', '--', '.');
    expect(await done('undo', { undo: started.undo })).toEqual({ outcome: 'undone' });
    expect(git('shop', 'branch', '--format=%(refname:short)')).toBe('main');
  });

  it('reverts a commit that has others after it', async () => {
    const { path } = await done('start', { repo: 'shop', task: 'more' });
    write(`${path}/b.txt`, 'b\n');
    const first = await done('commit', { repo: path, message: 'Add b' });
    write(`${path}/c.txt`, 'c\n');
    await done('commit', { repo: path, message: 'Add c' });
    expect(await done('undo', { undo: first.undo })).toEqual({ outcome: 'reverted' });
    expect(git(path as string, 'ls-files')).toBe('a.txt\nc.txt');
  });

  it('merge, report conflicts, and check out', async () => {
    const mine = await done('start', { repo: 'shop', task: 'mine' });
    write(`${mine.path}/a.txt`, 'one\nTWO\nthree\n');
    await done('commit', { repo: mine.path, message: 'Shout' });
    write('shop/a.txt', 'one\n2\nthree\n');
    git('shop', 'commit', '-qam', 'Count');
    const trial = await done('conflicts', { repo: mine.path, theirs: 'main' });
    expect(trial).toMatchObject({
      clean: false,
      conflicts: [{ path: 'a.txt', text: expect.stringContaining('<<<<<<<') }],
    });
    const refused = await done('merge', { repo: mine.path, source: 'main' });
    expect(refused).toMatchObject({ outcome: 'conflicts', conflicts: [{ path: 'a.txt' }], undo: null });
    expect(await done('status', { repo: mine.path })).toMatchObject({ modified: [], conflicted: [] });
    const other = await done('start', { repo: 'shop', task: 'other', base: 'main~1' });
    write(`${other.path}/b.txt`, 'b\n');
    await done('commit', { repo: other.path, message: 'Add b' });
    const merged = await done('merge', { repo: other.path, source: 'main' });
    expect(merged.outcome).toBe('merged');
    expect(await done('undo', { undo: merged.undo })).toEqual({ outcome: 'undone' });
    const looked = await done('checkout', { repo: other.path, ref: 'main' });
    expect(looked).toMatchObject({ branch: null });
    expect(await refusal('commit', { repo: other.path, message: 'x' })).toMatch(/not an agent branch/);
    expect(await done('undo', { undo: looked.undo })).toEqual({ outcome: 'undone' });
    expect(await done('status', { repo: other.path })).toMatchObject({ branch: other.branch });
    const finished = await done('finish', { repo: other.path });
    expect(await done('undo', { undo: finished.undo })).toEqual({ outcome: 'undone' });
    expect(await done('summary', { repo: other.path, base: 'main' })).toMatchObject({
      title: 'Add b',
      files: [{ path: 'b.txt' }],
    });
    expect((await done('worktrees', { repo: 'shop' })).worktrees).toHaveLength(3);
  });
});

describe('what is refused', () => {
  it.each([
    ['commit', { repo: 'shop', message: 'x' }, /person's working tree/],
    ['merge', { repo: 'shop', source: 'HEAD' }, /person's working tree/],
    ['checkout', { repo: 'shop', ref: 'main' }, /person's working tree/],
    ['push', { repo: 'shop', branch: 'main' }, /protected/],
    ['push', { repo: 'shop', branch: 'agent/x/../../main' }, /protected/],
    ['push', { repo: 'shop', branch: '--force' }, /protected/],
    ['start', { repo: 'shop', task: '../x' }, /task/],
    ['start', { repo: 'shop', task: '-x' }, /task/],
    ['start', { repo: 'shop', task: 'x', base: '--upload-pack=touch x' }, /not the name of one commit/],
    ['log', { repo: 'shop', ref: '--output=x' }, /not the name of one commit/],
    ['diff', { repo: 'shop', from: '-O/etc/passwd' }, /not the name of one commit/],
    ['show', { repo: 'shop', ref: '--help' }, /not the name of one commit/],
    ['log', { repo: 'shop', ref: 'main..HEAD' }, /not the name of one commit/],
    ['blame', { repo: 'shop', path: '../../etc/passwd' }, /git refused/],
    ['status', { repo: '..' }, /leads outside/],
    ['status', { repo: '/etc' }, /leads outside/],
    ['clone', { url: 'ext::sh -c touch% x', path: 'copy' }, /not an https address/],
    ['clone', { url: '/etc', path: 'copy' }, /not an https address/],
    ['clone', { url: 'file:///etc', path: 'copy' }, /not an https address/],
    ['clone', { url: 'ssh://git@example.com/x', path: 'copy' }, /not an https address/],
    ['clone', { url: '--upload-pack=x', path: 'copy' }, /not an https address/],
    ['clone', { url: 'https://user:secret@example.com/x', path: 'copy' }, /credentials/],
    ['clone', { url: 'https://example.com/x', path: 'shop' }, /exists already/],
    ['clone', { url: 'https://example.com/x', path: '../copy' }, /leads outside/],
    ['undo', { undo: 'bm9uc2Vuc2U' }, /not what a tool/],
  ])('%s %j', async (name, args, reason) => {
    expect(await refusal(name, args)).toMatch(reason);
  });

  it.each([
    ['core.sshCommand', 'touch pwned'],
    ['core.fsmonitor', './pwn.sh'],
    ['core.worktree', '/etc'],
    ['diff.external', './pwn.sh'],
    ['diff.x.textconv', './pwn.sh'],
    ['filter.x.smudge', './pwn.sh'],
    ['merge.x.driver', './pwn.sh'],
    ['remote.origin.uploadpack', './pwn.sh'],
    ['url.ext::sh.insteadOf', 'https://'],
    ['protocol.ext.allow', 'always'],
    ['include.path', '../../evil'],
    ['includeIf.gitdir:/.path', '../../evil'],
    ['http.proxy', 'http://evil.example'],
  ])('a repository whose configuration sets %s', async (key, value) => {
    git('shop', 'config', key, value);
    const said = await refusal('status', { repo: 'shop' });
    expect(said).toMatch(key === 'core.worktree' ? /outside|starts a program/ : /starts a program or redirects git/);
  });

  it('hooks and helpers that a repository has never run', async () => {
    const { path } = await done('start', { repo: 'shop', task: 'hooks' });
    for (const hook of [
      'pre-commit',
      'post-commit',
      'commit-msg',
      'post-checkout',
      'post-merge',
      'reference-transaction',
      'pre-push',
    ])
      writeFileSync(join(folder, 'shop/.git/hooks', hook), `#!/bin/sh\ntouch ${folder}/pwned\n`, { mode: 0o755 });
    mkdirSync(join(folder, 'shop/.husky'));
    writeFileSync(join(folder, 'shop/.husky/pre-commit'), `#!/bin/sh\ntouch ${folder}/pwned\n`, { mode: 0o755 });
    git('shop', 'config', 'core.hooksPath', join(folder, 'shop/.husky'));
    git('shop', 'config', 'core.pager', `touch ${folder}/pwned`);
    git('shop', 'config', 'core.editor', `touch ${folder}/pwned`);
    git('shop', 'config', 'credential.helper', `!touch ${folder}/pwned`);
    git('shop', 'config', 'alias.status', `!touch ${folder}/pwned`);
    write(`${path}/b.txt`, 'b\n');
    await done('commit', { repo: path, message: 'Add b' });
    await done('checkout', { repo: path, ref: 'main' });
    await done('status', { repo: path });
    expect(() => realpathSync(join(folder, 'pwned'))).toThrow('ENOENT');
  });

  it('a git folder, a worktree folder or a made-up undo that leads elsewhere', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'assay-outside-'));
    execFileSync('git', ['init', '-q', outside]);
    mkdirSync(join(folder, 'elsewhere'));
    write('elsewhere/.git', `gitdir: ${outside}/.git\n`);
    expect(await refusal('status', { repo: 'elsewhere' })).toMatch(/outside the folders/);
    execFileSync('ln', ['-s', outside, join(folder, '.worktrees')]);
    expect(await refusal('start', { repo: 'shop', task: 'x' })).toMatch(/leads outside/);
    rmSync(outside, { recursive: true });
    const token = (it: object) => Buffer.from(JSON.stringify(it)).toString('base64url');
    const at = git('shop', 'rev-parse', 'HEAD');
    expect(await refusal('undo', { undo: token({ kind: 'branch', repo: 'shop', branch: 'main', at }) })).toMatch(
      /checked out|not an agent/,
    );
    expect(await refusal('undo', { undo: token({ kind: 'clone', repo: 'shop', at, mark: 'x' }) })).toMatch(
      /not the clone/,
    );
    expect(
      await refusal('undo', { undo: token({ kind: 'commit', repo: 'shop', branch: 'main', before: at, after: at }) }),
    ).toMatch(/person's/);
  });

  it('paths are taken literally', async () => {
    const { path } = await done('start', { repo: 'shop', task: 'paths' });
    write(`${path}/b.txt`, 'b\n');
    expect(await refusal('commit', { repo: path, message: 'x', files: [':(glob)**'] })).toMatch(
      /Nothing was committed|git refused/,
    );
    expect(await refusal('commit', { repo: path, message: 'x', files: ['../../shop/a.txt'] })).toMatch(/git refused/);
    await done('commit', { repo: path, message: '--amend', files: ['b.txt'] });
    expect(git(path as string, 'log', '-1', '--format=%s')).toBe('--amend');
  });
});
