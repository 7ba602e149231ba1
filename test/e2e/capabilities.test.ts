import type { CapabilityDetail, CapabilityNode, DiscoveryAnswer, ReviewView } from '@assay/contracts';
import { aManifest } from '@assay/registry/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from './client.js';
import { type House, startHouse } from './house.js';

interface Listed {
  readonly items: CapabilityNode[];
  readonly nextCursor: string | null;
}

const tool = (
  name: string,
  capabilities: string[],
  description: string,
  visibility: 'public' | 'organisation' = 'public',
) =>
  aManifest({
    name: `acme/${name}`,
    description,
    capabilities,
    visibility,
    protocol: 'http',
    endpoint: { url: `https://acme.example.com/${name}` },
  });

describe('the taxonomy', () => {
  let house: House;
  let ann: Client;
  beforeAll(async () => {
    house = await startHouse();
    ann = await house.as('ann', { role: 'publisher' });
    await ann.post('/v1/namespaces', { name: 'acme', visibility: 'public' });
    for (const it of [
      tool('rows', ['data.query.sql'], 'Runs statements'),
      tool('graph', ['data.query.graph'], 'Walks nodes'),
      tool('letters', ['communication.email.send', 'data.query'], 'Posts letters'),
      tool('inside', ['data.query.sql'], 'Only for us', 'organisation'),
    ]) {
      expect((await ann.post('/v1/tools', it)).status).toBe(201);
    }
  });
  afterAll(() => house.stop());

  const node = async (tag: string, client: Client = ann) =>
    (await client.get<CapabilityDetail>(`/v1/capabilities/${tag}`)).body;

  it('is there from the start, parents before children, page by page', async () => {
    const all: CapabilityNode[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Listed = (await ann.get<Listed>(`/v1/capabilities?limit=100${cursor && `&cursor=${cursor}`}`)).body;
      all.push(...page.items);
      cursor = page.nextCursor;
    }
    const tags = all.map(({ tag }) => tag);
    expect(new Set(tags).size).toBe(tags.length);
    expect(tags.length).toBeGreaterThan(200);
    for (const { parent, tag } of all)
      if (parent !== null) expect(tags.indexOf(parent)).toBeLessThan(tags.indexOf(tag));
  });

  it('counts what the caller sees, each tool once, and nothing else', async () => {
    expect(await node('data.query')).toMatchObject({ tools: 1, toolsBelow: 4, path: ['data', 'data.query'] });
    expect(await node('data.query', house.anonymous)).toMatchObject({ tools: 1, toolsBelow: 3 });
  });

  it('is found by words and by other names, and says what is near', async () => {
    expect((await ann.get<Listed>('/v1/capabilities?query=send%20a%20mail')).body.items[0]?.tag).toBe(
      'communication.email.send',
    );
    expect(await node('sql')).toMatchObject({ tag: 'data.query.sql' });
    expect(await ann.get('/v1/capabilities/data.query.slq')).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining('Nearest: data.query') },
    });
    expect((await ann.get<Listed>('/v1/capabilities?under=data.query')).body.items.map(({ tag }) => tag)).toContain(
      'data.query.sql',
    );
  });

  it('notes in a check what the taxonomy does not know, and lets it pass', async () => {
    const checked = await ann.post('/v1/tools/check', tool('odd', ['data.query.slq'], 'Odd'));
    expect(checked.body).toMatchObject({
      ok: true,
      notes: [expect.stringContaining('"data.query.slq" is not in the taxonomy; nearest: data.query')],
    });
  });

  it('accepts proposals, which administrators of the installation decide', async () => {
    const body = { tag: 'data.query.cave', label: 'Caves', description: 'Asks caves', aliases: ['cavern'] };
    expect((await house.anonymous.post('/v1/capabilities', body)).status).toBe(401);
    const held = await ann.post<ReviewView>('/v1/capabilities', body);
    expect(held).toMatchObject({
      status: 202,
      body: { kind: 'capability', subject: '#data.query.cave', capability: body },
    });
    expect((await ann.get('/v1/capabilities/data.query.cave')).status).toBe(404);
    expect((await ann.post(`/v1/reviews/${held.body.id}/decision`, { decision: 'approve' })).status).toBe(403);
    expect((await house.admin.post(`/v1/reviews/${held.body.id}/decision`, { decision: 'approve' })).status).toBe(200);
    expect(await node('cavern')).toMatchObject({ tag: 'data.query.cave', parent: 'data.query' });
    expect((await ann.post('/v1/capabilities', body)).status).toBe(409);
    expect((await ann.patch('/v1/capabilities/data.query.cave', { label: 'x' })).status).toBe(403);
  });

  it('moves and merges: tools are found by either tag, at once', async () => {
    expect(
      (await house.admin.post('/v1/capabilities', { tag: 'letters', label: 'Letters', description: 'Posts' })).status,
    ).toBe(201);
    expect((await ann.post('/v1/tools', tool('stamps', ['letters'], 'Sticks stamps'))).status).toBe(201);
    const ask = async (capability: string) =>
      (
        await ann.post<DiscoveryAnswer>('/v1/discover', { capabilities: [capability], constraints: { minTrust: 0 } })
      ).body.results.map((it) => it.tool);
    expect(await ask('communication.email.send')).not.toContain('acme/stamps');
    const moved = await house.admin.patch('/v1/capabilities/letters', { parent: 'communication.email' });
    expect(moved).toMatchObject({ status: 200, body: { path: ['communication', 'communication.email', 'letters'] } });
    expect((await house.admin.patch('/v1/capabilities/communication', { parent: 'letters' })).status).toBe(422);
    expect(
      (await house.admin.post('/v1/capabilities/letters/merge', { into: 'communication.email.send' })).body,
    ).toMatchObject({
      tag: 'communication.email.send',
      alsoKnownAs: expect.arrayContaining(['letters', 'mail.send']),
      tools: 2,
    });
    expect(await ask('letters')).toEqual(expect.arrayContaining(['acme/letters', 'acme/stamps']));
    expect(await ask('communication.email.send')).toEqual(expect.arrayContaining(['acme/letters', 'acme/stamps']));
  });

  it('keeps what people changed when the server starts again', async () => {
    await house.admin.patch('/v1/capabilities/weather', { label: 'Sky' });
    await house.restart();
    expect(await node('weather', house.admin)).toMatchObject({ label: 'Sky' });
    expect(await node('letters', house.admin)).toMatchObject({ tag: 'communication.email.send' });
  });
});
