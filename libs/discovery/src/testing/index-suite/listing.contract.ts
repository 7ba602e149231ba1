import { deepEqual, equal } from 'node:assert/strict';
import type { IndexFilter, IndexQuery, IndexSort, ToolDocument, ToolIndex } from '../../tool-index.js';
import { aDocument, type ContractCase, find, idsOf } from './contract-case.js';

const stock: readonly ToolDocument[] = [
  aDocument('a/mail', {
    description: 'walrus',
    capabilities: ['communication.mail.send'],
    protocol: 'mcp',
    stage: 'VERIFIED',
    trustKey: 3,
    publishedAt: 30,
  }),
  aDocument('a/query', {
    description: 'walrus',
    capabilities: ['data.query', 'data.query.sql'],
    readOnly: true,
    stage: 'BETA',
    trustKey: 1,
    publishedAt: 10,
  }),
  aDocument('b/Store', {
    description: 'walrus',
    namespace: 'b',
    capabilities: ['data.store'],
    stage: 'SANDBOX',
    deprecated: true,
    trustKey: 2,
    publishedAt: 20,
  }),
  aDocument('b/chart', { namespace: 'b', capabilities: ['data'], protocol: 'grpc', trustKey: 2, publishedAt: 20 }),
];

const filled = async (index: ToolIndex): Promise<ToolIndex> => {
  await index.put(stock);
  return index;
};

const listed = async (index: ToolIndex, query: Partial<IndexQuery>) => idsOf(await find(index, query));

const filterTable: readonly (readonly [string, IndexFilter, readonly string[]])[] = [
  ['a namespace', { namespaces: ['b'] }, ['b/Store', 'b/chart']],
  ['several namespaces', { namespaces: ['a', 'b', 'c'] }, ['a/mail', 'a/query', 'b/Store', 'b/chart']],
  ['no namespace at all', { namespaces: [] }, []],
  ['protocols', { protocols: ['mcp', 'grpc'] }, ['a/mail', 'b/chart']],
  ['a least stage', { minStage: 'BETA' }, ['a/mail', 'a/query', 'b/chart']],
  ['read-only', { readOnly: true }, ['a/query']],
  ['a capability and what lies below it', { capability: 'data.query' }, ['a/query']],
  ['a part of the tree', { capability: 'data' }, ['a/query', 'b/Store', 'b/chart']],
  ['no tag that only begins alike', { capability: 'dat' }, []],
  ['everything together', { namespaces: ['a'], capability: 'data', readOnly: true, minStage: 'SANDBOX' }, ['a/query']],
];

const filterCases: readonly ContractCase[] = filterTable.map(([name, filter, wanted]) => ({
  name: `a filter by ${name}`,
  check: async (index) => {
    await filled(index);
    deepEqual(await listed(index, { sort: 'name', filter }), wanted);
    const byWord = wanted.filter((id) => id !== 'b/chart');
    deepEqual((await listed(index, { text: 'walrus', filter })).sort(), [...byWord].sort());
    const byTag = wanted.filter((id) => id !== 'a/mail');
    deepEqual((await listed(index, { capabilities: ['data'], filter })).sort(), [...byTag].sort());
  },
}));

const sortTable: readonly (readonly [IndexSort, readonly string[]])[] = [
  ['name', ['a/mail', 'a/query', 'b/Store', 'b/chart']],
  ['trust', ['a/mail', 'b/Store', 'b/chart', 'a/query']],
  ['published', ['a/mail', 'b/Store', 'b/chart', 'a/query']],
];

const sortCases: readonly ContractCase[] = sortTable.map(([sort, order]) => ({
  name: `sorted by ${sort}, equals by id, everything or what was found`,
  check: async (index) => {
    await filled(index);
    deepEqual(await listed(index, { sort }), order);
    const found = order.filter((id) => id !== 'b/chart');
    deepEqual(await listed(index, { sort, text: 'walrus' }), found);
    deepEqual(await listed(index, { sort, text: 'walrus', limit: 1, offset: 1 }), found.slice(1, 2));
    const below = order.filter((id) => id !== 'a/mail');
    deepEqual(await listed(index, { sort, capabilities: ['data'] }), below);
    deepEqual(await listed(index, { sort, capabilities: ['data'], limit: 2 }), below.slice(0, 2));
  },
}));

/** Pages of every size put together are the whole list. */
async function pagesAgree(index: ToolIndex, query: Partial<IndexQuery>, total: number): Promise<void> {
  const whole = await find(index, { ...query, limit: total });
  equal(whole.candidates.length, total);
  for (const limit of [1, 7, 10, total - 1]) {
    const pages: string[] = [];
    for (let offset = 0; offset < total; offset += limit) {
      const page = await find(index, { ...query, limit, offset });
      equal(page.total, total);
      pages.push(...idsOf(page));
    }
    deepEqual(pages, idsOf(whole));
  }
  deepEqual(await find(index, { ...query, limit: 5, offset: total }).then(idsOf), []);
}

