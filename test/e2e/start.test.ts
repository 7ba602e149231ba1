import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DiscoveryAnswer } from '@assay/contracts';
import { createTestDatabase, type TestDatabase } from '@assay/persistence';
import { stdioUpstream } from '@assay/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from './client.js';
import { eventually } from './eventually.js';
import { importServer } from './importing.js';

const main = join(import.meta.dirname, '..', '..', 'apps', 'server', 'dist', 'main.js');

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

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'assay-start-'));
});
afterEach(async () => {
  for (const { child, ended } of programs.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  rmSync(home, { recursive: true, force: true });
});

function run(env: Record<string, string> = {}): Program {
  const output = { stdout: '', stderr: '' };
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, PORT: '0', ASSAY_HOME: home, DATABASE_URL: database.url, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const name of ['stdout', 'stderr'] as const) child[name]?.on('data', (chunk) => (output[name] += chunk));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const program = { child, stdout: () => output.stdout, stderr: () => output.stderr, ended };
  programs.push(program);
  return program;
}

/** The address a program says it is ready at. */
const ready = (program: Program) =>
  eventually(() => {
    if (program.child.exitCode !== null) throw new Error(program.stderr());
    return /ready at (http:\S+)/.exec(program.stdout())?.[1];
  }, 'the server is ready');

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
    expect(await refusal(run({ ASSAY_HOME: join(file, 'home') }))).toMatch(/Cannot write to .*set ASSAY_HOME/);
  });

  it('a database that cannot be reached, or that refuses', async () => {
    const nobody = await refusal(run({ DATABASE_URL: 'postgres://assay:secret-word@127.0.0.1:9/assay' }));
    expect(nobody).toMatch(/127\.0\.0\.1:9/);
    expect(nobody).not.toContain('secret-word');
    const wrong = new URL(database.url);
    wrong.pathname = '/no_such_database';
    expect(await refusal(run({ DATABASE_URL: wrong.toString() }))).toMatch(/no_such_database/);
  });

  it('an environment that makes no sense', async () => {
    const program = run({ PORT: 'http', ASSAY_TRUST_HALF_LIFE_DAYS: '-1' });
    expect(await program.ended).toBe(1);
    expect(program.stderr()).toMatch(/PORT must be a port number.*\n.*ASSAY_TRUST_HALF_LIFE_DAYS must be/);
  });

  it('a home in which another server lives', async () => {
    const first = run();
    const url = await ready(first);
    expect(await refusal(run())).toMatch(new RegExp(`Another Assay \\(process ${first.child.pid}\\) uses ${home}`));
    expect((await new Client(url).get('/healthz')).status).toBe(200);
  });
});

describe('a server', () => {
  it('says where it is, where the key is and what to try, and has its tools ready', async () => {
    const program = run();
    const url = await ready(program);
    expect(program.stdout()).toMatch(/Administrator's key +in .*admin\.key/);
    expect(program.stdout()).toMatch(/Try next: +npx assay search "read a file"/);
    const key = readFileSync(join(home, 'admin.key'), 'utf8').trim();
    expect(program.stdout() + program.stderr()).not.toContain(key);
    const admin = new Client(url, key);
    const { body } = await admin.post<DiscoveryAnswer>('/v1/discover', { query: 'read a file' });
    expect(body.results[0]).toMatchObject({ tool: 'assay/files.read', callable: true });
    const read = await admin.post('/v1/invocations', { tool: 'assay/files.list', input: {} });
    expect(read).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    expect(JSON.stringify(read.body)).toContain('welcome.md');
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'stops everything it started at %s, calls under way included',
    async (signal) => {
      const program = run();
      const admin = new Client(await ready(program), readFileSync(join(home, 'admin.key'), 'utf8').trim());
      const name = signal.toLowerCase();
      await admin.post('/v1/namespaces', { name });
      await importServer(admin, name, stdioUpstream('stubborn'), 'stubborn');
      await importServer(admin, name, stdioUpstream('family', join(home, 'family')), 'family');
      for (const server of ['stubborn', 'family'])
        await admin.post('/v1/invocations', { tool: `${name}/${server}.echo`, input: { message: 'x' } });
      const hanging = admin
        .post('/v1/invocations', { tool: `${name}/stubborn.hang`, input: {} })
        .catch(() => undefined);
      await eventually(
        async () => (descendants(program.child.pid as number).length >= 2 ? true : undefined),
        'upstreams run',
      );
      const started = descendants(program.child.pid as number);
      program.child.kill(signal);
      expect(await program.ended).toBe(0);
      await hanging;
      const left = await eventually(
        () => (started.filter(isAlive).length === 0 ? [] : undefined),
        'no process is left',
      );
      expect(left).toEqual([]);
      expect(existsSync(join(home, 'server.pid'))).toBe(false);
    },
  );

  it('started again in the same home has its key and its tools, and publishes nothing anew', async () => {
    const first = run();
    const url = await ready(first);
    const key = readFileSync(join(home, 'admin.key'), 'utf8').trim();
    const list = async (at: string) =>
      JSON.stringify(
        (await new Client(at, key).get<{ items: { id: string }[] }>('/v1/tools?namespace=assay')).body.items.map(
          ({ id }) => id,
        ),
      );
    const before = await list(url);
    first.child.kill('SIGTERM');
    await first.ended;
    const second = run();
    expect(await list(await ready(second))).toBe(before);
    expect(readFileSync(join(home, 'admin.key'), 'utf8').trim()).toBe(key);
  });

  it('that was killed leaves a home in which the next one starts', async () => {
    const first = run();
    await ready(first);
    first.child.kill('SIGKILL');
    await first.ended;
    expect(existsSync(join(home, 'server.pid'))).toBe(true);
    await ready(run());
  });

  it('takes the administrator’s key from its operator, and ends the former one', async () => {
    const first = run({ ASSAY_ADMIN_KEY: 'chosen-by-the-operator-one' });
    const one = new Client(await ready(first), 'chosen-by-the-operator-one');
    expect((await one.get('/v1/keys')).status).toBe(200);
    expect(existsSync(join(home, 'admin.key'))).toBe(false);
    first.child.kill('SIGTERM');
    await first.ended;
    const url = await ready(run({ ASSAY_ADMIN_KEY: 'chosen-by-the-operator-two' }));
    expect((await new Client(url, 'chosen-by-the-operator-two').get('/v1/keys')).status).toBe(200);
    expect((await new Client(url, 'chosen-by-the-operator-one').get('/v1/keys')).status).toBe(401);
  });
});
