import { expect, it } from '@jest/globals';
import type { Api } from './api.js';
import { ExternalPostgres } from './external-postgres.js';
import { Installation } from './installation.js';
import type { Server } from './server.js';
import { patienceMs, rounds, soak } from './soak.js';
import { twoHomes } from './two-homes.js';
import { until } from './until.js';
import { Upstream } from './upstream.js';

const homes = twoHomes();

const echo = 'chaos/upstream.echo';
const reason = 'It answers what it was asked.';

const revoke = (api: Api, target: string) =>
  api.expect<{ id: string }>(201, 'POST', '/v1/revocations', { target, reason });

/** Two replicas that both have called the tools of one upstream. */
async function twoReplicas(): Promise<{ one: Server; other: Server; upstream: Upstream }> {
  const [one, other] = [await homes[0].start(), await homes[1].start()];
  const upstream = new Upstream(homes[0].home);
  await upstream.importInto(one);
  for (const server of [one, other]) await until('the tool to be served', () => serves(server, upstream));
  return { one, other, upstream };
}

const serves = async (server: Server, upstream: Upstream): Promise<boolean> =>
  (await upstream.call(server, 'echo', { message: 'here' }))?.status === 200;

/** Calls one after the other until one is refused; ms from `since` to the refusal. Then none may succeed any more. */
async function refusedAfter(server: Server, upstream: Upstream, since: number): Promise<number> {
  for (;;) {
    const answer = await upstream.call(server, 'echo', { message: 'still here' });
    const ms = performance.now() - since;
    if (answer?.status === 200 && ms < 30_000) continue;
    expect(answer).toMatchObject({ status: 410, body: { code: 'version_revoked', revocation: { reason } } });
    for (let again = 0; again < 3; again += 1) {
      expect((await upstream.call(server, 'echo', { message: 'again' }))?.status).toBe(410);
    }
    return ms;
  }
}

function distribution(ms: readonly number[]): string {
  const sorted = [...ms].sort((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0).toFixed(1);
  return `min ${sorted[0]?.toFixed(1)} · p50 ${at(0.5)} · p90 ${at(0.9)} · p99 ${at(0.99)} · max ${at(1)} ms (n = ${ms.length})`;
}

it(
  'what one replica revokes, the other refuses within a second',
  async () => {
    const { one, other, upstream } = await twoReplicas();
    const targets = [`${echo}@1.0.0`, `${echo}@^1`, echo, 'chaos/*'];
    const sinceAsked: number[] = [];
    const sinceAnswered: number[] = [];
    for (let round = 0; round < rounds(60, 1_000); round += 1) {
      const [from, to] = round % 2 === 0 ? [one, other] : [other, one];
      const asked = performance.now();
      const refused = refusedAfter(to, upstream, asked);
      const { id } = await revoke(from.api, targets[round % targets.length] as string);
      const answered = performance.now();
      expect((await upstream.call(from, 'echo', { message: 'here' }))?.status).toBe(410);
      const ms = await refused;
      sinceAsked.push(ms);
      sinceAnswered.push(Math.max(0, ms - (answered - asked)));
      await from.api.expect(200, 'DELETE', `/v1/revocations/${id}`);
      for (const server of [from, to]) await until('the tool to be served again', () => serves(server, upstream));
    }
    process.stdout.write(
      `\nRevoked on one replica, refused by the other\n  after it was asked for:  ${distribution(sinceAsked)}\n  after it was answered:   ${distribution(sinceAnswered)}\n`,
    );
    expect(Math.max(...sinceAsked)).toBeLessThan(1_000);
  },
  patienceMs,
);

it(
  'a listed server that is no tool here is hidden by the other replica at once, too, and comes back',
  async () => {
    const [one, other] = [await homes[0].start(), await homes[1].start()];
    await one.api.expect(201, 'POST', '/v1/namespaces', { name: 'chaos', visibility: 'public' });
    const $schema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';
    const server = { $schema, name: 'chaos/listed', description: 'Listed, and no tool.', version: '1.0.0' };
    await one.api.expect(200, 'POST', '/v0.1/publish', server);
    const read = (from: Server, status: number) =>
      from.api.expect<object>(status, 'GET', '/v0.1/servers/chaos%2Flisted/versions/1.0.0');
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      await read(to, 200);
      const { id } = await revoke(from.api, 'chaos/listed@^1');
      await read(to, 404);
      const path = '/v0.1/servers/chaos%2Flisted/versions/1.0.0?include_deleted=true';
      expect(JSON.stringify(await to.api.expect(200, 'GET', path))).toContain(`"revocation":{"id":"${id}"`);
      await until(
        'the other replica to know of it',
        async () => (await to.api.attempt('DELETE', `/v1/revocations/${id}`))?.status === 200,
      );
      await read(from, 200);
    }
  },
  patienceMs,
);

