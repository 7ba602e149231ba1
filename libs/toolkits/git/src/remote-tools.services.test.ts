import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRoots } from '@assay/kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { type GitHost, startGitHost } from './git-host.fixture.js';
import { createGitServer } from './server.js';

const token = 'caller-token';
let folder: string;
let host: GitHost;
let client: Client;
let path: string;
let branch: string;

const git = (at: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
    cwd: at,
    encoding: 'utf8',
  }).trim();
const bare = () => join(folder, 'served', 'shop.git');

async function done(name: string, args: Record<string, unknown>): Promise<Record<string, string>> {
  const result = await client.callTool({ name, arguments: args });
  if (result.isError) throw new Error((result.content as { text: string }[])[0]?.text);
  return result.structuredContent as Record<string, string>;
}

/** Somebody else commits and pushes to a branch of the host. */
function pushElsewhere(name: string, file: string): void {
  const other = mkdtempSync(join(folder, 'other-'));
  git(folder, 'clone', '-q', bare(), other);
  git(other, 'checkout', '-q', name);
  writeFileSync(join(other, file), 'theirs\n');
  git(other, 'add', '.');
  git(other, 'commit', '-qm', `Add ${file}`);
  git(other, 'push', '-q', 'origin', name);
}

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-git-remote-')));
  for (const name of ['served', 'root', 'seed']) mkdirSync(join(folder, name));
  git(join(folder, 'served'), 'init', '-q', '--bare', '-b', 'main', 'shop.git');
  const seed = join(folder, 'seed');
  git(seed, 'init', '-q', '-b', 'main');
  writeFileSync(join(seed, 'a.txt'), 'a\n');
  git(seed, 'add', '.');
  git(seed, 'commit', '-qm', 'First');
  git(seed, 'push', '-q', bare(), 'main');
  host = await startGitHost(join(folder, 'served'), token);
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const roots = await openRoots([join(folder, 'root')]);
  serveStdio(() => createGitServer(roots, { token }), { transport: theirs });
  client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(ours);
});
afterAll(async () => {
  await client.close();
  await host.close();
  rmSync(folder, { recursive: true });
});

