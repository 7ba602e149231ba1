import type { CheckAnswer, Entry, Problem } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { httpManifest } from '../fixtures/manifests.js';
import { type Client, everyRow, type Refusal } from './client.js';
import { type House, startHouse } from './house.js';

interface Page {
  readonly items: readonly Entry[];
  readonly nextCursor: string | null;
}

/** Trust falls by the millisecond; the rest of an entry stands still. */
const undecayed = ({ trustScore: _, ...entry }: Entry) => entry;

const pathsOf = (problem: Refusal): string[] => (problem.errors ?? []).map(({ path }) => path);

let house: House;
let publisher: Client;

beforeAll(async () => {
  house = await startHouse();
  publisher = await house.as('pat', { role: 'publisher' });
  await publisher.post('/v1/namespaces', { name: 'acme', visibility: 'public' });
});
afterAll(() => house.stop());

const publish = (manifest: unknown, by = publisher) => by.post<Entry & Refusal>('/v1/tools', manifest);

describe('a manifest', () => {
  it('is published with 201, and shown whole with what the registry says of it', async () => {
    const manifest = httpManifest('acme/orders.create', {
      title: 'Create an order',
      capabilities: ['commerce.order.create'],
      outputSchema: { type: 'object' },
      auth: { scopes: ['orders:write'], upstream: 'shared', scheme: { type: 'bearer' } },
      sla: { p50Ms: 80, p95Ms: 200, p99Ms: 400, availability: 0.995 },
      costPerCallUsd: 0.002,
      annotations: { readOnlyHint: false, idempotentHint: true, honoursKey: true },
      compensation: { class: 'full', tool: 'acme/orders.cancel@^1', input: 'output.id' },
      sanity: [{ name: 'total', kind: 'range', expression: 'output.total > 0', severity: 'CRITICAL' }],
      examples: [{ name: 'one', input: { item: 'tea' }, output: {}, match: 'subset' }],
      testEndpoint: 'https://orders.example/test',
      compatibility: { platform: '>=1 <3' },
      security: { audit: 'self', evidenceUrl: 'https://orders.example/audit' },
      visibility: 'public',
    });
    const published = await publish(manifest);
    expect(published.status).toBe(201);
    expect(published.body).toMatchObject({
      ...manifest,
      provider: 'default',
      status: 'ACTIVE',
      stage: 'SANDBOX',
      usageCount: 0,
      rating: null,
      lastVerified: null,
      sunsetAt: null,
      quarantined: null,
      revocation: null,
      upstreamDigest: null,
      manifestDigest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      definitionDigest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      trustScore: expect.closeTo(0.485, 3),
    });
    const shown = await house.anonymous.get<Entry>('/v1/tools/acme/orders.create');
    // The publisher sees the findings, and its trust from inside.
    const { findings, ...entry } = published.body;
    expect(findings).toEqual([]);
    expect(undecayed(shown.body)).toEqual({ ...undecayed(entry), trustView: 'outside' });
  });

  it('is a no-op when it is published again, whatever the order of its fields and its build metadata', async () => {
    const manifest = httpManifest('acme/again', { version: '1.0.0+build.1' });
    const first = await publish(manifest);
    const again = await publish(Object.fromEntries(Object.entries(manifest).reverse()));
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(undecayed(again.body)).toEqual(undecayed(first.body));
    const otherBuild = await publish({ ...manifest, version: '1.0.0+build.2' });
    expect(otherBuild).toMatchObject({ status: 409, body: { code: 'version_conflict' } });
    expect((await house.anonymous.get<Entry>('/v1/tools/acme/again/versions/1.0.0')).body.version).toBe(
      '1.0.0+build.1',
    );
  });

  it('never changes: different content under its number is refused with both digests', async () => {
    const first = await publish(httpManifest('acme/fixed'));
    const other = await publish(httpManifest('acme/fixed', { description: 'Something else.' }));
    expect(other.status).toBe(409);
    expect(other.body).toMatchObject({
      code: 'version_conflict',
      published: first.body.manifestDigest,
      yours: expect.stringMatching(/^sha256:/),
    });
    expect((other.body as { yours?: string }).yours).not.toBe(first.body.manifestDigest);
  });

  it('stays one version when many publish it at once, and only one of two contents wins', async () => {
    const same = await Promise.all(Array.from({ length: 8 }, () => publish(httpManifest('acme/race'))));
    expect(same.map((it) => it.status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect(new Set(same.map((it) => it.body.id)).size).toBe(1);
    const contents = await Promise.all(
      ['one', 'two', 'three'].map((description) => publish(httpManifest('acme/rival', { description }))),
    );
    expect(contents.map((it) => it.status).sort()).toEqual([201, 409, 409]);
  });

  it('is refused with every problem at once, each with its pointer', async () => {
    const { status, body, headers } = await publish({
      name: 'Acme Orders',
      version: '1.0',
      inputSchema: { type: 'objekt', properties: { a: { pattern: '(' } } },
      outputSchema: { $ref: 'https://elsewhere.example/schema.json' },
      protocol: 'mcp',
      endpoint: { server: 'acme/orders', port: 1 },
      costPerCallUsd: -1,
      compatibility: { platform: 'soon' },
      surprise: true,
    });
    expect(status).toBe(422);
    expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(body.code).toBe('invalid_manifest');
    expect(pathsOf(body)).toEqual(
      expect.arrayContaining([
        '/name',
        '/version',
        '/description',
        '/inputSchema/type',
        '/inputSchema/properties/a/pattern',
        '/outputSchema/$ref',
        '/endpoint/tool',
        '/endpoint/port',
        '/costPerCallUsd',
        '/compatibility/platform',
        '/surprise',
      ]),
    );
  });

  it.each([
    ['a list', [], ['']],
    ['a schema nested too deep', httpManifest('acme/x', { inputSchema: nested(35) }), undefined],
    [
      'a schema of another dialect',
      httpManifest('acme/x', { inputSchema: { $schema: 'urn:mine' } }),
      ['/inputSchema/$schema'],
    ],
    [
      'a pattern that takes exponential time',
      httpManifest('acme/x', { inputSchema: { pattern: '^(?=a)b\\1$' } }),
      ['/inputSchema/pattern'],
    ],
    ['an input that is no object', httpManifest('acme/x', { inputSchema: { type: 'array' } }), ['/inputSchema/type']],
    ['a name too long', httpManifest(`acme/${'x'.repeat(129)}`), ['/name']],
  ])('is refused when it is %s', async (_, manifest, paths) => {
    const { status, body } = await publish(manifest);
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'invalid_manifest' });
    if (paths !== undefined) expect(pathsOf(body)).toEqual(paths);
    expect(body.errors?.length).toBeGreaterThan(0);
  });

  it('must name a registered server of its own when it is called over MCP', async () => {
    const { status, body } = await publish(
      httpManifest('acme/served', { protocol: 'mcp', endpoint: { server: 'acme/nowhere', tool: 't' } }),
    );
    expect({ status, paths: pathsOf(body) }).toEqual({ status: 422, paths: ['/endpoint/server'] });
  });
});

