import type { Entry, IndexStatusView, Problem, ToolList } from '@assay/contracts';
import { MaintainIndex } from '@assay/discovery';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { httpManifest } from '../fixtures/manifests.js';
import { type Client, everyRow } from './client.js';
import { type House, startHouse } from './house.js';

let house: House;
let owner: Client;
let stranger: Client;

beforeAll(async () => {
  house = await startHouse();
  owner = await house.as('olga', { role: 'publisher' });
  stranger = await house.as('stan', { organisation: undefined });
  await owner.post('/v1/namespaces', { name: 'shop', visibility: 'public' });
  await owner.post('/v1/namespaces', { name: 'vault', visibility: 'private' });
  const publish = (name: string, more: object) => owner.post('/v1/tools', httpManifest(name, more));
  await publish('shop/invoice.create', { description: 'Creates walruses', capabilities: ['commerce.invoice.create'] });
  await publish('shop/invoice.list', { description: 'Lists walruses', annotations: { readOnlyHint: true } });
  await publish('shop/Weather', { description: 'Tells the weather', capabilities: ['weather'] });
  await publish('vault/secret', { description: 'Hides walruses' });
});
afterAll(() => house.stop());

const list = async (query: string, by = owner) => (await by.get<ToolList>(`/v1/tools?${query}`)).body;
const names = ({ items }: ToolList) => items.map(({ name }) => name);

describe('a list of tools', () => {
  it('is by name, and whole, unless asked otherwise', async () => {
    const plain = await list('namespace=shop');
    expect(names(plain)).toEqual(['shop/Weather', 'shop/invoice.create', 'shop/invoice.list']);
    expect(plain).not.toHaveProperty('total');
  });

  it('finds words, tools of the namespaces the caller sees only, and counts them', async () => {
    const seen = await list('query=walrus&facets=namespace');
    expect(names(seen).sort()).toEqual(['shop/invoice.create', 'shop/invoice.list', 'vault/secret']);
    expect(seen).toMatchObject({ total: 3, facets: { namespace: { shop: 2, vault: 1 } }, nextCursor: null });
    const other = await list('query=walrus&facets=namespace', stranger);
    expect(other).toMatchObject({ total: 2, facets: { namespace: { shop: 2 } } });
  });

  it('filters by what tools say of themselves', async () => {
    expect(names(await list('namespace=shop&readOnly=true'))).toEqual(['shop/invoice.list']);
    expect(names(await list('capability=commerce&sort=name'))).toEqual(['shop/invoice.create']);
    expect(names(await list('namespace=shop&protocol=http'))).toHaveLength(3);
    expect(names(await list('namespace=shop&protocol=grpc'))).toEqual([]);
    expect(names(await list('namespace=shop&stage=BETA'))).toEqual([]);
    expect(names(await list('namespace=shop&minTrust=0.9'))).toEqual([]);
    expect(names(await list('namespace=shop&minTrust=0.3'))).toHaveLength(3);
  });

  it('knows a capability by its other tags, with and without the index', async () => {
    for (const query of ['capability=data.weather', 'capability=data.weather&sort=name']) {
      expect([query, names(await list(query))]).toEqual([query, ['shop/Weather']]);
    }
  });

  it('sorts by trust as trust is shown', async () => {
    const { items } = await list('namespace=shop&sort=trust');
    const scores = items.map(({ trustScore }: Entry) => trustScore);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  it('sorts by date of publication', async () => {
    const { items } = await list('namespace=shop&sort=published');
    const dates = items.map(({ publishedAt }) => publishedAt);
    expect(dates).toEqual([...dates].sort().reverse());
  });

  it('pages in every order without gaps or repeats', async () => {
    for (const query of ['sort=trust', 'sort=published', 'sort=name', 'query=walrus']) {
      const whole = names(await list(`${query}&limit=200`)).sort();
      const paged = await everyRow<Entry>(owner, `/v1/tools?${query}&limit=1`);
      expect(paged.map(({ name }) => name).sort()).toEqual(whole);
    }
  });

  it.each([
    ['sort=relevance', '/query/sort'],
    ['sort=price', '/query/sort'],
    ['minTrust=2', '/query/minTrust'],
    ['facets=colour', '/query/facets'],
    ['readOnly=maybe', '/query/readOnly'],
    ['sort=name&cursor=AAAA', '/query/cursor'],
  ])('refuses %s, and says where', async (query, path) => {
    const { status, body } = await owner.get<Problem>(`/v1/tools?${query}`);
    expect([status, body.errors?.[0]?.path]).toEqual([422, path]);
  });

  it('is rebuilt on demand, and the same afterwards', async () => {
    const before = await list('query=walrus&facets=stage');
    const asked = await house.admin.post<IndexStatusView>('/v1/index/rebuild', undefined);
    expect([asked.status, asked.body.engine]).toEqual([202, 'embedded']);
    await house.application.get(MaintainIndex).settled();
    const { body } = await house.admin.get<IndexStatusView>('/v1/index');
    expect(body).toMatchObject({ ready: true, problem: null, pending: 0, rebuild: { state: 'done' } });
    expect([body.documents, body.rebuild?.done]).toEqual([body.tools, body.tools]);
    const after = await list('query=walrus&facets=stage');
    expect([names(after), after.facets]).toEqual([names(before), before.facets]);
  });

  it('takes no cursor of another list', async () => {
    const { nextCursor } = await list('sort=trust&limit=1');
    const { status, body } = await owner.get<Problem>(`/v1/tools?sort=published&limit=1&cursor=${nextCursor}`);
    expect([status, body.detail]).toEqual([422, 'The cursor is not one of this list: start again without it.']);
  });
});
