import type { DiscoveryAnswer, Envelope, Gap, Manifest } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ComposableTools, publishComposableTools } from '../fixtures/composable-tools.js';
import type { Client, Refusal } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';

let house: House;
let tools: ComposableTools;
let carl: Client;
let dora: Client;
let reviewer: Client;

beforeAll(async () => {
  house = await startHouse();
  tools = await publishComposableTools(house.admin);
  carl = await house.as('carl');
  dora = await house.as('dora');
  const scopes = ['tools:call', 'registry:read', 'approvals:decide'] as const;
  reviewer = await house.as('pia', { principal: { kind: 'user', name: 'pia' }, scopes: [...scopes] });
});
afterAll(async () => {
  await house.stop();
  await tools.stop();
});

type Listed = { readonly items: readonly Gap[]; readonly nextCursor: string | null } & Refusal;
const gapsOf = async (client: Client, query = '') => (await client.get<Listed>(`/v1/gaps${query}`)).body;
/** The first gap that fits, once it was stored. */
const gap = (client: Client, fits: (gap: Gap) => boolean): Promise<Gap> =>
  eventually(async () => (await gapsOf(client)).items.find(fits), 'a gap');
const search = (client: Client, query: string) => client.post<DiscoveryAnswer>('/v1/discover', { query });
const call = async (client: Client, tool: string, input: object, session: string) => {
  const { body } = await client.post<Envelope>('/v1/invocations', { tool, input, session });
  expect(body.status).toBe('succeeded');
  return body.output as Record<string, unknown>;
};
/** What was searched, looked up and summarised by hand. */
const byHand = async (client: Client, topic: string) => {
  const { snippet } = await call(client, 'acme/search', { query: topic }, topic);
  await call(client, 'acme/summarise_text', { text: snippet }, topic);
};

describe('gaps', () => {
  it('are searches that nothing answered: what was asked, how often, by how many, without personal data', async () => {
    const query = 'fold origami crane for ada@lovelace.org';
    const { body } = await search(carl, query);
    expect(body.match?.good ?? false).toBe(false);
    await search(carl, query);
    await search(dora, 'Fold: origami crane for grace@hopper-navy.net!');
    const found = await eventually(
      async () => (await gapsOf(reviewer, '?kind=request')).items.find(({ times }) => times === 3),
      'a gap of three requests',
    );
    expect(found).toMatchObject({ kind: 'request', callers: 2, proposal: { kind: 'template' } });
    expect(found.what).toBe('Fold: origami crane for [email]!');
    const stored = await house.sql<{ all: string }>('SELECT json_agg(unmet_requests)::text AS all FROM unmet_requests');
    expect(stored[0]?.all).toContain('[email]');
    expect(stored[0]?.all).not.toMatch(/lovelace|hopper/);
    expect((await gapsOf(carl)).items.map(({ times, callers }) => [times, callers])).toEqual([[2, 1]]);
  });

  it('are no searches that a tool answers', async () => {
    const { body } = await search(carl, 'search');
    expect(body.match?.good).toBe(true);
    await search(carl, 'knit a woollen jumper');
    await gap(carl, ({ what }) => what === 'knit a woollen jumper');
    expect((await gapsOf(carl)).items.map(({ what }) => what)).not.toContain('search');
  });

  it('are sequences repeated three times, whose proposal publishes as it is and does the same', async () => {
    for (const topic of ['tea', 'milk']) await byHand(carl, topic);
    await byHand(dora, 'sugar');
    const found = await gap(reviewer, ({ kind }) => kind === 'sequence');
    expect(found).toMatchObject({ times: 3, callers: 2, tools: ['acme/search', 'acme/summarise_text'] });
    expect((await gapsOf(carl, '?kind=sequence')).items).toEqual([]);
    const admins = await gap(house.admin, ({ kind }) => kind === 'sequence');
    const manifest = (admins.proposal as { manifest?: Manifest }).manifest;
    expect(manifest?.inputSchema).toMatchObject({ required: ['query'], properties: { query: { type: 'string' } } });
    const published = await house.admin.post<Refusal>('/v1/tools', manifest);
    expect([published.status, published.body.errors]).toEqual([201, undefined]);
    const { body } = await house.admin.post<Envelope>('/v1/invocations', {
      tool: manifest?.name,
      input: { query: 'salt' },
    });
    expect(body.output).toEqual({ summary: 'short: about salt' });
    const again = await gap(house.admin, ({ kind }) => kind === 'sequence');
    expect(again.nearest).toEqual([manifest?.name]);
    const stored = await house.sql<{ all: string }>('SELECT json_agg(traced_calls)::text AS all FROM traced_calls');
    expect(stored[0]?.all).not.toContain('about tea');
  });

  it('are chains of more than five calls', async () => {
    let data = (await call(dora, 'acme/search', { query: 'a long way' }, 'chain')).snippet;
    for (let step = 0; step < 5; step += 1)
      data = (await call(dora, 'acme/summarise_text', { text: data }, 'chain')).summary;
    const found = await gap(dora, ({ kind }) => kind === 'chain');
    expect([found.tools.length, found.times, found.proposal?.kind]).toEqual([6, 1, 'composition']);
  });

  it('are never of another organisation, and only for who may call', async () => {
    const created = await house.admin.post<{ readonly key: string }>('/v1/organisations', { name: 'elsewhere' });
    expect(created.status).toBe(201);
    const other = await house.as('mallory', {
      organisation: 'elsewhere',
      scopes: ['tools:call', 'registry:read', 'approvals:decide'],
    } as never);
    expect((await gapsOf(other)).items).toEqual([]);
    expect((await house.anonymous.get('/v1/gaps')).status).toBe(401);
    const reader = await house.as('rita', { scopes: ['registry:read'] });
    expect((await reader.get('/v1/gaps')).status).toBe(403);
  });

  it.each(['?kind=holes', '?limit=0', '?cursor=x', '?since=1'])('refuse %s', async (query) => {
    expect((await gapsOf(carl, query)).code).toBe('invalid_request');
  });

  it('are listed a page at a time', async () => {
    const first = await gapsOf(reviewer, '?limit=1');
    const second = await gapsOf(reviewer, `?limit=1&cursor=${first.nextCursor}`);
    expect(second.items[0]?.id).not.toBe(first.items[0]?.id);
  });
});