describe('namespaces of others', () => {
  it('are refused with what the caller has and the way to get this one', async () => {
    const other = await house.as('olga', { role: 'publisher' });
    await other.post('/v1/namespaces', { name: 'olgas' });
    const free = await publish(httpManifest('nobodys/tool'), other);
    expect(free).toMatchObject({ status: 403, body: { code: 'namespace_forbidden', namespaces: ['olgas'] } });
    expect(free.body.detail).toMatch(/Your namespaces: olgas.*claim it with POST \/v1\/namespaces/);
    const taken = await publish(httpManifest('acme/tool'), other);
    expect(taken.body.detail).toMatch(/Ask one of its owners to add you/);
    const narrowed = await house.as('pat', { role: 'publisher', namespaces: ['other'] });
    expect((await publish(httpManifest('acme/tool'), narrowed)).body.detail).toMatch(/restricted to other namespaces/);
  });

  it('need the scope registry:publish before anything else', async () => {
    const reader = await house.as('rita', { role: 'reader' });
    const { status, body } = await publish(httpManifest('acme/tool'), reader);
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'forbidden' });
    expect(body).toMatchObject({ missingScope: 'registry:publish' });
    expect((await publish(httpManifest('acme/tool'), house.anonymous)).status).toBe(401);
  });

  it('lend neither their servers nor the credentials of these', async () => {
    await publisher.post('/v1/servers', { name: 'acme/theirs', mcp: { url: 'http://127.0.0.1:9/' } });
    const other = await house.as('ole', { role: 'publisher' });
    await other.post('/v1/namespaces', { name: 'oles' });
    const borrowed = httpManifest('oles/tool', { protocol: 'mcp', endpoint: { server: 'acme/theirs', tool: 't' } });
    const refused = await publish(borrowed, other);
    expect({ status: refused.status, paths: pathsOf(refused.body) }).toEqual({
      status: 422,
      paths: ['/endpoint/server'],
    });
    expect((await publish({ ...borrowed, name: 'acme/tool' })).status).toBe(201);
  });
});

describe('checking', () => {
  const check = async (manifest: unknown) => (await publisher.post<CheckAnswer>('/v1/tools/check', manifest)).body;

  it('says what publishing would do, and publishes nothing', async () => {
    const first = httpManifest('acme/checked');
    expect(await check(first)).toMatchObject({ ok: true, change: 'none', problems: [] });
    expect((await publisher.get('/v1/tools/acme/checked')).status).toBe(404);
    await publish(first);
    expect(await check({ ...first, description: 'Other.' })).toMatchObject({
      ok: false,
      problems: [{ path: '/version', message: expect.stringMatching(/published with other content/) }],
    });
    expect(await check({ ...first, version: '2' })).toMatchObject({ ok: false, problems: [{ path: '/version' }] });
    expect(await check(httpManifest('nobodys/x'))).toMatchObject({ ok: false, problems: [{ path: '/name' }] });
  });
});

