import { describe, expect, it } from '@jest/globals';
import { type Browse, BrowseTools, maxOffset } from './browse-tools.js';
import { aDocument } from './testing/index-suite/contract-case.js';
import { NaiveToolIndex } from './testing/index-suite/naive-tool-index.js';

const caller = { tokens: ['public'] };

async function browse(asked: Partial<Browse>) {
  const index = new NaiveToolIndex();
  await index.put([
    aDocument('a/mail', { description: 'walrus', trustKey: Math.log(0.9), capabilities: ['communication.mail'] }),
    aDocument('a/query', { description: 'walrus', trustKey: Math.log(0.5), readOnly: true, stage: 'SANDBOX' }),
    aDocument('b/chart', { namespace: 'b', protocol: 'grpc', trustKey: Math.log(0.2) }),
    aDocument('b/hidden', { namespace: 'b', audience: ['org:2'] }),
  ]);
  const tools = new BrowseTools<typeof caller>(index, {
    audience: ({ tokens }) => tokens,
    organisationOf: () => null,
    minTrustKey: (trust) => Math.log(trust),
  });
  return tools.browse({ query: '', limit: 10, offset: 0, ...asked }, caller);
}

const idsOf = async (asked: Partial<Browse>) => {
  const found = await browse(asked);
  return found.ok ? found.value.ids : found.error.message;
};

describe('BrowseTools', () => {
  it('lists what the caller sees, by name unless asked otherwise', async () => {
    expect(await idsOf({})).toEqual(['a/mail', 'a/query', 'b/chart']);
    expect(await idsOf({ sort: 'trust' })).toEqual(['a/mail', 'a/query', 'b/chart']);
    expect(await idsOf({ query: 'walrus' })).toEqual(['a/mail', 'a/query']);
  });

  it('filters by everything a document says of itself', async () => {
    expect(await idsOf({ namespace: 'b' })).toEqual(['b/chart']);
    expect(await idsOf({ capability: 'communication' })).toEqual(['a/mail']);
    expect(await idsOf({ protocol: 'grpc' })).toEqual(['b/chart']);
    expect(await idsOf({ stage: 'BETA' })).toEqual(['a/mail', 'b/chart']);
    expect(await idsOf({ readOnly: true })).toEqual(['a/query']);
    expect(await idsOf({ readOnly: false })).toHaveLength(3);
    expect(await idsOf({ minTrust: 0.5 })).toEqual(['a/mail', 'a/query']);
    expect(await idsOf({ minTrust: 0 })).toHaveLength(3);
  });

  it('tells the total, where the next page begins, and counts', async () => {
    const page = await browse({ limit: 2, facets: ['namespace'] });
    expect(page).toMatchObject({ value: { total: 3, next: 2, facets: { namespace: { a: 2, b: 1 } } } });
    expect(await browse({ limit: 2, offset: 2 })).toMatchObject({ value: { ids: ['b/chart'], next: null } });
  });

  it('refuses an order by relevance to nothing, and pages without end', async () => {
    expect(await idsOf({ sort: 'relevance' })).toBe('/query/sort requires a query for relevance: give query as well.');
    expect(await idsOf({ offset: maxOffset })).toMatch(/^\/query\/cursor leads beyond the first 10000 tools/);
  });
});
