import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { DiscoveryAnswer, KitView } from '@assay/contracts';
import { createTestDatabase, type TestDatabase } from '@assay/persistence';
import { stdioUpstream } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Client } from './client.js';
import { importServer } from './importing.js';

const main = join(import.meta.dirname, '..', '..', 'apps', 'server', 'dist', 'bundle', 'start.js');

interface Program {
  readonly child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Resolves to the exit code once the program and its output have ended. */
  readonly ended: Promise<number | null>;
}

let database: TestDatabase;
let home: string;
const programs: Program[] = [];

/** Each of these tests starts whole servers, which takes long on a busy machine: only this limits how long they wait. */
jest.setTimeout(300_000);

beforeAll(async () => {
  database = await createTestDatabase();
  home = mkdtempSync(join(tmpdir(), 'assay-start-'));
});
afterAll(async () => {
  for (const { child, ended } of programs) {
    child.kill('SIGKILL');
    await ended;
  }
  rmSync(home, { recursive: true, force: true });
  await database.drop();
});

function run(env: Record<string, string> = {}): Program {
  const output = { stdout: '', stderr: '' };
  const child = spawn(process.execPath, [main], {
    env: {
      ...{ PATH: process.env.PATH, PORT: '0', ASSAY_HOME: home, DATABASE_URL: database.url },
      // A call that never ends is cut off soon.
      ...{ ASSAY_DRAIN_SECONDS: '0', ASSAY_SHUTDOWN_GRACE_SECONDS: '1' },
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const name of ['stdout', 'stderr'] as const) child[name]?.on('data', (chunk) => (output[name] += chunk));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const program = { child, stdout: () => output.stdout, stderr: () => output.stderr, ended };
  programs.push(program);
  return program;
}

/** The address a program says it is ready at, however long that takes; rejects when the program ends before. */
async function ready(program: Program): Promise<string> {
  const stdout = program.child.stdout as Readable;
  const ended = program.ended.then((code) => {
    throw new Error(`The server ended with ${code} before it was ready:\n${program.stderr()}`);
  });
  // It may end much later, when nobody waits for it here any more.
  ended.catch(() => {});
  for (;;) {
    const url = /ready at (http:\S+)/.exec(program.stdout())?.[1];
    if (url !== undefined) return url;
    await Promise.race([once(stdout, 'data'), ended]);
  }
}

/** Resolves once no process of these is left, however long that takes. */
async function allGone(pids: readonly number[]): Promise<void> {
  while (pids.some(isAlive)) await pause(25);
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

/** Processes below another, by the parents that Linux names; an empty list elsewhere. */
function descendants(pid: number): number[] {
  if (!existsSync('/proc/self/stat')) return [];
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        return [[Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])] as const];
      } catch {
        return [];
      }
    });
  const below = (parent: number): number[] =>
    parents.filter(([, of]) => of === parent).flatMap(([child]) => [child, ...below(child)]);
  return below(pid);
}

/** What a start that cannot be says: exit 1, and one line on standard error beside the log's. */
async function refusal(program: Program): Promise<string> {
  const code = await program.ended;
  const lines = program
    .stderr()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('{'));
  expect({ code, lines }).toEqual({ code: 1, lines: [expect.stringMatching(/^assay: /)] });
  expect(program.stdout()).toBe('');
  return lines[0] as string;
}

describe('a start that cannot be is one clear line and exit 1:', () => {
  it('a port in use', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as { port: number };
    expect(await refusal(run({ PORT: String(port) }))).toBe(
      `assay: Port ${port} of 127.0.0.1 is in use: stop what uses it, or set PORT to another one.`,
    );
    holder.close();
  });

  it('a home that cannot be written', async () => {
    const file = join(home, 'file');
    writeFileSync(file, '');
    expect(await refusal(run({ ASSAY_HOME: join(file, 'home') }))).toMatch(/cannot be written.*ASSAY_HOME/);
  });

  it('a database that cannot be reached, or that refuses', async () => {
    const nobody = await refusal(run({ DATABASE_URL: 'postgres://assay:secret-word@127.0.0.1:9/assay' }));
    expect(nobody).toMatch(/127\.0\.0\.1:9/);
    expect(nobody).not.toContain('secret-word');
    const wrong = new URL(database.url);
    wrong.pathname = '/no_such_database';
    expect(await refusal(run({ DATABASE_URL: wrong.toString() }))).toMatch(/has no such database; check DATABASE_URL/);
  });

  it('an environment that makes no sense', async () => {
    const program = run({ PORT: 'http', ASSAY_TRUST_HALF_LIFE_DAYS: '-1' });
    expect(await program.ended).toBe(1);
    expect(program.stderr()).toMatch(/PORT must be a port number.*\n.*ASSAY_TRUST_HALF_LIFE_DAYS must be/);
  });
});