const pageCases: readonly ContractCase[] = [
  {
    name: 'pages have neither gaps nor repeats, in every order',
    check: async (index) => {
      const herd = Array.from({ length: 23 }, (_, n) =>
        aDocument(`a/t${(n * 7) % 23}`, {
          description: n % 3 === 0 ? 'walrus walrus herd' : 'walrus',
          capabilities: [['data', 'data.query', 'data.query.sql'][n % 3] ?? 'data'],
          trustKey: n % 4,
          publishedAt: n % 5,
        }),
      );
      await index.put(herd);
      for (const sort of ['name', 'trust', 'published'] as const) await pagesAgree(index, { sort }, 23);
      for (const sort of ['relevance', 'trust'] as const) await pagesAgree(index, { sort, text: 'walrus' }, 23);
      await pagesAgree(index, { capabilities: ['data.query'] }, 23);
    },
  },
  {
    name: 'total counts what matches beyond the limit, and not what the caller may not see',
    check: async (index) => {
      await index.put(Array.from({ length: 250 }, (_, n) => aDocument(`a/t${n}`, { description: 'walrus herd' })));
      await index.put([aDocument('a/hidden', { description: 'walrus', audience: ['org:2'] })]);
      await index.put([aDocument('a/seal', { description: 'seal', capabilities: ['data.query'] })]);
      for (const [query, total] of [
        [{ text: 'walrus herd' }, 250],
        [{ text: 'walrus herd', limit: 0 }, 250],
        [{ text: 'walrus seal', sort: 'name' }, 251],
        [{ sort: 'trust' }, 251],
        [{ sort: 'trust', limit: 0 }, 251],
        [{ capabilities: ['data'] }, 1],
        [{}, 0],
      ] as const) {
        equal((await find(index, { limit: 3, ...query })).total, total);
      }
    },
  },
];

const facetCases: readonly ContractCase[] = [
  {
    name: 'facets count everything that matches, beyond the limit too',
    check: async (index) => {
      await filled(index);
      const { facets, candidates } = await find(index, {
        sort: 'name',
        limit: 1,
        facets: ['capabilities', 'namespace', 'protocol', 'stage', 'readOnly', 'deprecated'],
      });
      equal(candidates.length, 1);
      deepEqual(facets, {
        capabilities: {
          'communication.mail.send': 1,
          data: 1,
          'data.query': 1,
          'data.query.sql': 1,
          'data.store': 1,
        },
        namespace: { a: 2, b: 2 },
        protocol: { mcp: 1, http: 2, grpc: 1 },
        stage: { VERIFIED: 1, BETA: 2, SANDBOX: 1 },
        readOnly: { true: 1, false: 3 },
        deprecated: { true: 1, false: 3 },
      });
    },
  },
  {
    name: 'facets respect words, tags, filter and audience; without any, they are omitted',
    check: async (index) => {
      await filled(index);
      await index.put([aDocument('a/hidden', { description: 'walrus', audience: ['org:2'] })]);
      const facets = ['namespace'] as const;
      deepEqual((await find(index, { text: 'walrus', facets, limit: 1 })).facets, { namespace: { a: 2, b: 1 } });
      deepEqual((await find(index, { capabilities: ['data'], facets })).facets, { namespace: { a: 1, b: 2 } });
      const filter = { protocols: ['grpc'] } as const;
      deepEqual((await find(index, { sort: 'name', facets, filter })).facets, { namespace: { b: 1 } });
      deepEqual((await find(index, { text: 'iceberg', facets })).facets, { namespace: {} });
      deepEqual((await find(index, { sort: 'name', facets, audience: [] })).facets, { namespace: {} });
      equal((await find(index, { text: 'walrus' })).facets, undefined);
    },
  },
  {
    name: 'facets of many documents found by a word are all counted',
    check: async (index) => {
      const herd = Array.from({ length: 450 }, (_, n) =>
        aDocument(`a/t${n}`, {
          description: n % 2 === 0 ? 'walrus' : 'walrus seal',
          namespace: n % 3 === 0 ? 'b' : 'a',
        }),
      );
      await index.put(herd);
      const { facets, total } = await find(index, { text: 'walrus seal', facets: ['namespace'], limit: 10 });
      deepEqual([facets, total], [{ namespace: { a: 300, b: 150 } }, 450]);
    },
  },
];

/** Lists: filters, orders, pages, counts. */
export const listingCases: readonly ContractCase[] = [...filterCases, ...sortCases, ...pageCases, ...facetCases];
