import type { Discover, DiscoveryAnswer, Manifest, Problem } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { httpManifest } from '../fixtures/manifests.js';
import type { Client } from './client.js';
import { type House, startHouse } from './house.js';

let house: House;
let owner: Client;
let stranger: Client;

const tools: [string, Partial<Manifest>][] = [
  [
    'shop/createInvoice',
    {
      description: 'Creates an invoice for an order',
      sla: { p95Ms: 100 },
      costPerCallUsd: 0.01,
      capabilities: ['commerce.invoice.create'],
    },
  ],
  [
    'shop/send_invoice',
    {
      description: 'Sends an invoice by mail',
      sla: { p95Ms: 5_000 },
      costPerCallUsd: 0.5,
      annotations: { readOnlyHint: true },
    },
  ],
  [
    'shop/invoice_archive',
    { description: 'Lists archived invoices', compatibility: { platform: '>=2' }, capabilities: ['commerce.invoice'] },
  ],
  ['shop/weather', { description: 'Tells the weather of a city', capabilities: ['weather.forecast'] }],
];

beforeAll(async () => {
  house = await startHouse({ ASSAY_KITS: 'files' });
  owner = await house.as('olga', { role: 'publisher' });
  stranger = await house.as('stan');
  await owner.post('/v1/namespaces', { name: 'shop', visibility: 'public' });
  for (const [name, parts] of tools) await owner.post('/v1/tools', httpManifest(name, parts));
});
afterAll(() => house.stop());

const discover = async (body: Discover, by = owner) => (await by.post<DiscoveryAnswer>('/v1/discover', body)).body;
const names = ({ results }: DiscoveryAnswer) => results.map(({ tool }) => tool);
const found = async (body: Discover, by = owner) => names(await discover(body, by)).sort();

describe('a search', () => {
  it('finds tools by what they do, best first, with reasons and schemas', async () => {
    const answer = await discover({ query: 'creating invoices' });
    expect(answer.results[0]).toMatchObject({
      tool: 'shop/createInvoice',
      version: '1.0.0',
      callable: 'yes',
      inputSchema: { required: ['item'] },
      parts: { trust: expect.any(Number), relevance: 1, latency: expect.closeTo(0.99, 2), cost: expect.any(Number) },
    });
    const { parts, score, why } = answer.results[0] as DiscoveryAnswer['results'][0];
    expect(score).toBeCloseTo(0.4 * parts.trust + 0.3 * parts.relevance + 0.2 * parts.latency + 0.1 * parts.cost, 9);
    expect(why.join('; ')).toMatch(/matches \d of \d words.*you own it.*p95 100 ms declared.*costs 0.01 USD/s);
    expect(answer).toMatchObject({
      discoveryId: expect.any(String),
      tookMs: expect.any(Number),
      parsed: { query: 'creating invoices' },
    });
    expect(names(answer)).not.toContain('shop/weather');
    expect(answer.totalFiltered).toBeLessThanOrEqual(answer.totalCandidates);
  });

  it('says whether that is a good match, and what is doubtful about one that is not', async () => {
    expect((await discover({ query: 'create an invoice for an order' })).match).toMatchObject({ good: true });
    const doubtful = await discover({ query: 'which item of clothing do sailors prefer' });
    expect(doubtful.results).not.toEqual([]);
    expect(doubtful.match).toMatchObject({ good: false, note: expect.stringContaining('only "item"') });
  });

  it.each([
    ['Wie wird das Wetter morgen?', 'de', 'shop/weather'],
    ['créer une facture', 'fr', 'shop/createInvoice'],
    ['创建发票', 'zh', 'shop/createInvoice'],
  ])('reads %j as %s, and finds %s by meaning', async (query, language, tool) => {
    const answer = await discover({ query });
    expect(answer.parsed.language).toBe(language);
    expect(answer.results[0]?.tool).toBe(tool);
    expect(answer).not.toHaveProperty('warnings');
  });

  it('knows words inside camelCase and snake_case, in other forms', async () => {
    for (const query of ['create invoice', 'CREATE INVOICES', 'invoice creation create'])
      expect((await discover({ query })).results[0]?.tool).toBe('shop/createInvoice');
  });

  it('finds by capability, near and exact', async () => {
    const answer = await discover({ capabilities: ['commerce.invoice'] });
    expect(names(answer).sort()).toEqual(['shop/createInvoice', 'shop/invoice_archive']);
    expect(answer.results[0]?.tool).toBeDefined();
    expect(await found({ capabilities: ['weather.forecast'] })).toEqual(['shop/weather']);
  });

  it('shows as much as is asked', async () => {
    const [named] = (await discover({ query: 'weather', detail: 'names' })).results;
    expect(named).not.toHaveProperty('description');
    const [summary] = (await discover({ query: 'weather', detail: 'summary' })).results;
    expect(summary).toMatchObject({ description: 'Tells the weather of a city', capabilities: ['weather.forecast'] });
    expect(summary).not.toHaveProperty('inputSchema');
    expect((await discover({ query: 'weather', detail: 'schemas' })).results[0]).toHaveProperty('inputSchema');
    expect((await discover({ query: 'invoice', limit: 1 })).results).toHaveLength(1);
  });
});

