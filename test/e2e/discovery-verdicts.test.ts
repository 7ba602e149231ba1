import type { DiscoveryAnswer, DiscoveryResult, RunCheck, Strategy } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { CountingApi } from '../fixtures/counting-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import type { Client } from './client.js';
import { type House, startHouse } from './house.js';
import { importServer, officialServer } from './importing.js';

let house: House;
let carl: Client;
let dora: Client;
const api = new CountingApi();

const names = ['read', 'wipe', 'spend', 'locked', 'broken'] as const;
const annotations = { readOnlyHint: true };

beforeAll(async () => {
  house = await startHouse();
  const url = await api.start();
  carl = await house.as('carl');
  dora = await house.as('dora');
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  for (const name of names) {
    const target = name === 'broken' ? 'http://127.0.0.1:9/' : `${url}/plain`;
    const hints = name === 'wipe' ? { readOnlyHint: false, destructiveHint: true } : annotations;
    const parts = { description: 'Records a ledger entry', endpoint: { url: target }, annotations: hints };
    await house.admin.post('/v1/tools', httpManifest(`acme/ledger_${name}`, parts));
    await house.admin.post(`/v1/tools/acme/ledger_${name}/versions/1.0.0/stage`, { to: 'BETA', reason: 'open' });
  }
  const text = `
    @id("big") forbid (principal, action == Action::"call", resource == Tool::"acme/ledger_spend")
    when { context.arguments has amount && context.arguments.amount > 100 };
    @id("locked") @reason("closed for the audit")
    forbid (principal, action == Action::"call", resource == Tool::"acme/ledger_locked");`;
  expect((await house.admin.put('/v1/policies/own', { text })).status).toBe(201);
});
afterAll(async () => {
  await house.stop();
  api.stop();
});

const asked = { query: 'record a ledger entry', constraints: { minTrust: 0 } };
const search = async (strategy?: Strategy, by = carl) =>
  (await by.post<DiscoveryAnswer>('/v1/discover', { ...asked, ...(strategy && { strategy }) })).body;
const of = ({ results }: DiscoveryAnswer, name: string): DiscoveryResult | undefined =>
  results.find(({ tool }) => tool === `acme/ledger_${name}`);

describe('the policy gate', () => {
  it.each([undefined, 'policy', 'learned', 'hybrid'] as const)(
    'gives the policies’ own verdict: %s',
    async (strategy) => {
      const answer = await search(strategy);
      expect(of(answer, 'read')).toMatchObject({
        callable: 'yes',
        policies: expect.arrayContaining(['default#read-only']),
      });
      expect(of(answer, 'wipe')).toMatchObject({ callable: 'approval', policies: ['default#destructive'] });
      expect(of(answer, 'spend')).toMatchObject({ callable: 'depends', policies: ['own#big'] });
      const locked = of(answer, 'locked') ?? answer.excluded.find(({ tool }) => tool === 'acme/ledger_locked');
      expect(JSON.stringify(locked)).toContain('closed for the audit');
      if (strategy !== 'policy') expect(of(answer, 'locked')).toBeUndefined();
    },
  );

  it('agrees with what then happens', async () => {
    const call = async (name: string, input = {}) =>
      (await carl.post('/v1/invocations', { tool: `acme/ledger_${name}`, input: { item: 'x', ...input } })).status;
    expect([await call('read'), await call('wipe'), await call('locked')]).toEqual([200, 202, 403]);
    expect([await call('spend', { amount: 1 }), await call('spend', { amount: 1_000 })]).toEqual([200, 403]);
  });

  it('is in plan checks', async () => {
    const steps = names.map((name) => ({ id: name, tool: `acme/ledger_${name}`, arguments: { item: 'x' } }));
    const { body } = await carl.post<RunCheck>('/v1/plans/check', { plan: { steps } });
    expect(
      Object.fromEntries(body.verdicts.map(({ tool, callable }) => [tool.slice('acme/ledger_'.length), callable])),
    ).toEqual({
      ...{ read: 'yes', wipe: 'approval', spend: 'depends', locked: 'no', broken: 'yes' },
    });
  });

  it('takes the circuit breaker into account: what does not respond ranks last and shows until when', async () => {
    expect(of(await search(), 'broken')).not.toHaveProperty('openUntil');
    for (let n = 0; n < 12; n += 1)
      for (const by of [carl, dora])
        await by.post('/v1/invocations', { tool: 'acme/ledger_broken', input: { item: `${n}` }, deadlineMs: 2_000 });
    for (const strategy of [undefined, 'policy', 'learned', 'hybrid'] as const) {
      const answer = await search(strategy);
      const responding = answer.results.filter(({ callable }) => callable !== 'no');
      expect(responding.at(-1)).toMatchObject({ tool: 'acme/ledger_broken', openUntil: expect.any(String) });
    }
  });

  it('reaches a model over MCP', async () => {
    const client = new McpClient({ name: 'test', version: '1' });
    const headers = { authorization: `Bearer ${await house.key('carl')}` };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${house.url}/mcp`), { requestInit: { headers } }));
    const { content } = await client.callTool({ name: 'search_tools', arguments: asked });
    await client.close();
    const text = (content as { readonly text: string }[])[0]?.text;
    expect(text).toContain('needs approval');
    expect(text).toContain('not responding until');
  });
});

describe('everyday requests to the official example servers', () => {
  beforeAll(async () => {
    await importServer(house.admin, 'acme', officialServer('memory'), 'memory');
    await importServer(house.admin, 'acme', officialServer('filesystem', import.meta.dirname), 'disk');
  });

  it.each([
    ['add entities to the knowledge graph', 'acme/memory.create_entities'],
    ['Adding an entity to my knowledge graph', 'acme/memory.create_entities'],
    ['remove relations', 'acme/memory.delete_relations'],
    ['look up nodes', 'acme/memory.search_nodes'],
    ['fetch the knowledge graph', 'acme/memory.read_graph'],
    ['make a folder', 'acme/disk.create_directory'],
    ['rename a file', 'acme/disk.move_file'],
  ])('%s', async (query, tool) => {
    const { body } = await carl.post<DiscoveryAnswer>('/v1/discover', { query, detail: 'names' });
    expect(body.results[0]?.tool).toBe(tool);
    expect(body.match).toMatchObject({ good: true });
  });

  it('a definition that calls itself deprecated ranks below its equals', async () => {
    const { body } = await carl.post<DiscoveryAnswer>('/v1/discover', { query: 'read a file', detail: 'names' });
    const [first, second, ...rest] = body.results.map(({ tool }) => tool.replace('acme/disk.', ''));
    expect([first, second]).toEqual(expect.not.arrayContaining(['read_file']));
    expect(rest).toContain('read_file');
    const old = body.results.find(({ tool }) => tool.endsWith('read_file'));
    expect(old?.why.join()).toContain('calls itself deprecated');
  });
});
