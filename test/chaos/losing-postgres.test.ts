import { expect, it } from '@jest/globals';
import { ExternalPostgres } from './external-postgres.js';
import { Installation } from './installation.js';
import { killHard, lives, type Seen } from './processes.js';
import type { Server } from './server.js';
import { patienceMs, rounds } from './soak.js';
import { until } from './until.js';
import { type Envelope, Upstream } from './upstream.js';
import { inParallel } from './workers.js';

const statusOf = async ({ api }: Server, path: string): Promise<number | undefined> =>
  (await api.attempt('GET', path))?.status;

const ready = (server: Server) =>
  until('the server to be ready again', async () => (await statusOf(server, '/readyz')) === 200);

const newNamespace = (name: string) => ({ name: `chaos-${name}` });

it(
  'kill -9 of an external PostgreSQL: what reads goes on, what writes says why, and all is well when it returns',
  async () => {
    const database = await ExternalPostgres.start();
    const installation = new Installation({ DATABASE_URL: database.url });
    try {
      const server = await installation.start();
      const upstream = new Upstream(installation.home);
      await upstream.importInto(server);
      await upstream.process(server);
      const answered: Envelope[] = [];
      const held: string[] = [];
      for (let round = 0; round < rounds(1, 10); round += 1) {
        // Reading the audit writes what waits, so that the log knows of no trouble when the blow falls.
        await server.api.expect(200, 'GET', '/v1/audit');
        await database.kill();
        held.push(await expectBounded(server, upstream));
        await expectHonest(server, round);
        await inParallel(20, async (_, turn) => {
          const answer = await upstream.call(server, 'echo', { message: 'still here' });
          expect(answer).toMatchObject({ status: 200, body: { output: 'still here' } });
          if (answer !== undefined) answered.push(answer.body);
          return turn < 5;
        });
        await database.restart();
        await ready(server);
        await server.api.expect(201, 'POST', '/v1/namespaces', newNamespace(`back-${round}`));
      }
      expect(await upstream.call(server, 'count', { line: 'after all' })).toMatchObject({ status: 200 });
      for (const id of held) {
        expect(await server.api.expect(200, 'GET', `/v1/invocations/${id}`)).toMatchObject({ status: 'succeeded' });
      }
      expect(upstream.effects()).toEqual([...held.map(() => 'first'), 'after all']);
      for (const { id } of answered) await server.api.expect(200, 'GET', `/v1/invocations/${id}`);
      expect(await server.api.expect(200, 'GET', '/v1/audit/verify')).toMatchObject({ ok: true, chains: 1 });
      expect(lives(server.process)).toBe(true);
    } finally {
      await installation.remove();
      await database.remove();
    }
  },
  patienceMs,
);

it(
  'a signal while PostgreSQL is away stops the server all the same, a held-back call and all',
  async () => {
    const database = await ExternalPostgres.start();
    const installation = new Installation({ DATABASE_URL: database.url });
    try {
      const server = await installation.start();
      const upstream = new Upstream(installation.home);
      await upstream.importInto(server);
      const tool = await upstream.process(server);
      await server.api.expect(200, 'GET', '/v1/audit');
      await database.kill();
      void upstream.call(server, 'count', { line: 'held back' }, { deadlineMs: 600_000 });
      await until('the effect', () => upstream.effects().length === 1);
      expect(await server.terminate()).toEqual({ code: 0, signal: null });
      expect(lives(tool)).toBe(false);
      expect(server.output).not.toContain('"level":50');
    } finally {
      await installation.remove();
      await database.remove();
    }
  },
  patienceMs,
);

/** Alive, not ready and saying so; memory answers; whatever needs the database answers `unavailable` within its time. */
async function expectHonest(server: Server, round: number): Promise<void> {
  const { api } = server;
  await until('the server to say that it is not ready', async () => (await statusOf(server, '/readyz')) === 503);
  const { status, checks } = await api.expect<{ status: string; checks: { database: string } }>(503, 'GET', '/readyz');
  expect(status).toBe('not ready');
  expect(checks.database).toMatch(/^The database at 127\.0\.0\.1:\d+ cannot be used: .*; check DATABASE_URL/);
  await api.expect(200, 'GET', '/healthz');
  await api.expect(200, 'GET', '/v1/tools/chaos/upstream.echo');
  await api.expect(200, 'POST', '/v1/discover', { query: 'answers the message' });
  const unavailable = { code: 'unavailable', detail: expect.stringContaining('database') };
  for (const [method, path, body] of [
    ['POST', '/v1/namespaces', newNamespace(`lost-${round}`)],
    ['POST', '/v1/keys', { principal: { kind: 'agent', name: 'ann' }, role: 'caller' }],
    ['GET', '/v1/invocations/00000000-0000-4000-8000-000000000000', undefined],
    ['GET', '/v1/audit', undefined],
    ['GET', '/v1/audit/verify', undefined],
  ] as const) {
    expect(await api.expect(503, method, path, body)).toMatchObject(unavailable);
  }
}

/**
 * The first side-effecting call after the loss finds out: it is answered within its deadline, as done, and its record
 * follows. From then on nothing that may have effects is called. Resolves to the id of the first.
 */
async function expectBounded(server: Server, upstream: Upstream): Promise<string> {
  const first = await upstream.call(server, 'count', { line: 'first' }, { deadlineMs: 1_500 });
  expect(first).toMatchObject({
    status: 503,
    body: { code: 'unavailable', error: { outcome: 'done', retryable: false } },
  });
  const second = await upstream.call(server, 'count', { line: 'second' });
  expect(second).toMatchObject({ status: 503, body: { code: 'unavailable', error: { outcome: 'none' } } });
  return first?.body.id as string;
}

it(
  'kill -9 of the embedded PostgreSQL: the server starts it again and loses nothing',
  async () => {
    const installation = new Installation();
    try {
      const server = await installation.start();
      const upstream = new Upstream(installation.home);
      await upstream.importInto(server);
      for (let round = 0; round < rounds(1, 10); round += 1) {
        const first = server.postgres() as Seen;
        killHard(first);
        expect(await upstream.call(server, 'echo', { message: 'still here' })).toMatchObject({ status: 200 });
        await until('PostgreSQL to be started again', () => server.postgres() !== undefined);
        await ready(server);
        expect(lives(first)).toBe(false);
        expect(await upstream.call(server, 'count', { line: `line ${round}` })).toMatchObject({ status: 200 });
        await server.api.expect(201, 'POST', '/v1/namespaces', newNamespace(`back-${round}`));
      }
      expect(await server.api.expect(200, 'GET', '/v1/audit/verify')).toMatchObject({ ok: true, chains: 1 });
      expect(server.output).toContain('The embedded database ended by itself (SIGKILL)');
      const last = [server.postgres() as Seen, server.guard() as Seen];
      expect(await server.terminate()).toEqual({ code: 0, signal: null });
      expect(last.filter(lives)).toEqual([]);
    } finally {
      await installation.remove();
    }
  },
  patienceMs,
);

it(
  'a PostgreSQL that outlives its killed server, guard and all, is taken over by the next start',
  async () => {
    const installation = new Installation();
    try {
      const server = await installation.start();
      await server.api.expect(201, 'POST', '/v1/namespaces', newNamespace('kept'));
      const orphan = server.postgres() as Seen;
      killHard(server.guard() as Seen);
      await server.kill();
      expect(lives(orphan)).toBe(true);
      const next = await installation.start();
      expect(lives(orphan)).toBe(false);
      await next.api.expect(200, 'GET', '/v1/namespaces/chaos-kept');
    } finally {
      await installation.remove();
    }
  },
  patienceMs,
);
