import type { BreakerView, Envelope } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { HttpApi } from '../fixtures/http-api.js';
import { type Said, startSayingUpstream } from '../fixtures/saying-upstream.js';
import type { Client, Refusal } from './client.js';
import { type House, startHouse } from './house.js';
import { importServer } from './importing.js';
import { MovedClock } from './moved-clock.js';

type Answer = Envelope & Refusal;

const names = ['lookup', 'poison', 'outage', 'spare', 'wrong', 'changeit', 'limited', 'guarded', 'hidden'];
const fine: Said = { text: 'fine' };
const failing = (text: string): Said => ({ text, isError: true });

let house: House;
let upstream: HttpApi;
let ann: Client;
let bob: Client;
const clock = new MovedClock();
const says = new Map<string, (input: Readonly<Record<string, unknown>>) => Said>();

const call = (client: Client, name: string, city: unknown, more: object = {}) =>
  client.post<Answer>('/v1/invocations', { tool: `acme/saying.${name}`, input: { city }, ...more });
const codes = async (client: Client, name: string, cities: readonly unknown[]) => {
  const found: string[] = [];
  for (const city of cities) {
    const { status, body } = await call(client, name, city);
    found.push(status === 200 ? 'ok' : `${status} ${body.code}`);
  }
  return found;
};
const stateOf = async (name: string) => {
  const { body } = await house.admin.get<{ items: BreakerView[] }>('/v1/breakers');
  return body.items.find((it) => it.tool === `acme/saying.${name}`)?.state ?? 'CLOSED';
};
const cities = (count: number) => Array.from({ length: count }, (_, at) => `Atlantis${'abcdefghijklmnop'[at]}`);

beforeAll(async () => {
  house = await startHouse({}, clock);
  upstream = await startSayingUpstream(names, (name, input) => says.get(name)?.(input) ?? fine);
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  await importServer(house.admin, 'acme', { url: `${upstream.url}/mcp` }, 'saying');
  [ann, bob] = [await house.as('ann'), await house.as('bob')];
});
afterAll(async () => {
  await house.stop();
  await upstream.stop();
});

describe('what a caller asked for', () => {
  it('never closes a tool for others: ten things that do not exist', async () => {
    says.set('lookup', ({ city }) => (city === 'Ulm' ? fine : failing(`City ${String(city)} not found`)));
    expect(new Set(await codes(ann, 'lookup', cities(12)))).toEqual(new Set(['404 upstream_not_found']));
    expect([await stateOf('lookup'), await codes(bob, 'lookup', ['Ulm'])]).toEqual(['CLOSED', ['ok']]);
  });

  it('nor do ten different wrong calls, such as a missing property or a folder outside the allowed ones', async () => {
    says.set('wrong', ({ city }) =>
      failing(
        `${String(city).length % 2 ? 'Input validation error' : 'Access denied - path outside allowed directories'}`,
      ),
    );
    const wrong = Array.from({ length: 12 }, (_, at) => 'x'.repeat(at + 1));
    expect(new Set(await codes(ann, 'wrong', wrong))).toEqual(new Set(['422 upstream_rejected']));
    expect(await stateOf('wrong')).toBe('CLOSED');
  });

  it('nor does one caller’s poison argument, while others succeed', async () => {
    says.set('poison', ({ city }) => (city === 'poison' ? failing('Internal error') : fine));
    expect(await codes(bob, 'poison', ['Ulm', 'Bonn'])).toEqual(['ok', 'ok']);
    expect(new Set(await codes(ann, 'poison', Array(12).fill('poison')))).toEqual(new Set(['502 tool_error']));
    expect([await stateOf('poison'), await codes(bob, 'poison', ['Ulm'])]).toEqual(['CLOSED', ['ok']]);
  });

  it('is not read as an outage when the tool repeats the words', async () => {
    says.set('hidden', ({ city }) => failing(`No entry for ${String(city)}`));
    const words = ['connection refused', 'request timed out', 'internal server error', 'fetch failed'];
    expect(new Set(await codes(ann, 'hidden', words))).toEqual(new Set(['422 upstream_rejected']));
    expect(await stateOf('hidden')).toBe('CLOSED');
  });
});

describe('what a tool fails at', () => {
  it('opens the circuit behind error results, falls back, lists what was skipped, and recovers', async () => {
    says.set('outage', () => failing('fetch failed'));
    const levels = [{ tool: 'acme/saying.outage' }, { tool: 'acme/saying.spare' }];
    const put = await house.admin.put('/v1/fallbacks/data.outage', { levels, escalation: false });
    expect(put.status).toBe(200);
    const ask = () =>
      ann.post<Answer>('/v1/invocations', { capability: 'data.outage', input: { city: 'Ulm' }, deadlineMs: 20_000 });
    const first = await ask();
    expect(first).toMatchObject({ status: 200, body: { level: 2, attempted: [{ outcome: 'failed' }, {}] } });
    await codes(ann, 'outage', ['Bonn', 'Jena']);
    expect(await stateOf('outage')).toBe('OPEN');
    expect((await ask()).body.attempted).toMatchObject([
      { tool: 'acme/saying.outage', outcome: 'skipped', reason: 'circuit_open' },
      { tool: 'acme/saying.spare', outcome: 'succeeded' },
    ]);
    says.delete('outage');
    clock.skippedMs += 5_500;
    expect([await codes(bob, 'outage', ['Ulm']), await stateOf('outage')]).toEqual([['ok'], 'CLOSED']);
  });

  it('shows when different arguments of two callers meet the same rejection', async () => {
    says.set('guarded', () => failing('The backend did not answer as usual'));
    await codes(ann, 'guarded', cities(6));
    await codes(bob, 'guarded', cities(16).slice(6));
    expect(await stateOf('guarded')).toBe('OPEN');
  });
});

it('waits out the limit of a tool with effects within the deadline, and says nothing of effects to readers', async () => {
  let asked = 0;
  says.set('changeit', () => (asked++ === 0 ? { status: 429, headers: { 'retry-after': '1' } } : fine));
  expect(await codes(ann, 'changeit', ['Ulm'])).toEqual(['ok']);
  says.set('limited', () => failing('socket hang up'));
  const lost = await call(ann, 'limited', 'Ulm', { deadlineMs: 20_000 });
  expect(lost.body).toMatchObject({ code: 'upstream_unavailable', error: { outcome: 'none' } });
  expect(lost.body.detail).not.toContain('effect');
});
