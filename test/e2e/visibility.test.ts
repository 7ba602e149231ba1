import type { DiscoveryAnswer, Entry, NamespaceView } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { httpManifest } from '../fixtures/manifests.js';
import { type Client, everyRow } from './client.js';
import { type House, startHouse } from './house.js';

/** Who looks, by name; `owner` owns all three namespaces. */
const viewers = ['anonymous', 'stranger', 'colleague', 'owner', 'admin', 'narrowed', 'elsewhere'] as const;
type Viewer = (typeof viewers)[number];

const everybody: readonly Viewer[] = viewers;
/** `elsewhere` is the owner with a key narrowed to another namespace, `narrowed` one narrowed to the three. */
const organisation: readonly Viewer[] = ['colleague', 'owner', 'admin', 'narrowed'];
const owners: readonly Viewer[] = ['owner', 'admin', 'narrowed'];

/** Each tool: visibility of its namespace, its own, and who sees it. */
const tools = [
  ['open/free', 'public', undefined, everybody],
  ['open/inside', 'public', 'organisation', organisation],
  ['open/secret', 'public', 'private', owners],
  ['inner/wide', 'organisation', 'public', organisation],
  ['inner/plain', 'organisation', undefined, organisation],
  ['inner/secret', 'organisation', 'private', owners],
  ['closed/wide', 'private', 'public', owners],
] as const;

let house: House;
let clients: Record<Viewer, Client>;

beforeAll(async () => {
  house = await startHouse();
  await house.admin.post('/v1/organisations', { name: 'rival' });
  const namespaces = ['open', 'inner', 'closed'];
  clients = {
    anonymous: house.anonymous,
    stranger: await house.as('stan', { role: 'administrator', organisation: 'rival' }),
    colleague: await house.as('carl', { role: 'publisher' }),
    owner: await house.as('olga', { role: 'publisher' }),
    admin: house.admin,
    narrowed: await house.as('olga', { role: 'publisher', namespaces }),
    elsewhere: await house.as('olga', { role: 'publisher', namespaces: ['other'] }),
  };
  for (const [name, visibility] of [
    ['open', 'public'],
    ['inner', 'organisation'],
    ['closed', 'private'],
  ]) {
    await clients.owner.post('/v1/namespaces', { name, visibility });
  }
  for (const [name, , visibility] of tools) {
    const { status } = await clients.owner.post('/v1/tools', httpManifest(name, { ...(visibility && { visibility }) }));
    expect(status).toBe(201);
  }
});
afterAll(() => house.stop());

const seenBy = (viewer: Viewer): string[] =>
  tools.filter(([, , , audience]) => audience.includes(viewer)).map(([name]) => name);

const cells = viewers.flatMap((viewer) =>
  tools.map(([name, , , audience]) => [viewer, name, audience.includes(viewer)] as const),
);