describe('constraints', () => {
  const excludedWhy = async (constraints: Discover['constraints'], tool: string) =>
    (await discover({ query: 'invoice', constraints })).excluded.find((it) => it.tool === tool)?.why;

  it.each<[NonNullable<Discover['constraints']>, string, RegExp]>([
    [{ maxLatencyMs: 200 }, 'shop/send_invoice', /p95 latency 5000 ms is above the requested 200 ms/],
    [{ maxLatencyMs: 200 }, 'shop/invoice_archive', /p95 latency is unknown/],
    [{ maxCost: 0.1 }, 'shop/send_invoice', /cost 0.5 USD per call is above/],
    [{ maxCost: 0.1 }, 'shop/invoice_archive', /cost is unknown/],
    [{ readOnly: true }, 'shop/createInvoice', /does not declare itself read-only/],
    [{ protocol: 'mcp' }, 'shop/createInvoice', /protocol is http/],
    [{ version: '^2' }, 'shop/createInvoice', /version 1.0.0 is outside \^2/],
    [{ platformVersion: '1' }, 'shop/invoice_archive', /made for platform >=2/],
    [{ stage: 'BETA' }, 'shop/createInvoice', /its stage SANDBOX comes before BETA/],
    [{ minTrust: 0.9 }, 'shop/createInvoice', /trust 0\.\d+ is below the asked 0.9/],
  ])('%j leaves out %s and says why', async (constraints, tool, why) => {
    expect(await excludedWhy(constraints, tool)).toMatch(why);
    expect(await found({ query: 'invoice', constraints })).not.toContain(tool);
  });

  it('that a tool meets keep it', async () => {
    expect(await found({ query: 'invoice', constraints: { maxLatencyMs: 200, maxCost: 0.1 } })).toEqual([
      'shop/createInvoice',
    ]);
    expect(await found({ query: 'invoice', constraints: { readOnly: true } })).toEqual(['shop/send_invoice']);
  });

  it('on trust do not hide one’s own by default, and hide even those when stated', async () => {
    expect((await discover({ query: 'invoice' })).parsed.constraints.minTrust).toBe(0.5);
    expect(await found({ query: 'invoice' })).toHaveLength(3);
    expect(await found({ query: 'invoice', constraints: { minTrust: 0.5 } })).toEqual([]);
    expect((await discover({ query: 'invoice' }, stranger)).excluded[0]?.why).toMatch(
      /below the default 0.5; state a lower minTrust/,
    );
  });

  it.each([
    [{}, '/query'],
    [{ query: '  ' }, '/query'],
    [{ query: 'x', limit: 0 }, '/limit'],
    [{ query: 'x', detail: 'all' }, '/detail'],
    [{ query: 'x', constraints: { version: 'newest' } }, '/constraints/version'],
    [{ query: 'x', constraints: { minTrust: 2 } }, '/constraints/minTrust'],
    [{ query: 'x', constraints: { colour: 'red' } }, '/constraints/colour'],
    [{ query: 'x', capabilities: ['Not A Tag'] }, '/capabilities/0'],
  ])('and wishes that make no sense are refused: %j', async (body, path) => {
    const refused = await owner.post<Problem>('/v1/discover', body);
    expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_request', errors: [{ path }] } });
  });
});

