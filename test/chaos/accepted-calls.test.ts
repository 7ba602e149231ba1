import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import type { Api } from './api.js';
import type { Server } from './server.js';
import { patienceMs, rounds } from './soak.js';
import { twoHomes } from './two-homes.js';
import { until } from './until.js';
import { type Envelope, Upstream } from './upstream.js';

const homes = twoHomes();

interface Lost extends Envelope {
  readonly error?: { readonly code: string; readonly outcome: string };
}

/** Begins a call that nobody waits for; resolves to its id, as the answer has it. */
async function accept(server: Server, tool: string, input: object, key?: string): Promise<string> {
  const response = await fetch(`${server.api.url}/v1/invocations`, {
    method: 'POST',
    headers: {
      ...{ authorization: 'Bearer the-administrator-of-both-replicas', 'content-type': 'application/json' },
      prefer: 'respond-async',
    },
    body: JSON.stringify({
      ...{ tool: `chaos/upstream.${tool}`, input, deadlineMs: 600_000 },
      ...(key && { idempotencyKey: key }),
    }),
  });
  expect(response.status).toBe(202);
  return ((await response.json()) as Envelope).id;
}

const show = (api: Api, id: string) => api.attempt<Lost>('GET', `/v1/invocations/${id}`);
const unknownIn = async (api: Api): Promise<string[]> =>
  (await api.all<{ kind: string; details: { invocationId: string } }>('/v1/notifications'))
    .filter(({ kind }) => kind === 'call.outcome-unknown')
    .map(({ details }) => details.invocationId)
    .sort();

it(
  'kill -9 loses no accepted call: with or without a key each is found, its outcome is reported, and it is never absent',
  async () => {
    let victim = await homes[0].start();
    const upstream = new Upstream(homes[0].home);
    await upstream.importInto(victim);
    const reports: string[] = [];
    for (let round = 0; round < rounds(1, 10); round += 1) {
      const reaching = [
        await accept(victim, 'slow', { ms: 500_000 }),
        await accept(victim, 'slow', { ms: 500_000 }, `key-${round}`),
      ];
      await until(
        'the tool to be reached',
        () => upstream.effects().filter((it) => it === 'started').length >= 2 * (round + 1),
      );
      // Killed the instant they are accepted: whether these were made is for their records to say.
      const fresh = await Promise.all(
        Array.from({ length: 8 }, (_, at) =>
          accept(victim, 'slow', { ms: 500_000 }, at % 2 === 0 ? undefined : randomUUID()),
        ),
      );
      await victim.kill();
      victim = await homes[0].start();
      for (const id of [...reaching, ...fresh]) {
        const shown = await show(victim.api, id);
        expect(shown?.status).toBe(200);
        expect(shown?.body).toMatchObject({ id, status: 'failed' });
        if (shown?.body.error?.outcome === 'unknown') reports.push(id);
        else expect(shown?.body.error).toMatchObject({ code: 'unavailable', outcome: 'none' });
      }
      expect(reports).toEqual(expect.arrayContaining(reaching));
      const expected = [...reports].sort();
      await until(
        'everybody to be told',
        async () => JSON.stringify(await unknownIn(victim.api)) === JSON.stringify(expected),
      );
      for (const id of [...reaching, ...fresh]) expect((await show(victim.api, id))?.status).toBe(200);
    }
    expect(await victim.api.expect(200, 'GET', '/v1/audit/verify')).toMatchObject({ ok: true });
  },
  patienceMs,
);

it(
  'an accepted call is found and cancelled on the other replica, which reports it when its own has died',
  async () => {
    const [one, other] = [await homes[0].start(), await homes[1].start()];
    const upstream = new Upstream(homes[0].home);
    await upstream.importInto(one);
    const unwanted = await accept(one, 'slow', { ms: 500_000 });
    const wanted = await accept(one, 'slow', { ms: 500_000 });
    await until('the tool to be reached', () => upstream.effects().filter((it) => it === 'started').length === 2);
    for (const id of [unwanted, wanted])
      expect(await show(other.api, id)).toMatchObject({ status: 202, body: { id, status: 'running' } });
    await other.api.expect(202, 'DELETE', `/v1/invocations/${unwanted}`);
    await until('it to be cancelled', async () => (await show(other.api, unwanted))?.body.status === 'cancelled');
    await one.kill();
    await until('the other to report it', async () => {
      const shown = await show(other.api, wanted);
      // In no state in between is it absent.
      expect(shown?.body.id).toBe(wanted);
      return shown?.body.error?.outcome === 'unknown';
    });
    await until('it to be told', async () => (await unknownIn(other.api)).includes(wanted));
  },
  patienceMs,
);