describe('a server, from its first start to its last', () => {
  let first: Program;
  let url: string;
  let key: string;
  const ownTools = async (client: Client) =>
    (await client.get<{ items: { id: string }[] }>('/v1/tools?namespace=assay')).body.items.map(({ id }) => id);
  let published: string[];
  /** Resolves once no kit is being published, however long that takes. */
  const allPublished = async (client: Client) => {
    const statuses = async () =>
      (await client.get<{ items: KitView[] }>('/v1/kits')).body.items.map(({ status }) => status as string);
    while ((await statuses()).includes('being_published')) await pause(25);
  };

  it('says where it is, where the key is and what to try, and publishes its tools soon', async () => {
    first = run();
    url = await ready(first);
    expect(first.stdout()).toMatch(/Administrator's key +in .*admin\.key/);
    // The server's folder is not where the command line looks by itself.
    expect(first.stdout()).toMatch(/Try next: +ASSAY_HOME="\S+" npx assay search "read a file"/);
    const { url: stored, pid } = JSON.parse(readFileSync(join(home, 'server.json'), 'utf8'));
    expect([stored, pid]).toEqual([url, first.child.pid]);
    key = readFileSync(join(home, 'admin.key'), 'utf8').trim();
    expect(first.stdout() + first.stderr()).not.toContain(key);
    const admin = new Client(url, key);
    await allPublished(admin);
    const { body } = await admin.post<DiscoveryAnswer>('/v1/discover', { query: 'read a file' });
    expect(body.results[0]).toMatchObject({ tool: 'assay/files.read', callable: 'yes' });
    const read = await admin.post('/v1/invocations', { tool: 'assay/files.list', input: {} });
    expect(read).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    expect(JSON.stringify(read.body)).toContain('welcome.md');
    published = await ownTools(admin);
  });

  it('has its home for itself', async () => {
    const { pid } = first.child;
    expect(await refusal(run())).toBe(
      `assay: Another Assay (process ${pid}) uses ${home}: stop it, or set ASSAY_HOME to another folder.`,
    );
    expect((await new Client(url).get('/healthz')).status).toBe(200);
  });

  it('stops everything it started at SIGTERM, calls under way included', () => stopsWhole(first, url, key, 'SIGTERM'));

  it('keeps its key and its tools after a restart, and publishes nothing again', async () => {
    const again = run();
    expect(await ownTools(new Client(await ready(again), key))).toEqual(published);
    again.child.kill('SIGKILL');
    await again.ended;
    expect(existsSync(join(home, 'server.pid'))).toBe(true);
  });

  it('starts after a kill, takes its key from its operator and ends the former one, and stops at SIGINT', async () => {
    const chosen = 'chosen-by-the-operator-one';
    const last = run({ ASSAY_ADMIN_KEY: chosen });
    const address = await ready(last);
    expect((await new Client(address, key).get('/v1/keys')).status).toBe(401);
    expect((await new Client(address, chosen).get('/v1/keys')).status).toBe(200);
    expect(last.stdout() + last.stderr()).not.toContain(chosen);
    await stopsWhole(last, address, chosen, 'SIGINT');
  });
});

/** Starts upstreams that would rather live on, one with a call under way, and expects nothing left after the signal. */
async function stopsWhole(program: Program, url: string, key: string, signal: NodeJS.Signals): Promise<void> {
  const admin = new Client(url, key);
  const namespace = signal.toLowerCase();
  await admin.post('/v1/namespaces', { name: namespace });
  await importServer(admin, namespace, stdioUpstream('stubborn'), 'stubborn');
  await importServer(admin, namespace, stdioUpstream('family', '/tmp/family'), 'family');
  for (const server of ['stubborn', 'family'])
    await admin.post('/v1/invocations', { tool: `${namespace}/${server}.echo`, input: { message: 'x' } });
  const hanging = admin.post('/v1/invocations', { tool: `${namespace}/stubborn.hang`, input: {} }).catch(() => null);
  const started = descendants(program.child.pid as number);
  expect(started.length).toBeGreaterThanOrEqual(2);
  program.child.kill(signal);
  expect(await program.ended).toBe(0);
  await hanging;
  await allGone(started);
  expect([existsSync(join(home, 'server.pid')), existsSync(join(home, 'server.json'))]).toEqual([false, false]);
}
