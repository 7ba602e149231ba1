import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { noRedis, startRedis, type TestRedis } from '../../libs/coordination/src/redis-server.fixture.js';
import type { Api } from './api.js';
import type { Installation } from './installation.js';
import type { Server } from './server.js';
import { patienceMs, rounds } from './soak.js';
import { twoHomes } from './two-homes.js';
import { until } from './until.js';
import { type Envelope, Upstream } from './upstream.js';
import { inParallel } from './workers.js';

const workers = 8;
const minCalls = 200;

let redis: TestRedis | undefined;
const environment: Record<string, string> = { ASSAY_DRAIN_SECONDS: '1' };
beforeAll(async () => {
  if (noRedis !== null) return;
  redis = await startRedis();
  environment.REDIS_URL = redis.url;
});
afterAll(() => redis?.stop());

const homes = twoHomes(environment);

/** What stands before the replicas: it asks each now and then whether it is ready, and sends calls to those that are. */
class Balancer {
  private readonly ready = new Set<Server>();
  private readonly asking = new Set<Promise<void>>();
  private isOver = false;
  private next = 0;

  add(server: Server): void {
    const asking = this.ask(server);
    this.asking.add(asking);
    void asking.then(() => this.asking.delete(asking));
  }

  /** Undefined while none is ready. */
  get one(): Server | undefined {
    const all = [...this.ready];
    this.next += 1;
    return all[this.next % all.length];
  }

  isReady = (server: Server): boolean => this.ready.has(server);

  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.asking);
  }

  /** Until it answers no more. */
  private async ask(server: Server): Promise<void> {
    for (;;) {
      const answer = await server.api.attempt('GET', '/readyz');
      if (answer?.status === 200) this.ready.add(server);
      else this.ready.delete(server);
      if (answer === undefined || this.isOver) return;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

async function replace(server: Server, home: Installation, balancer: Balancer): Promise<Server> {
  expect(await server.terminate()).toEqual({ code: 0, signal: null });
  const next = await home.start();
  balancer.add(next);
  await until('the new replica to be ready', () => balancer.isReady(next));
  return next;
}

interface Made {
  readonly line: string;
  readonly status: number | undefined;
  readonly body: unknown;
}

async function callUntil(isOver: () => boolean, balancer: Balancer, upstream: Upstream): Promise<Made[]> {
  const made: Made[] = [];
  await inParallel(workers, async (worker) => {
    const server = await until('a replica to be ready', () => balancer.one);
    const line = randomUUID();
    const answer = await (worker === 0
      ? upstream.call(server, 'slow', { ms: 400 })
      : upstream.call(server, 'count', { line }));
    made.push({ line: worker === 0 ? '' : line, status: answer?.status, body: answer?.body });
    return !isOver();
  });
  return made;
}

const noticesOf = async (api: Api, kind: string) =>
  (await api.all<{ kind: string }>('/v1/notifications')).filter((it) => it.kind === kind);

it(
  'a rolling restart of two replicas under load loses nothing and opens no ticket',
  async () => {
    let servers: [Server, Server] = [await homes[0].start(), await homes[1].start()];
    const upstream = new Upstream(homes[0].home);
    await upstream.importInto(servers[0]);
    await until('the other replica to have the tools', async () => {
      const answer = await upstream.call(servers[1], 'whoami', {});
      return answer?.status === 200;
    });
    const balancer = new Balancer();
    for (const server of servers) balancer.add(server);
    let rolled = false;
    let count = 0;
    const calling = callUntil(
      () => {
        count += 1;
        return rolled && count >= minCalls;
      },
      balancer,
      upstream,
    );
    for (let round = 0; round < rounds(1, 5); round += 1) {
      const one = await replace(servers[0], homes[0], balancer);
      servers = [one, await replace(servers[1], homes[1], balancer)];
    }
    rolled = true;
    const made = await calling;
    await balancer.stop();
    expect(made.filter(({ status }) => status !== 200)).toEqual([]);
    const counted = made.flatMap(({ line }) => (line === '' ? [] : [line])).sort();
    const effects = upstream.effects().filter((it) => /^[0-9a-f-]{36}$/.test(it));
    expect(effects.sort()).toEqual(counted);
    const { api } = servers[0];
    expect(await noticesOf(api, 'call.outcome-unknown')).toEqual([]);
    expect(await api.all('/v1/escalations')).toEqual([]);
  },
  patienceMs,
);

it(
  'a replica that drains says that it is not ready, serves on, closes its connections, and finishes what it has begun',
  async () => {
    const server = await homes[0].start();
    const upstream = new Upstream(homes[0].home);
    await upstream.importInto(server);
    const id = randomUUID();
    const slow = upstream.call(server, 'slow', { ms: 2_500 }, { id });
    await until('the call to run', async () => {
      const shown = await server.api.attempt<Envelope>('GET', `/v1/invocations/${id}`);
      return shown?.body.status === 'running' || undefined;
    });
    const ended = server.terminate();
    await until('it to drain', async () => (await server.api.attempt('GET', '/readyz'))?.status === 503);
    const answer = await fetch(`${server.api.url}/healthz`);
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    expect((await upstream.call(server, 'count', { line: 'while it drains' }))?.status).toBe(200);
    await until('it to listen no more', async () => (await server.api.attempt('GET', '/healthz')) === undefined);
    expect((await slow)?.body).toMatchObject({ id, status: 'succeeded' });
    expect(await ended).toEqual({ code: 0, signal: null });
  },
  patienceMs,
);
