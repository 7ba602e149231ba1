import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { assay, emptyFolder, removeFolders } from './terminal.fixture.js';

afterAll(removeFolders);

const me = {
  principal: { id: '0198f000-0000-7000-8000-000000000000', kind: 'user', name: 'ann' },
  organisation: 'default',
  scopes: ['admin'],
  namespaces: ['acme'],
};
const answers = { 'GET /v1/me': me };

async function homeWith(files: Readonly<Record<string, string>>): Promise<string> {
  const home = await emptyFolder();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(home, name, '..'), { recursive: true });
    await writeFile(join(home, name), text);
  }
  return home;
}

const stored = JSON.stringify({ url: 'http://a.test', keys: { 'http://a.test': 'of-login' } });

describe('the key', () => {
  const everything = { '.config/assay/config.json': stored, '.assay/admin.key': 'of-admin\n' };

  it.each([
    ['--key first', ['--key', 'given'], { ASSAY_API_KEY: 'of-env' }, 'Bearer given'],
    ['then ASSAY_API_KEY', [], { ASSAY_API_KEY: 'of-env' }, 'Bearer of-env'],
    ["then login's", [], {}, 'Bearer of-login'],
    ["then the local server's", ['--url', 'http://localhost:3000'], {}, 'Bearer of-admin'],
    ["not login's for another server", ['--url', 'http://b.test'], {}, null],
  ])('%s', async (_case, options, env, key) => {
    const home = await homeWith(everything);
    const { asked } = await assay(['me', ...options], { answers, env: { HOME: home, ...env } });
    expect(asked[0]?.key).toBe(key);
  });

  it("is looked for in ASSAY_HOME, and a local server's is shown to no other", async () => {
    const home = await homeWith({ 'elsewhere/admin.key': 'of-admin' });
    const env = { HOME: home, ASSAY_HOME: 'elsewhere' };
    expect((await assay(['me'], { answers, env })).asked[0]?.key).toBe('Bearer of-admin');
    const abroad = await assay(['me'], { answers, env: { ...env, ASSAY_URL: 'http://assay.test' } });
    expect(abroad.asked[0]?.key).toBeNull();
  });
});

describe('the address', () => {
  const me = async (file: object, options: string[] = [], more: Readonly<Record<string, string>> = {}) => {
    const home = await homeWith({
      '.assay/server.json': JSON.stringify(file),
      '.assay/admin.key': 'of-admin',
      ...more,
    });
    const { asked, err } = await assay(['me', ...options], { answers, env: { HOME: home } });
    return { url: asked[0]?.url, key: asked[0]?.key, err };
  };
  const running = { url: 'http://127.0.0.1:4321', pid: process.pid, host: hostname() };

  it('is that of the server that shares the folder, before that of a login', async () => {
    const found = await me(running, [], { '.config/assay/config.json': stored });
    expect(found).toEqual({ url: 'http://127.0.0.1:4321', key: 'Bearer of-admin', err: '' });
  });

  it('is another one when an option says so', async () => {
    expect((await me(running, ['--url', 'http://a.test'])).url).toBe('http://a.test');
  });

  it.each([
    ['left by a server that was killed', { ...running, pid: 4194305 }],
    ['that is not one', { ...running, url: 'nowhere' }],
    ['of no meaning', []],
  ])('is not one %s', async (_case, file) => {
    expect((await me(file)).url).toBe('http://127.0.0.1:3000');
  });
});

describe('a list without a key', () => {
  const line = 'GET /v1/tools?limit=50';

  it('says so when it is empty', async () => {
    const none = { [line]: { items: [], nextCursor: null } };
    expect((await assay(['list'], { answers: none })).err).toContain('No key is set');
    expect((await assay(['list', '--key', 'k'], { answers: none })).err).toBe('');
  });
});

