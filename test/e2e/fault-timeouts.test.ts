import type { BreakerView, Envelope } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { HttpApi } from '../fixtures/http-api.js';
import { type Said, startSayingUpstream } from '../fixtures/saying-upstream.js';
import type { Client, Refusal } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';
import { importServer } from './importing.js';
import { SteppedClock } from './stepped-clock.js';

type Answer = Envelope & Refusal;

const deadlineMs = 30_000;
const fine: Said = { text: 'fine' };
const clock = new SteppedClock();
const slow = new Map<string, (city: unknown) => boolean>();

let house: House;
let upstream: HttpApi;
let ann: Client;
let bob: Client;

const call = (client: Client, name: string, city: string) =>
  client.post<Answer>('/v1/invocations', { tool: `acme/slow.${name}`, input: { city }, deadlineMs });

/** A call whose tool does not answer within its deadline, which passes as soon as the tool has been asked. */
async function lateCall(client: Client, name: string, city: string) {
  const before = upstream.seen.length;
  const answer = call(client, name, city);
  await eventually(
    () => upstream.seen.slice(before).some((it) => it.body.includes('"tools/call"')) || undefined,
    'the tool to be asked',
  );
  clock.skip(deadlineMs);
  return `${(await answer).body.code}`;
}

const stateOf = async (name: string) => {
  const { body } = await house.admin.get<{ items: BreakerView[] }>('/v1/breakers');
  return body.items.find((it) => it.tool === `acme/slow.${name}`)?.state ?? 'CLOSED';
};

beforeAll(async () => {
  house = await startHouse({}, clock);
  upstream = await startSayingUpstream(['always', 'one', 'others'], (name, { city }) =>
    slow.get(name)?.(city) === true ? 'nothing' : fine,
  );
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  await importServer(house.admin, 'acme', { url: `${upstream.url}/mcp` }, 'slow');
  [ann, bob] = [await house.as('ann'), await house.as('bob')];
});
afterAll(async () => {
  await house.stop();
  await upstream.stop();
});

describe('a tool that times out after 30 s', () => {
  it('is closed after three calls of one agent with different arguments, and recovers', async () => {
    slow.set('always', () => true);
    for (const city of ['Ulm', 'Bonn']) expect(await lateCall(ann, 'always', city)).toBe('deadline_exceeded');
    expect(await stateOf('always')).toBe('CLOSED');
    expect(await lateCall(ann, 'always', 'Jena')).toBe('deadline_exceeded');
    expect(await stateOf('always')).toBe('OPEN');
    expect((await call(bob, 'always', 'Ulm')).body.code).toBe('circuit_open');

    slow.delete('always');
    clock.skip(5_500);
    expect((await call(bob, 'always', 'Ulm')).status).toBe(200);
    expect(await stateOf('always')).toBe('CLOSED');
  });

  it('stays open to others when it is one slow argument of one caller alone', async () => {
    slow.set('one', (city) => city === 'slow');
    for (let asked = 0; asked < 4; asked += 1) expect(await lateCall(ann, 'one', 'slow')).toBe('deadline_exceeded');
    expect([await stateOf('one'), (await call(bob, 'one', 'Ulm')).status]).toEqual(['CLOSED', 200]);
  });

  it('is closed when the same argument is too slow for three callers', async () => {
    slow.set('others', () => true);
    const callers = [ann, bob, await house.as('carl')];
    for (const client of callers) expect(await lateCall(client, 'others', 'slow')).toBe('deadline_exceeded');
    expect(await stateOf('others')).toBe('OPEN');
  });
});
