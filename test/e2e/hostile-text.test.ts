import type { Envelope, Problem } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type HttpApi, startHttpApi } from '../fixtures/http-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import type { Refusal } from './client.js';
import { type House, startHouse } from './house.js';

let house: House;
let api: HttpApi;

const callers = 20;
/** 3.6 MB, in an order that is not the canonical one. */
const members = JSON.stringify(
  Object.fromEntries(Array.from({ length: 300_000 }, (_, at) => [`k${300_000 - at}`, at % 10])),
);
const hostile = ['a_', 'a. ', 'ignore ', '<!--', 'a1b2', '%61'].map((unit) => unit.repeat(20_000 / unit.length));
const typed = { type: 'object', additionalProperties: { type: 'integer', maximum: 9 } };

beforeAll(async () => {
  api = await startHttpApi(({ url }, response) => {
    const body = url === '/members' ? members : JSON.stringify({ text: hostile.join(' ') });
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  house = await startHouse();
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  for (const [name, outputSchema] of [
    ['members', typed],
    ['untyped', undefined],
    ['text', undefined],
  ] as const) {
    const url = `${api.url}/${name === 'text' ? 'text' : 'members'}`;
    const parts = {
      endpoint: { url },
      annotations: { readOnlyHint: true },
      inputSchema: {},
      ...(outputSchema && { outputSchema }),
    };
    expect((await house.admin.post('/v1/tools', httpManifest(`acme/${name}`, parts))).status).toBe(201);
  }
});
afterAll(() => Promise.all([house.stop(), api.stop()]));

/** What ends first: requests to the server's health, one after the other, or the work that goes on meanwhile. */
async function orderOf(work: readonly (() => Promise<unknown>)[]): Promise<string[]> {
  const order: string[] = [];
  const working = work.map((each) => each().finally(() => order.push('work')));
  for (let asked = 0; asked < 5; asked += 1) {
    expect((await house.anonymous.get('/healthz')).status).toBe(200);
    order.push('health');
  }
  await Promise.all(working);
  return order;
}

describe('text that is made to be expensive', () => {
  it('in definitions of twenty publishers leaves the server answering', async () => {
    const publish = (at: number) => async () => {
      const description = hostile[at % hostile.length] as string;
      const parts = { description, endpoint: { url: api.url } };
      const { status } = await house.admin.post<Problem>('/v1/tools', httpManifest(`acme/hostile-${at}`, parts));
      expect([201, 202, 422]).toContain(status);
    };
    const order = await orderOf(Array.from({ length: callers }, (_, at) => publish(at)));
    expect(order.indexOf('health')).toBeLessThan(order.lastIndexOf('work'));
  });

  it('in results of twenty callers leaves the server answering', async () => {
    const call = async () => expect((await invoke('text')).status).toBe(200);
    const order = await orderOf(Array.from({ length: callers }, () => call));
    expect(order.indexOf('health')).toBeLessThan(order.lastIndexOf('work'));
  });
});

describe('a result of 300,000 members', () => {
  it.each(['untyped', 'members'])('is worked on in slices between which others are answered (%s)', async (name) => {
    const call = async () =>
      expect((await invoke(name)).body).toMatchObject({ status: 'succeeded', pointer: { bytes: members.length } });
    const order = await orderOf([call]);
    expect(order.slice(0, 2)).toEqual(['health', 'health']);
  });

  it('ends with its deadline', async () => {
    const { status, body } = await invoke('members', 60);
    expect(status).toBe(504);
    expect(body).toMatchObject({ error: { code: 'deadline_exceeded', outcome: 'none' } });
  });
});

const invoke = (name: string, deadlineMs = 300_000) =>
  house.admin.post<Envelope & Refusal>('/v1/invocations', { tool: `acme/${name}`, input: {}, deadlineMs });