describe('lists', () => {
  it('show each tool once, page after page, while others publish', async () => {
    await publisher.post('/v1/namespaces', { name: 'many' });
    const names = Array.from({ length: 25 }, (_, at) => `many/t${String(at * 2).padStart(3, '0')}`);
    await Promise.all(names.map((name) => publish(httpManifest(name, { capabilities: ['data.query.sql'] }))));
    const seen: string[] = [];
    let cursor: string | null = '';
    for (let page = 0; cursor !== null; page += 1) {
      const more: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body } = await publisher.get<Page>(`/v1/tools?namespace=many&limit=4${more}`);
      seen.push(...body.items.map(({ name }) => name));
      cursor = body.nextCursor;
      await publish(httpManifest(`many/t${String(page * 14 + 1).padStart(3, '0')}`));
      await publish(httpManifest(names[page] as string, { version: '1.1.0' }));
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(names));
    expect(seen).toEqual([...seen].sort());
  });

  it('are filtered by capability and its branches', async () => {
    await publish(httpManifest('acme/sql', { capabilities: ['data.query.sql'] }));
    const names = (await everyRow<Entry>(publisher, '/v1/tools?namespace=acme&capability=data.query')).map(
      (it) => it.name,
    );
    expect(names).toEqual(['acme/sql']);
    expect(await everyRow(publisher, '/v1/tools?namespace=acme&capability=data.qu')).toEqual([]);
  });

  it.each(['limit=0', 'limit=201', 'limit=x', 'cursor=!!', 'unknown=1', 'limit=1&limit=2'])(
    'refuse ?%s',
    async (query) => {
      expect(await publisher.get(`/v1/tools?${query}`)).toMatchObject({
        status: 422,
        body: { code: 'invalid_request' },
      });
    },
  );
});

describe('versions', () => {
  const numbers = ['1.0.0', '1.2.0', '1.10.0', '2.0.0', '3.0.0-beta.1'];
  beforeAll(async () => {
    for (const version of numbers) await publish(httpManifest('acme/ranged', { version }));
  });

  it('are listed newest first, page by page', async () => {
    const rows = await everyRow<Entry>(house.anonymous, '/v1/tools/acme/ranged/versions?limit=2');
    expect(rows.map(({ version }) => version)).toEqual([...numbers].reverse());
    expect((await house.anonymous.get('/v1/tools/acme/none/versions')).status).toBe(404);
  });

  it('are shown one by one', async () => {
    const shown = await house.anonymous.get<Entry>('/v1/tools/acme/ranged/versions/1.2.0');
    expect(shown).toMatchObject({ status: 200, body: { version: '1.2.0' } });
    expect(await house.anonymous.get('/v1/tools/acme/ranged/versions/9.9.9')).toMatchObject({ status: 404 });
    expect(await house.anonymous.get('/v1/tools/acme/ranged/versions/not-a-version')).toMatchObject({ status: 404 });
  });

  it.each([
    ['^1.0.0', '1.10.0'],
    ['~1.2', '1.2.0'],
    ['>=1 <3', '2.0.0'],
    ['latest', '2.0.0'],
    ['', '2.0.0'],
    ['1.2.0', '1.2.0'],
    ['^3.0.0-0', '3.0.0-beta.1'],
    ['1.x || 2.x', '2.0.0'],
  ])('resolve by the range "%s" to %s', async (range, version) => {
    const query = range === '' ? '' : `?range=${encodeURIComponent(range)}`;
    const resolved = await house.anonymous.get<Entry>(`/v1/tools/acme/ranged/resolve${query}`);
    // 2.0.0 has put its elders under notice.
    const warnings = version.startsWith('1.') ? [expect.stringContaining(`${version} is deprecated`)] : [];
    expect(resolved).toMatchObject({ status: 200, body: { version, warnings } });
  });

  it('that do not fit are named with the reason', async () => {
    const { status, body } = await house.anonymous.get<Problem>('/v1/tools/acme/ranged/resolve?range=%5E4');
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'version_not_found' });
    expect(body.rejected).toEqual(
      expect.arrayContaining([
        { version: '2.0.0', reason: 'out of range' },
        { version: '3.0.0-beta.1', reason: expect.stringMatching(/pre-release/) },
      ]),
    );
    const wrong = await house.anonymous.get('/v1/tools/acme/ranged/resolve?range=newest');
    expect(wrong).toMatchObject({ status: 422, body: { errors: [{ path: '/range' }] } });
  });
});

function nested(levels: number): Record<string, unknown> {
  let schema: Record<string, unknown> = {};
  for (let level = 0; level < levels; level += 1) schema = { properties: { in: schema } };
  return schema;
}