describe('a repository on a host', () => {
  it('is cloned with the caller’s token, which is kept nowhere; undoing removes the clone', async () => {
    const gone = await done('clone', { url: `${host.url}/shop.git`, path: 'gone' });
    expect(await done('undo', { undo: gone.undo })).toEqual({ outcome: 'undone' });
    expect(await done('clone', { url: `${host.url}/shop.git`, path: 'shop' })).toMatchObject({ path: 'shop' });
    expect(readFileSync(join(folder, 'root', 'shop', '.git', 'config'), 'utf8')).not.toContain(token);
  });

  it('refuses without the right token, with what to do', async () => {
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    const roots = await openRoots([join(folder, 'root')]);
    serveStdio(() => createGitServer(roots), { transport: theirs });
    const stranger = new Client({ name: 'stranger', version: '1.0.0' });
    await stranger.connect(ours);
    const { isError, content } = await stranger.callTool({ name: 'fetch', arguments: { repo: 'shop' } });
    await stranger.close();
    expect([isError, (content as { text: string }[])[0]?.text]).toEqual([
      true,
      expect.stringContaining('assay connect'),
    ]);
  });

  it('is fetched without touching local branches, and put back; a refspec that writes to them is refused', async () => {
    const shop = join(folder, 'root', 'shop');
    git(shop, 'config', 'remote.origin.fetch', '+refs/heads/*:refs/heads/*');
    await expect(done('fetch', { repo: 'shop' })).rejects.toThrow(/writes to local branches/);
    git(shop, 'config', 'remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*');
    const before = git(shop, 'rev-parse', 'main');
    pushElsewhere('main', 'b.txt');
    const fetched = await done('fetch', { repo: 'shop' });
    expect(fetched.updated).toMatchObject([{ ref: 'refs/remotes/origin/main', before }]);
    expect(git(shop, 'rev-parse', 'main')).toBe(before);
    expect(await done('undo', { undo: fetched.undo })).toEqual({ outcome: 'undone' });
    expect(git(shop, 'rev-parse', 'origin/main')).toBe(before);
    await done('fetch', { repo: 'shop' });
  });

  it('is pushed to: an agent branch, without force', async () => {
    ({ path, branch } = (await done('start', { repo: 'shop', task: 'greet', base: 'origin/main' })) as never);
    writeFileSync(join(folder, 'root', path, 'c.txt'), 'c\n');
    await done('commit', { repo: path, message: 'Add c' });
    const pushed = await done('push', { repo: path, branch });
    expect(pushed).toMatchObject({ before: null });
    expect(git(bare(), 'rev-parse', branch)).toBe(pushed.after);
    expect(await done('undo', { undo: pushed.undo })).toEqual({ outcome: 'undone' });
    expect(git(bare(), 'branch', '--list', branch)).toBe('');
    const again = await done('push', { repo: path, branch });
    pushElsewhere(branch, 'd.txt');
    await expect(done('undo', { undo: again.undo })).rejects.toThrow(/changed since/);
    writeFileSync(join(folder, 'root', path, 'e.txt'), 'e\n');
    await done('commit', { repo: path, message: 'Add e' });
    await expect(done('push', { repo: path, branch })).rejects.toThrow(/force is never used/);
  });

  it('a second push is taken back by new commits', async () => {
    await done('fetch', { repo: 'shop' });
    await done('merge', { repo: path, source: `origin/${branch}` });
    const merged = await done('push', { repo: path, branch });
    expect(merged.before).not.toBeNull();
    writeFileSync(join(folder, 'root', path, 'f.txt'), 'f\n');
    await done('commit', { repo: path, message: 'Add f' });
    const pushed = await done('push', { repo: path, branch });
    expect(await done('undo', { undo: pushed.undo })).toEqual({ outcome: 'reverted' });
    expect(git(bare(), 'ls-tree', '--name-only', branch)).not.toContain('f.txt');
    expect(git(bare(), 'log', '-1', '--format=%s', branch)).toBe('Revert "Add f"');
  });

  it('a pull request is opened on GitHub with exactly the given text, and closed again', async () => {
    host.answer = ({ method }) => ({
      status: method === 'POST' ? 201 : 200,
      body: { number: 7, html_url: `${host.url}/shop/pull/7`, state: 'open', head: { ref: branch } },
    });
    const asked = { repo: path, branch, base: 'main', title: 'Add c', body: 'Because.', service: 'github' };
    const opened = await done('open_request', asked);
    expect(opened).toMatchObject({ number: 7, url: `${host.url}/shop/pull/7` });
    expect(host.calls.at(-1)).toMatchObject({
      method: 'POST',
      path: '/api/v3/repos/shop/pulls',
      headers: { authorization: `Bearer ${token}` },
      body: { title: 'Add c', body: 'Because.', head: branch, base: 'main', draft: false },
    });
    expect(await done('undo', { undo: opened.undo })).toEqual({ outcome: 'undone' });
    expect(host.calls.at(-1)).toMatchObject({
      method: 'PATCH',
      path: '/api/v3/repos/shop/pulls/7',
      body: { state: 'closed' },
    });
  });

  it('a merge request is opened on GitLab, and closed again', async () => {
    host.answer = ({ method }) => ({
      status: method === 'POST' ? 201 : 200,
      body: { iid: 3, web_url: `${host.url}/shop/-/merge_requests/3`, state: 'opened', source_branch: branch },
    });
    const asked = {
      repo: path,
      branch,
      base: 'main',
      title: 'Add c',
      body: 'Because.',
      draft: true,
      service: 'gitlab',
    };
    const opened = await done('open_request', asked);
    expect(host.calls.at(-1)).toMatchObject({
      path: '/api/v4/projects/shop/merge_requests',
      headers: { 'private-token': token },
      body: { title: 'Draft: Add c', description: 'Because.', source_branch: branch, target_branch: 'main' },
    });
    expect(await done('undo', { undo: opened.undo })).toEqual({ outcome: 'undone' });
    expect(host.calls.at(-1)).toMatchObject({ method: 'PUT', body: { state_event: 'close' } });
  });

  it.each([
    [
      { status: 422, body: { message: 'Validation Failed', errors: [{ message: 'exists already' }] } },
      /422: Validation Failed exists already/,
    ],
    [{ status: 302, body: {} }, /cannot be reached|302/],
    [{ status: 200, body: { number: 'x' } }, /unexpectedly/],
  ])('a host that answers %j', async (answer, reason) => {
    host.answer = () => answer;
    const asked = { repo: path, branch, base: 'main', title: 'x', body: '', service: 'github' };
    await expect(done('open_request', asked)).rejects.toThrow(reason);
  });

  it('requests of other branches, of unpushed ones, and to unknown services are refused', async () => {
    const asked = { repo: path, branch, base: 'main', title: 'x', body: '' };
    await expect(done('open_request', { ...asked, branch: 'main' })).rejects.toThrow(/not an agent branch/);
    await expect(done('open_request', { ...asked, branch: 'agent/x/y', service: 'github' })).rejects.toThrow(
      /Push it first/,
    );
    await expect(done('open_request', asked)).rejects.toThrow(/Give service/);
  });

  it('a remote that pushes elsewhere, or is not HTTP, is refused', async () => {
    const shop = join(folder, 'root', 'shop');
    git(shop, 'config', 'remote.origin.pushurl', '/tmp/elsewhere');
    await expect(done('push', { repo: path, branch })).rejects.toThrow(/another address/);
    git(shop, 'config', '--unset', 'remote.origin.pushurl');
    git(shop, 'config', 'remote.origin.url', bare());
    await expect(done('fetch', { repo: 'shop' })).rejects.toThrow(/not an https address/);
  });
});