describe('a tool', () => {
  it.each(cells)('for %s: %s is shown: %s', async (viewer, name, visible) => {
    const client = clients[viewer];
    const status = visible ? 200 : 404;
    for (const path of ['', '/versions', '/versions/1.0.0']) {
      expect({ path, status: (await client.get(`/v1/tools/${name}${path}`)).status }).toEqual({ path, status });
    }
    const resolved = await client.get<{ code?: string }>(`/v1/tools/${name}/resolve`);
    if (!visible) expect(resolved).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it.each(viewers)('for %s is listed exactly when it is shown', async (viewer) => {
    const names = (await everyRow<Entry>(clients[viewer], '/v1/tools?limit=1')).map((it) => it.name);
    expect(names.filter((it) => !it.startsWith('assay/')).sort()).toEqual([...seenBy(viewer)].sort());
  });

  it.each(viewers)('for %s is found, and counted, exactly when it is shown', async (viewer) => {
    const { body } = await clients[viewer].post<DiscoveryAnswer>('/v1/discover', {
      query: 'create an order for a customer',
      constraints: { minTrust: 0 },
      limit: 100,
    });
    const named = [...body.results, ...body.excluded].map(({ tool }) => tool);
    const found = named.filter((it) => !it.startsWith('assay/'));
    const shown = seenBy(viewer);
    expect(body.totalCandidates).toBe(named.length - found.length + shown.length);
    // The administrator may call none of them: of those only the closest are named.
    if (viewer === 'admin') expect([found.length, found.filter((it) => !shown.includes(it))]).toEqual([5, []]);
    else expect([...found].sort()).toEqual([...shown].sort());
  });

  it('that a caller may not see is no tool when it is called', async () => {
    for (const viewer of ['stranger', 'colleague', 'elsewhere'] as const) {
      const call = await clients[viewer].post('/v1/invocations', { tool: 'closed/wide', input: { item: 'tea' } });
      const none = await clients[viewer].post('/v1/invocations', { tool: 'closed/none', input: { item: 'tea' } });
      expect(call).toMatchObject({ status: 404, body: { code: 'not_found' } });
      const [said, nearest = ''] = (call.body as { detail: string }).detail.split(' Nearest: ');
      const [other] = (none.body as { detail: string }).detail.split(' Nearest: ');
      expect(said?.replace('wide', '…')).toBe(other?.replace('none', '…'));
      expect(nearest).not.toContain('closed/');
    }
  });
});

describe('a namespace', () => {
  it.each(viewers)('for %s is listed and shown by its own visibility', async (viewer) => {
    const client = clients[viewer];
    const visible = { anonymous: ['open'], stranger: ['open'], elsewhere: ['open'], colleague: ['inner', 'open'] };
    const expected = visible[viewer as keyof typeof visible] ?? ['closed', 'inner', 'open'];
    const names = (await everyRow<NamespaceView>(client, '/v1/namespaces?limit=1')).map((it) => it.name);
    expect(names.filter((it) => it !== 'assay')).toEqual(expected);
    for (const name of ['open', 'inner', 'closed']) {
      const { status } = await client.get(`/v1/namespaces/${name}`);
      expect({ name, status }).toEqual({ name, status: expected.includes(name) ? 200 : 404 });
    }
  });

  it('shows its owners to its own organisation only', async () => {
    const owned = async (viewer: Viewer) =>
      (await clients[viewer].get<NamespaceView>('/v1/namespaces/open')).body.owners.map((it) => it.name);
    expect(await owned('colleague')).toEqual(['olga']);
    expect(await owned('stranger')).toEqual([]);
    expect(await owned('anonymous')).toEqual([]);
  });

  it('that is widened or narrowed shows or hides its tools everywhere at once', async () => {
    const list = async () => (await everyRow<Entry>(house.anonymous, '/v1/tools?namespace=inner')).map((it) => it.name);
    const found = async () =>
      (
        await house.anonymous.post<DiscoveryAnswer>('/v1/discover', {
          query: 'create an order',
          constraints: { minTrust: 0 },
        })
      ).body.results
        .map(({ tool }) => tool)
        .filter((it) => it.startsWith('inner/'))
        .sort();
    expect([await list(), await found()]).toEqual([[], []]);
    await clients.owner.patch('/v1/namespaces/inner', { visibility: 'public' });
    expect([await list(), await found()]).toEqual([
      ['inner/plain', 'inner/wide'],
      ['inner/plain', 'inner/wide'],
    ]);
    await clients.owner.patch('/v1/namespaces/inner', { visibility: 'organisation' });
    expect([await list(), await found()]).toEqual([[], []]);
  });
});

describe('anonymous reads', () => {
  it('can be turned off: then nothing public is shown without a key', async () => {
    const quiet = await startHouse({ ASSAY_ANONYMOUS_READS: 'false' });
    try {
      await quiet.admin.post('/v1/namespaces', { name: 'open', visibility: 'public' });
      await quiet.admin.post('/v1/tools', httpManifest('open/free'));
      expect((await quiet.admin.get('/v1/tools/open/free')).status).toBe(200);
      expect([401, 404]).toContain((await quiet.anonymous.get('/v1/tools/open/free')).status);
      const found = await quiet.anonymous.post<DiscoveryAnswer>('/v1/discover', { query: 'order' });
      expect(found.body.results ?? []).toEqual([]);
      expect((await quiet.anonymous.get('/healthz')).status).toBe(200);
    } finally {
      await quiet.stop();
    }
  });
});