describe('what may be seen but not called', () => {
  it('is named with the reason, and offered from the moment it is granted or endorsed', async () => {
    const wish: Discover = { query: 'weather of a city', constraints: { minTrust: 0 } };
    expect(await found(wish, stranger)).toEqual([]);
    const { excluded } = await discover(wish, stranger);
    expect(excluded).toContainEqual({
      tool: 'shop/weather',
      why: expect.stringMatching(/SANDBOX is open only to owners/),
    });

    const grant = await owner.post<{ id: string }>('/v1/grants', {
      principal: 'stan',
      tool: 'shop/weather',
      actions: ['call'],
    });
    expect((await discover(wish, stranger)).results).toMatchObject([{ tool: 'shop/weather', callable: 'yes' }]);
    await owner.delete(`/v1/grants/${grant.body.id}`);
    expect(await found(wish, stranger)).toEqual([]);

    const endorsed = await house.admin.post<{ id: string }>('/v1/endorsements', { tool: 'shop/weather' });
    expect(await found({ query: 'weather of a city' }, stranger)).toEqual(['shop/weather']);
    await house.admin.delete(`/v1/endorsements/${endorsed.body.id}`);
    expect(await found(wish, stranger)).toEqual([]);
  });

  it('is shown to who only looks around, as not callable', async () => {
    const answer = await discover({ query: 'weather', constraints: { minTrust: 0 } }, house.anonymous);
    expect(answer.results).toMatchObject([{ tool: 'shop/weather', callable: 'no' }]);
  });
});

describe('the index', () => {
  it('has a tool the moment its publishing is answered, for many publishers at once', async () => {
    const published = await Promise.all(
      Array.from({ length: 40 }, async (_, at) => {
        const name = `shop/zeppelin_${at}`;
        await owner.post('/v1/tools', httpManifest(name, { description: `Steers zeppelin number${at}` }));
        return (await found({ query: `zeppelin number${at}`, limit: 100 })).includes(name);
      }),
    );
    expect(published).toEqual(Array(40).fill(true));
  });

  it('shows the newest release, and is not misled by a pre-release', async () => {
    const search = async () =>
      (await discover({ query: 'quokka' })).results.map(({ tool, version, description }) => [
        tool,
        version,
        description,
      ]);
    await owner.post('/v1/tools', httpManifest('shop/animal', { description: 'Feeds a quokka' }));
    await owner.post(
      '/v1/tools',
      httpManifest('shop/animal', { version: '2.0.0-rc.1', description: 'Feeds a wombat' }),
    );
    expect(await search()).toEqual([['shop/animal', '1.0.0', 'Feeds a quokka']]);
    await owner.post('/v1/tools', httpManifest('shop/animal', { version: '1.1.0', description: 'Feeds a numbat' }));
    expect(await search()).toEqual([]);
    expect((await discover({ query: 'numbat' })).results[0]?.version).toBe('1.1.0');
  });

  it('is whole again after a restart, and after its changes were all forgotten', async () => {
    const before = await found({ query: 'invoice' });
    await house.restart();
    expect(await found({ query: 'invoice' }, await restarted())).toEqual(before);
    await house.sql('TRUNCATE outbox');
    await house.restart();
    expect(await found({ query: 'invoice' }, await restarted())).toEqual(before);
  });
});

/** The owner with a new key, at the address of the server as it is now. */
const restarted = () => house.as('olga', { role: 'publisher' });