it(
  'what is under way on the other replica is aborted',
  async () => {
    const { one, other, upstream } = await twoReplicas();
    for (let round = 0; round < rounds(3, 50); round += 1) {
      const [from, to] = round % 2 === 0 ? [one, other] : [other, one];
      const before = upstream.effects().length;
      const call = upstream.call(to, 'slow', { ms: 60_000 });
      await until('the call to be under way', () => upstream.effects().length > before);
      const { id } = await revoke(from.api, 'chaos/upstream.slow');
      expect(await call).toMatchObject({
        status: 410,
        body: { code: 'version_revoked', error: { outcome: 'unknown', retryable: false } },
      });
      await until('the upstream to hear of it', () => upstream.effects().at(-1) === 'cancelled');
      await from.api.expect(200, 'DELETE', `/v1/revocations/${id}`);
      await until('the tool to be back', async () => {
        const tool = await to.api.expect<{ status: string }>(200, 'GET', '/v1/tools/chaos/upstream.slow');
        return tool.status === 'ACTIVE';
      });
    }
  },
  patienceMs,
);

it(
  'a replica cut off from its database calls what only reads, with a warning, then nothing, and all again when it is back',
  async () => {
    const postgres = await ExternalPostgres.start();
    const installation = new Installation({ DATABASE_URL: postgres.url });
    try {
      const server = await installation.start();
      const upstream = new Upstream(installation.home);
      await upstream.importInto(server);
      await upstream.process(server);
      await server.api.expect(200, 'GET', '/v1/audit');
      await postgres.kill();
      // The first call after the blow may still reach the tool; its result is held back until its deadline.
      const unheard = /has not heard from its database for \d+ s/;
      const detailOf = async (tool: 'count' | 'echo', input: object) => {
        const answer = await upstream.call(server, tool, { ...input }, { deadlineMs: 1_000 });
        return String((answer?.body as { detail?: string } | undefined)?.detail ?? '');
      };
      await until('what may have effects to be refused', async () =>
        unheard.test(await detailOf('count', { line: 'lost' })),
      );
      const read = await upstream.call(server, 'echo', { message: 'still here' });
      expect(read).toMatchObject({
        status: 200,
        body: { output: 'still here', confidence: 0.8, warnings: [expect.stringMatching(unheard)] },
      });
      if (soak) {
        const nothing = /nothing is called until it answers again/;
        await until(
          'everything to be refused',
          async () => nothing.test(await detailOf('echo', { message: 'x' })),
          2_400,
        );
      }
      await postgres.restart();
      await until(
        'what may have effects to be called again',
        async () => (await upstream.call(server, 'count', { line: 'back' }))?.status === 200,
      );
      expect(await upstream.call(server, 'echo', { message: 'well' })).toMatchObject({
        status: 200,
        body: { warnings: [] },
      });
      expect(upstream.effects().filter((line) => line === 'back')).toEqual(['back']);
    } finally {
      await installation.remove();
      await postgres.remove();
    }
  },
  patienceMs,
);
