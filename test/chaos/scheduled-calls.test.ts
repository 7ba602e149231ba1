import { expect, it } from '@jest/globals';
import { actingTools } from './acting-tools.js';
import type { Server } from './server.js';
import { patienceMs } from './soak.js';
import { twoHomes } from './two-homes.js';
import { until } from './until.js';
import type { Envelope } from './upstream.js';

const homes = twoHomes();
const { api: effects, publish } = actingTools();
const leadMs = 4_000;

/** Schedules a call of the tool that acts at every request; resolves to its id. */
async function schedule(server: Server, line: string, inMs: number): Promise<string> {
  const response = await fetch(`${server.api.url}/v1/invocations`, {
    method: 'POST',
    headers: {
      ...{ authorization: 'Bearer the-administrator-of-both-replicas', 'content-type': 'application/json' },
      prefer: 'respond-async',
    },
    body: JSON.stringify({
      ...{ tool: 'chaos/send', input: { line } },
      notBefore: new Date(Date.now() + inMs).toISOString(),
    }),
  });
  const body = (await response.json()) as Envelope;
  expect([response.status, body.status]).toEqual([202, 'scheduled']);
  return body.id;
}

it(
  'kill -9 before scheduled calls are due loses none: each is made once, by the next start or by the other replica',
  async () => {
    const [one, other] = [await homes[0].start(), await homes[1].start()];
    await one.api.expect(201, 'POST', '/v1/namespaces', { name: 'chaos' });
    await publish(one.api, 'send', 'plain', {});
    const lines = Array.from({ length: 6 }, (_, at) => `line ${at}`);
    const ids = await Promise.all(lines.map((line) => schedule(one, line, leadMs)));
    const late = await schedule(one, 'late', 3_600_000);
    await one.kill();
    await other.kill();
    expect(effects.effects.size).toBe(0);
    const again = await homes[1].start();
    const statusOf = async (id: string) =>
      (await again.api.attempt<Envelope>('GET', `/v1/invocations/${id}`))?.body.status;
    for (const id of ids) await until(`the call ${id} to be made`, async () => (await statusOf(id)) === 'succeeded');
    // In the time of several passes nothing is made once more.
    await schedule(again, 'last', 2_500);
    await until('the last one to be made', () => effects.effects.get('last') === 1);
    expect(lines.map((line) => effects.effects.get(line))).toEqual(lines.map(() => 1));
    expect([await statusOf(late), effects.effects.get('late')]).toEqual(['scheduled', undefined]);
    expect(await again.api.expect(200, 'GET', '/v1/audit/verify')).toMatchObject({ ok: true });
  },
  patienceMs,
);