describe('a server for a client', () => {
  it("warns when it works with the administrator's key", async () => {
    const home = await homeWith({ '.assay/admin.key': 'of-admin' });
    const own = await assay(['mcp'], { answers, env: { HOME: home } });
    expect(own.err).toContain("works with the administrator's key");
    const given = await assay(['mcp', '--key', 'of-agent'], { answers, env: { HOME: home } });
    expect(given.err).not.toContain('Warning');
  });
});

describe('login', () => {
  it('checks the key, keeps it for its owner alone, and is used from then on', async () => {
    const { home, code, out, asked } = await assay(['login', '--url', 'http://a.test/'], {
      answers,
      stdin: 'secret\n',
    });
    expect({ code, key: asked[0]?.key }).toEqual({ code: 0, key: 'Bearer secret' });
    expect(out).toContain('Logged in at http://a.test as ann (default)');
    const file = join(home, '.config', 'assay', 'config.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
      url: 'http://a.test',
      keys: { 'http://a.test': 'secret' },
    });
    const next = await assay(['me'], { answers, env: { HOME: home } });
    expect(next.asked[0]?.key).toBe('Bearer secret');
  });

  it('keeps nothing the server does not know', async () => {
    const nobody = { 'GET /v1/me': { ...me, principal: null } };
    const { home, code } = await assay(['login', '--key', 'wrong'], { answers: nobody });
    expect(code).toBe(1);
    await expect(stat(join(home, '.config'))).rejects.toThrow('ENOENT');
  });

  it('wants a key', async () => {
    expect((await assay(['login'], { answers, stdin: '' })).code).toBe(2);
  });

  it('goes where XDG_CONFIG_HOME says, and logout undoes it', async () => {
    const home = await homeWith({});
    const env = { HOME: home, XDG_CONFIG_HOME: join(home, 'x') };
    await assay(['login', '--key', 'secret'], { answers, env });
    const out = await assay(['logout'], { env });
    expect(out.out).toContain('was removed from this machine');
    expect(JSON.parse(await readFile(join(home, 'x', 'assay', 'config.json'), 'utf8'))).toEqual({ keys: {} });
  });

  it('explains how to repair a broken file', async () => {
    const home = await homeWith({ '.config/assay/config.json': '{' });
    const { code, err } = await assay(['me'], { env: { HOME: home } });
    expect(code).toBe(1);
    expect(err).toContain('is not valid JSON. Remove it, then run `assay login` again.');
  });
});

describe('doctor', () => {
  const well = {
    ...answers,
    'GET /readyz': { status: 'ready', checks: {} },
    'GET /v1/tools?limit=1': { items: [], nextCursor: null },
    'POST /v1/discover': { tookMs: 1.23 },
    'GET /v1/models': { languageModel: null, embedder: null },
    'GET /v1/isolation': { isolation: 'bubblewrap', limits: 'cgroup-v2', detail: null, servers: [] },
  };

  it('finds everything well, and says what could be better', async () => {
    const { code, out } = await assay(['doctor', '--key', 'k'], { answers: well });
    expect(code).toBe(0);
    expect(out).toContain('ok  key      user ann of default (from --key)');
    expect(out).toContain('No tools are visible to you: try `assay import mcp …`.');
  });

  it('says what to do without a key, and fails', async () => {
    const { code, out, err } = await assay(['doctor'], {
      answers: { ...well, 'GET /v1/me': { ...me, principal: null } },
    });
    expect(code).toBe(1);
    expect(out).toContain('Run `assay login`');
    expect(err).toBe('1 problem found.\n');
  });

  it('tells a server that is not ready, and one that is not there', async () => {
    const starting = Response.json({ checks: { database: 'cannot be reached' } }, { status: 503 });
    const ready = await assay(['doctor'], { answers: { 'GET /readyz': starting } });
    expect(ready.out).toContain('is not ready: database: cannot be reached');
    const gone = await assay(['doctor', '--json']);
    expect(gone.code).toBe(1);
    expect(JSON.parse(gone.out)).toMatchObject({ ok: false, checks: [{ name: 'server', ok: false }] });
  });
});
