import { expect, it } from '@jest/globals';
import type { Api } from './api.js';
import type { Server } from './server.js';
import { patienceMs, rounds } from './soak.js';
import { twoHomes } from './two-homes.js';
import { until } from './until.js';
import { inParallel, mark } from './workers.js';

/** What one replica changed is seen by the other after at most so many looks, 25 ms apart. */
const looks = 80;

const homes = twoHomes();

const manifestOf = (number: number) => ({
  name: `chaos/tool-${number}`,
  version: '1.0.0',
  description: `Answers with the mark ${mark(number)}.`,
  inputSchema: { type: 'object' },
  protocol: 'http',
  endpoint: { url: 'http://127.0.0.1:9/nobody' },
});

const publish = (api: Api, number: number) => api.attempt('POST', '/v1/tools', manifestOf(number));

async function finds(api: Api, number: number): Promise<boolean> {
  const body = { query: mark(number), limit: 1, detail: 'names' };
  const { results } = await api.expect<{ results: { tool: string }[] }>(200, 'POST', '/v1/discover', body);
  return results[0]?.tool === `chaos/tool-${number}`;
}

const digestsOf = async (api: Api): Promise<string[]> =>
  (await api.all<{ name: string; manifestDigest: string }>('/v1/tools?namespace=chaos'))
    .map((it) => `${it.name} ${it.manifestDigest}`)
    .sort();

it(
  'what one replica publishes or revokes, the other shows and refuses soon after',
  async () => {
    const [one, other] = [await homes[0].start(), await homes[1].start()];
    await one.api.expect(201, 'POST', '/v1/namespaces', { name: 'chaos' });
    for (let number = 1; number <= rounds(5, 200); number += 1) {
      const [from, to] = number % 2 === 0 ? [one, other] : [other, one];
      await until('the namespace', async () => (await from.api.attempt('GET', '/v1/namespaces/chaos'))?.status === 200);
      await from.api.expect(201, 'POST', '/v1/tools', manifestOf(number));
      await until('the other replica to find it', () => finds(to.api, number), looks);
      await expectRevoked(from, to, number);
    }
    expect(await digestsOf(one.api)).toEqual(await digestsOf(other.api));
  },
  patienceMs,
);

async function expectRevoked(from: Server, to: Server, number: number): Promise<void> {
  const body = { principal: { kind: 'agent', name: `agent-${number}` }, role: 'caller' };
  const { id, key } = await from.api.expect<{ id: string; key: string }>(201, 'POST', '/v1/keys', body);
  const me = (server: Server) => server.api.as(key).attempt('GET', '/v1/me');
  await until('the other replica to take the key', async () => (await me(to))?.status === 200, looks);
  await from.api.expect(204, 'DELETE', `/v1/keys/${id}`);
  expect((await me(from))?.status).toBe(401);
  await until('the other replica to refuse the key', async () => (await me(to))?.status === 401, looks);
}

it(
  'kill -9 of one replica in mid-publish leaves the other serving, and both the same after its restart',
  async () => {
    let [one, other] = [await homes[0].start(), await homes[1].start()];
    await one.api.expect(201, 'POST', '/v1/namespaces', { name: 'chaos' });
    await until('the namespace', async () => (await other.api.attempt('GET', '/v1/namespaces/chaos'))?.status === 200);
    const acknowledged: number[] = [];
    let number = 0;
    for (let round = 0; round < rounds(1, 10); round += 1) {
      let answers = 0;
      const victim = one;
      await inParallel(100, async (worker, turn) => {
        number += 1;
        const mine = number;
        const server = worker % 2 === 0 ? victim : other;
        const answer = await publish(server.api, mine);
        if (answer === undefined && server === victim) return false;
        expect(answer).toMatchObject({ status: 201 });
        acknowledged.push(mine);
        answers += 1;
        if (answers === 120) await victim.kill();
        return turn < 8;
      });
      expect(await other.api.expect(200, 'GET', '/readyz')).toMatchObject({ status: 'ready' });
      one = await homes[0].start();
      await until(
        'both replicas to show the same',
        async () => JSON.stringify(await digestsOf(one.api)) === JSON.stringify(await digestsOf(other.api)),
        looks,
      );
    }
    const published = new Set((await digestsOf(one.api)).map((it) => it.split(' ')[0]));
    expect(acknowledged.filter((it) => !published.has(`chaos/tool-${it}`))).toEqual([]);
    for (const each of acknowledged.filter((_, at) => at % 7 === 0)) {
      expect([each, await finds(one.api, each), await finds(other.api, each)]).toEqual([each, true, true]);
    }
    expect(await other.api.expect(200, 'GET', '/v1/audit/verify')).toMatchObject({ ok: true });
  },
  patienceMs,
);
