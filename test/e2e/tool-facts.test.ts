import type { DependentView, ToolLatency, TrustView, VersionComparison } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Refusal } from './client.js';
import { type House, startHouse } from './house.js';

let house: House;

const manifest = (parts: object) => ({
  name: 'acme/greet',
  version: '1.0.0',
  description: 'Greets somebody by name',
  protocol: 'http',
  endpoint: { url: 'http://127.0.0.1:9/greet' },
  inputSchema: { type: 'object', properties: { name: { type: 'string' } } },
  sla: { p50Ms: 10, p95Ms: 40 },
  visibility: 'public',
  ...parts,
});

const publish = async (parts: object) => {
  const { status, body } = await house.admin.post('/v1/tools', manifest(parts));
  if (status !== 201) throw new Error(JSON.stringify(body));
};

beforeAll(async () => {
  house = await startHouse();
  await house.admin.post('/v1/namespaces', { name: 'acme', visibility: 'public' });
  await publish({});
  const required = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
  await publish({ version: '2.0.0', inputSchema: required, keepOlder: true });
  const definition = { steps: [{ id: 'one', tool: 'acme/greet@^1', arguments: {} }] };
  const endpoint = { notation: 'plan', definition };
  await publish({ name: 'acme/both', title: 'Both', protocol: 'composite', endpoint, sla: undefined });
});
afterAll(() => house.stop());

describe('GET /v1/tools/{ns}/{tool}/compare', () => {
  it('compares any two versions in either direction, for everybody', async () => {
    const compare = (from: string, to: string) =>
      house.anonymous.get<VersionComparison & Refusal>(`/v1/tools/acme/greet/compare?from=${from}&to=${to}`);
    const newer = await compare('1.0.0', '2.0.0');
    expect(newer.body).toMatchObject({ from: '1.0.0', to: '2.0.0', change: 'breaking', requiredBump: 'major' });
    expect(newer.body.differences.map(({ kind }) => kind)).toContain('breaking');
    expect((await compare('2.0.0', '1.0.0')).body.change).toBe('additive');
    expect((await compare('1.0.0', '7.0.0')).body.code).toBe('not_found');
  });

  it.each(['from=1.0.0', 'to=1.0.0', 'from=&to=', `from=1.0.0&to=${'9'.repeat(200)}`, 'from=1&to=2&more=3'])(
    'refuses %s',
    async (query) => {
      const { status, body } = await house.anonymous.get<Refusal>(`/v1/tools/acme/greet/compare?${query}`);
      expect([status, body.code]).toEqual([422, 'invalid_request']);
    },
  );
});

describe('GET /v1/tools/{ns}/{tool}/dependents', () => {
  it('lists composed tools that the caller sees', async () => {
    const { body } = await house.anonymous.get<{ items: DependentView[] }>('/v1/tools/acme/greet/dependents');
    expect(body.items).toEqual([{ tool: 'acme/both', version: '1.0.0', title: 'Both', references: ['acme/greet@^1'] }]);
    expect((await house.anonymous.get<Refusal>('/v1/tools/acme/nobody/dependents')).body.code).toBe('not_found');
  });
});

describe('GET /v1/tools/{ns}/{tool}/latency', () => {
  it('is what the publisher declares until it is measured', async () => {
    const latency = (query = '') => house.anonymous.get<ToolLatency & Refusal>(`/v1/tools/acme/greet/latency${query}`);
    expect((await latency('?version=1.0.0')).body).toEqual({
      ...{ tool: 'acme/greet', version: '1.0.0', isMeasured: false, p50Ms: 10, p95Ms: 40, p99Ms: null },
      declared: { p50Ms: 10, p95Ms: 40, p99Ms: null },
    });
    expect((await latency('?version=9.0.0')).body.code).toBe('not_found');
    expect((await latency('?version=')).body.code).toBe('invalid_request');
  });
});

describe('GET /v1/tools/{ns}/{tool}/trust', () => {
  it('takes the days of its history', async () => {
    const trust = (days: string) => house.anonymous.get<TrustView & Refusal>(`/v1/tools/acme/greet/trust?days=${days}`);
    expect((await trust('90')).status).toBe(200);
    for (const days of ['0', '91', '1.5', 'x']) expect((await trust(days)).body.code).toBe('invalid_request');
  });
});
