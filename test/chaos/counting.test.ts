import { afterEach, expect, it } from '@jest/globals';
import { type Ground, groundOn } from './installation.js';
import type { Server } from './server.js';
import { patienceMs, rounds } from './soak.js';
import { until } from './until.js';
import { Upstream } from './upstream.js';
import { inParallel } from './workers.js';

/** Evidence is handed over every 5 s; on a busy machine, and with the writing of it, no more than this is lost. */
const lostWithinMs = 5_000 + 2_500;
const workers = 20;
/** How long calls go on before each blow: past one flush of evidence, short of the next or just behind it. */
const blowsMs = [9_100, 12_300, 10_050, 11_400];

let ground: Ground;
afterEach(() => ground.remove());

/** Calls until the server is killed, `afterMs` from now; when each was answered, and how many were sent. */
async function callUntilKilled(server: Server, upstream: Upstream, afterMs: number) {
  const begun = performance.now();
  const answeredMs: number[] = [];
  let sent = 0;
  let killedMs = Number.POSITIVE_INFINITY;
  await inParallel(workers, async () => {
    sent += 1;
    const answer = await upstream.call(server, 'echo', { message: 'here' });
    if (answer === undefined) return false;
    const atMs = performance.now() - begun;
    answeredMs.push(atMs);
    if (atMs < afterMs || killedMs < atMs) return true;
    killedMs = atMs;
    await server.kill();
    return false;
  });
  return { answeredMs, sent, killedMs };
}

/** Calls that the trust of the tool has counted, over all days. */
async function counted({ api }: Server): Promise<number> {
  const { history } = await api.expect<{ history: { calls: number }[] }>(
    200,
    'GET',
    '/v1/tools/chaos/upstream.echo/trust',
  );
  return history.reduce((sum, { calls }) => sum + calls, 0);
}

/** The same, once what the server starts with has been worked out. */
const countedAfterStart = async (server: Server): Promise<number> => {
  await until('the trust of the tool to be there', async () => (await counted(server)) >= 0);
  return counted(server);
};

it(
  'kill -9 among calls loses no evidence older than the documented bound, and counts no call twice',
  async () => {
    ground = await groundOn('DATABASE_URL');
    const upstream = new Upstream(ground.installation.home);
    let server = await ground.installation.start();
    await upstream.importInto(server);
    for (let round = 0; round < rounds(1, blowsMs.length); round += 1) {
      const before = await countedAfterStart(server);
      const { answeredMs, sent, killedMs } = await callUntilKilled(server, upstream, blowsMs[round] as number);
      server = await ground.installation.start();
      const added = (await countedAfterStart(server)) - before;
      const surelyWritten = answeredMs.filter((it) => it < killedMs - lostWithinMs).length;
      expect(added).toBeGreaterThanOrEqual(surelyWritten);
      expect(added).toBeGreaterThan(0);
      expect(added).toBeLessThanOrEqual(sent);
    }
  },
  patienceMs,
);
