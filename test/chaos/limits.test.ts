import type { LimitView } from '@assay/contracts';
import { afterEach, expect, it } from '@jest/globals';
import { type Ground, groundOn } from './installation.js';
import type { Server } from './server.js';
import { patienceMs, rounds } from './soak.js';
import { until } from './until.js';
import { Upstream } from './upstream.js';

/** For a day, so that no time that a test takes gives any of it back. */
const limit = 'caller.calls.daily';

let ground: Ground;
afterEach(() => ground.remove());

const setLimit = ({ api }: Server, max: number) => api.expect(200, 'PUT', `/v1/limits/${limit}/*`, { limit: max });

async function left({ api }: Server): Promise<number | undefined> {
  const { items } = await api.expect<{ items: LimitView[] }>(200, 'GET', '/v1/limits?tool=chaos/upstream.count');
  return items.find(({ name }) => name === limit)?.left;
}

/** Effects of calls that are counted against the limit. */
const made = (upstream: Upstream): string[] => upstream.effects().filter((it) => it.startsWith('line '));

it(
  'a limit of 5 stays 5 over kill -9, and a call in flight at the kill counts as spent',
  async () => {
    ground = await groundOn('DATABASE_URL');
    const { installation } = ground;
    const upstream = new Upstream(installation.home);
    let server = await installation.start();
    await upstream.importInto(server);
    await setLimit(server, 5);
    const statuses: (number | undefined)[] = [];
    const call = async () => statuses.push((await upstream.call(server, 'count', { line: 'line' }))?.status);
    await call();
    await server.kill();
    server = await installation.start();
    await call();
    const inFlight = upstream.call(server, 'slow', { ms: 500_000 }, { deadlineMs: 600_000 });
    await until('the tool to be reached', () => upstream.effects().includes('started'));
    await server.kill();
    expect(await inFlight).toBeUndefined();
    server = await installation.start();
    expect(await left(server)).toBe(2);
    await call();
    await call();
    await call();
    await server.kill();
    server = await installation.start();
    await call();
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
  },
  patienceMs,
);

it(
  'of many calls at once between kill -9, no more reach the tool than the limit allows',
  async () => {
    ground = await groundOn('DATABASE_URL');
    const { installation } = ground;
    const upstream = new Upstream(installation.home);
    let server = await installation.start();
    await upstream.importInto(server);
    const max = 50;
    await setLimit(server, max);
    let answered = 0;
    const storm = (size: number, onAnswer: () => void = () => {}) =>
      Promise.all(
        Array.from({ length: size }, async (_, at) => {
          const answer = await upstream.call(server, 'count', { line: `line ${at}` });
          if (answer?.status === 200) answered += 1;
          onAnswer();
        }),
      );
    for (let round = 0; round < rounds(2, 6); round += 1) {
      let killing: Promise<void> | undefined;
      // The first answer is the blow: the others are on their way in, at the tool, or on their way back.
      await storm(15, () => {
        killing ??= server.kill();
      });
      await killing;
      server = await installation.start();
    }
    await storm(100);
    expect(made(upstream).length).toBeLessThanOrEqual(max);
    expect(answered).toBeLessThanOrEqual(made(upstream).length);
    expect(await left(server)).toBe(0);
    expect((await upstream.call(server, 'count', { line: 'line last' }))?.status).toBe(429);
  },
  patienceMs,
);
