import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { foundations, type Ground, groundOn } from './installation.js';
import { lives } from './processes.js';
import type { Server } from './server.js';
import { patienceMs, rounds, soak } from './soak.js';
import { until } from './until.js';
import { type Envelope, Upstream } from './upstream.js';
import { inParallel } from './workers.js';

const hanging = 10;
const workers = 60;

let ground: Ground;
afterEach(() => ground.remove());

/** Calls that never end by themselves, under ids we know; resolves once all are under way. */
async function hang(server: Server, upstream: Upstream): Promise<string[]> {
  const ids = Array.from({ length: hanging }, () => randomUUID());
  for (const id of ids) void upstream.call(server, 'hang', {}, { id, deadlineMs: 600_000 });
  await until('calls to hang', async () => {
    const shown = await Promise.all(ids.map((id) => server.api.attempt<Envelope>('GET', `/v1/invocations/${id}`)));
    return shown.every((it) => it?.body.status === 'running');
  });
  return ids;
}

/** Calls in a stream until the server takes no more; resolves to what was answered with success. */
async function callUntilStopped(server: Server, upstream: Upstream, stop: () => void): Promise<Envelope[]> {
  const answered: Envelope[] = [];
  await inParallel(workers, async (worker, turn) => {
    const line = `line ${randomUUID()}`;
    const answer = await (worker % 2 === 0
      ? upstream.call(server, 'count', { line })
      : upstream.call(server, 'echo', { message: line }));
    if (answer?.status === 200) answered.push(answer.body);
    if (worker === 0 && turn === 3) stop();
    return answer?.status === 200;
  });
  return answered;
}

/** In the small form the one with more to stop. */
const chosen = soak ? foundations : foundations.slice(0, 1);

it.each(chosen)(
  'a signal in the middle of calls ends them or cuts them off, writes every record, and leaves nothing running (%s)',
  async (foundation) => {
    ground = await groundOn(foundation, { ASSAY_SHUTDOWN_GRACE_SECONDS: '2' });
    const { installation } = ground;
    const upstream = new Upstream(installation.home, 'family');
    let server = await installation.start();
    await upstream.importInto(server);
    for (let round = 0; round < rounds(1, 10); round += 1) {
      const tool = await upstream.process(server);
      const hung = await hang(server, upstream);
      const children = [...server.children(), tool];
      let ended: Promise<unknown> = Promise.resolve();
      const answered = await callUntilStopped(server, upstream, () => {
        ended = server.terminate(round % 2 === 0 ? 'SIGTERM' : 'SIGINT');
      });
      expect(await ended).toEqual({ code: 0, signal: null });
      expect(children.filter(lives)).toEqual([]);
      expect(existsSync(join(installation.home, 'server.pid'))).toBe(false);

      server = await installation.start();
      for (const { id } of answered) {
        expect(await server.api.expect(200, 'GET', `/v1/invocations/${id}`)).toMatchObject({ status: 'succeeded' });
      }
      for (const id of hung) {
        expect(await server.api.expect(200, 'GET', `/v1/invocations/${id}`)).toMatchObject({
          status: 'failed',
          error: { code: 'outcome_unknown', outcome: 'unknown' },
        });
      }
      expect(await server.api.expect(200, 'GET', '/v1/audit/verify')).toMatchObject({ ok: true });
    }
  },
  patienceMs,
);
