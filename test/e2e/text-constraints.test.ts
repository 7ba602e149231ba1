import type { Discover, DiscoveryAnswer, Manifest } from '@assay/contracts';
import { aManifest } from '@assay/registry/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from './client.js';
import { type House, startHouse } from './house.js';

const tool = (name: string, parts: Partial<Manifest> = {}) =>
  aManifest({
    name: `acme/${name}`,
    description: 'Forecasts the weather of a town',
    protocol: 'http',
    endpoint: { url: `https://acme.example.com/${name}` },
    ...parts,
  });

describe('constraints within a query', () => {
  let house: House;
  let ann: Client;
  beforeAll(async () => {
    house = await startHouse();
    ann = await house.as('ann', { role: 'publisher' });
    await ann.post('/v1/namespaces', { name: 'acme' });
    const sla = (p95Ms: number) => ({ p95Ms });
    for (const it of [
      tool('fast', { sla: sla(100), costPerCallUsd: 0.02 }),
      tool('free', { sla: sla(900), costPerCallUsd: 0 }),
      tool('vague', {}),
      tool('slow.google', { sla: sla(2_000), costPerCallUsd: 0.01 }),
      tool('fast', { version: '2.0.0', sla: sla(100), inputSchema: { type: 'object', required: ['x'] } }),
    ]) {
      expect((await ann.post('/v1/tools', it)).status).toBe(201);
    }
  });
  afterAll(() => house.stop());

  const discover = async (query: string, more: Partial<Discover> = {}): Promise<DiscoveryAnswer> => {
    const answer = await ann.post<DiscoveryAnswer>('/v1/discover', { query, detail: 'names', ...more });
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const tools = ({ results }: DiscoveryAnswer) => results.map((it) => it.tool).sort();

  it('apply, are shown back, and name what they left out', async () => {
    const answer = await discover('weather forecast under 1000 ms, not google');
    expect(tools(answer)).toEqual(['acme/fast', 'acme/free']);
    expect(answer.parsed).toMatchObject({
      query: 'weather forecast',
      constraints: { maxLatencyMs: 1_000, exclude: ['google'], minTrust: 0.5 },
      fromText: [
        { words: 'under 1000 ms', constraint: { maxLatencyMs: 1_000 }, outcome: 'applied' },
        { words: 'not google', constraint: { exclude: ['google'] }, outcome: 'applied' },
      ],
    });
    expect(answer.excluded).toContainEqual({
      tool: 'acme/vague',
      why: 'the query says "under 1000 ms": p95 latency is unknown, and at most 1000 ms was requested',
    });
    expect([answer.totalCandidates, answer.totalFiltered]).toEqual([4, 2]);
  });

  it('never loosen what is stated', async () => {
    const answer = await discover('weather forecast under 1000 ms', { constraints: { maxLatencyMs: 500 } });
    expect(tools(answer)).toEqual(['acme/fast']);
    expect(answer.parsed).toMatchObject({ constraints: { maxLatencyMs: 500 }, fromText: [{ outcome: 'redundant' }] });
  });

  it('only lower ranks when nothing would be left, and say so', async () => {
    const answer = await discover('weather forecast under 50 ms');
    expect(tools(answer)).toHaveLength(4);
    expect(answer.parsed).toMatchObject({ constraints: { minTrust: 0.5 }, fromText: [{ outcome: 'lowers ranks' }] });
    expect(answer.results[0]?.why.join()).toContain('the query says "under 50 ms": p95 latency 900 ms is above');
    const stated = await discover('weather forecast', { constraints: { maxLatencyMs: 50 } });
    expect(stated.results).toEqual([]);
  });

  it('offer an older version that fits', async () => {
    const newest = await discover('weather forecast', { constraints: { maxLatencyMs: 500 } });
    expect(newest.results).toMatchObject([{ tool: 'acme/fast', version: '2.0.0' }]);
    for (const answer of [
      await discover('weather forecast version:^1'),
      await discover('weather forecast', { constraints: { version: '^1' } }),
    ]) {
      expect(answer.results).toContainEqual(expect.objectContaining({ tool: 'acme/fast', version: '1.0.0' }));
    }
  });

  it('are plain words in quotes or in a sentence', async () => {
    const answer = await discover('weather "under 50 ms" for free forecast');
    expect(answer.parsed).toMatchObject({ query: 'weather "under 50 ms" for free forecast', fromText: [] });
  });

  it('need something to look for', async () => {
    expect(await ann.post('/v1/discover', { query: 'under 50 ms, free' })).toMatchObject({
      status: 422,
      body: { errors: [{ path: '/query', message: expect.stringContaining('also describe what you need') }] },
    });
  });
});
