import { deepEqual, equal, ok } from 'node:assert/strict';
import {
  decayedTrust,
  type IndexAnswer,
  type IndexQuery,
  leastKey,
  type ToolDocument,
  type ToolIndex,
  trustKey,
} from '@assay/core';

/** One promise of the port. `check` throws when an engine breaks it. */
export interface ContractCase {
  readonly name: string;
  /** `index` is empty, and nobody else's. */
  readonly check: (index: ToolIndex) => Promise<void>;
}

/** A document about nothing in particular that everybody sees. */
export const aDocument = (id: string, more: Partial<ToolDocument> = {}): ToolDocument => ({
  id,
  name: id.split('/').at(-1) ?? id,
  title: '',
  description: '',
  provider: '',
  capabilities: [],
  parameters: [],
  audience: ['public'],
  trustKey: 0,
  ...more,
});

const find = (index: ToolIndex, query: Partial<IndexQuery>): Promise<IndexAnswer> =>
  index.search({ text: '', capabilities: [], audience: ['public'], limit: 200, ...query });

const idsOf = (answer: IndexAnswer): string[] => answer.candidates.map(({ id }) => id);

const textCases: readonly ContractCase[] = [
  {
    name: 'an empty index finds nothing',
    check: async (index) => {
      equal(await index.size(), 0);
      deepEqual(idsOf(await find(index, { text: 'orders', capabilities: ['data'] })), []);
    },
  },
  {
    name: 'a word is found in each field',
    check: async (index) => {
      await index.put([
        aDocument('a/name', { name: 'walrus' }),
        aDocument('a/title', { title: 'walrus' }),
        aDocument('a/description', { description: 'counts a walrus' }),
        aDocument('a/provider', { provider: 'walrus' }),
        aDocument('a/capability', { capabilities: ['animal.walrus'] }),
        aDocument('a/parameter', { parameters: ['colour', 'walrus'] }),
        aDocument('a/none', { description: 'counts seals' }),
      ]);
      deepEqual(
        idsOf(await find(index, { text: 'walrus' })).sort(),
        ['a/capability', 'a/description', 'a/name', 'a/parameter', 'a/provider', 'a/title'].sort(),
      );
    },
  },
  {
    name: 'case does not matter',
    check: async (index) => {
      await index.put([aDocument('a/walrus', { description: 'Counts WALRUS herds' })]);
      deepEqual(idsOf(await find(index, { text: 'Walrus' })), ['a/walrus']);
    },
  },
  {
    name: 'a document with more of the words comes first, and relevance lies in (0, 1]',
    check: async (index) => {
      await index.put([
        aDocument('a/one', { description: 'walrus' }),
        aDocument('a/both', { description: 'walrus herd' }),
        aDocument('a/other', { description: 'seal' }),
      ]);
      const { candidates } = await find(index, { text: 'walrus herd' });
      deepEqual(
        candidates.map(({ id }) => id),
        ['a/both', 'a/one'],
      );
      for (const { relevance } of candidates) ok(relevance > 0 && relevance <= 1, `relevance ${relevance}`);
    },
  },
  {
    name: 'a repeated word counts once',
    check: async (index) => {
      await index.put([aDocument('a/walrus', { name: 'walrus' }), aDocument('a/herd', { name: 'herd' })]);
      const once = await find(index, { text: 'walrus herd' });
      deepEqual(await find(index, { text: 'walrus walrus herd walrus' }), once);
    },
  },
  {
    name: 'matched words are words searched for',
    check: async (index) => {
      await index.put([aDocument('a/walrus', { description: 'walrus herd' })]);
      const { candidates, terms } = await find(index, { text: 'walrus iceberg' });
      equal(terms.length, 2);
      deepEqual(
        candidates.map(({ matched }) => matched.map((word) => terms.includes(word))),
        [[true]],
      );
    },
  },
  {
    name: 'text that says nothing finds nothing',
    check: async (index) => {
      await index.put([aDocument('a/walrus', { description: 'walrus' })]);
      for (const text of ['', '   ', '?!… ()', '\u0000']) deepEqual(idsOf(await find(index, { text })), []);
    },
  },
  {
    name: 'a long query with odd characters is answered',
    check: async (index) => {
      await index.put([aDocument('a/walrus', { description: 'walrus' })]);
      const text = `walrus \ud800 '"\\ ${'iceberg%_* '.repeat(300)}`;
      deepEqual(idsOf(await find(index, { text })), ['a/walrus']);
    },
  },
  {
    name: 'the best come back when there are more than the limit, and equals are told apart by id',
    check: async (index) => {
      const herds = [3, 1, 2, 0].map((n) => aDocument(`a/herd-${n}`, { name: 'herd' }));
      await index.put([...herds, aDocument('a/walrus', { name: 'walrus herd' })]);
      const best = idsOf(await find(index, { text: 'walrus herd', limit: 3 }));
      equal(best.length, 3);
      deepEqual(best.slice(-2), ['a/herd-0', 'a/herd-1']);
      deepEqual(idsOf(await find(index, { text: 'walrus herd', limit: 0 })), []);
    },
  },
  {
    name: 'all documents that match are found when they are fewer than the limit',
    check: async (index) => {
      await index.put(Array.from({ length: 150 }, (_, n) => aDocument(`a/t${n}`, { description: 'walrus' })));
      equal((await find(index, { text: 'walrus' })).candidates.length, 150);
    },
  },
];

const capabilityCases: readonly ContractCase[] = [
  {
    name: 'a capability finds itself, what lies below and what lies above, in that order',
    check: async (index) => {
      await index.put([
        aDocument('a/above', { capabilities: ['data'] }),
        aDocument('a/below', { capabilities: ['data.query.sql'] }),
        aDocument('a/itself', { capabilities: ['data.query'] }),
        aDocument('a/beside', { capabilities: ['data.store'] }),
        aDocument('a/prefix', { capabilities: ['data.queryable'] }),
      ]);
      const { candidates } = await find(index, { capabilities: ['data.query'] });
      deepEqual(
        candidates.map(({ id }) => id),
        ['a/itself', 'a/below', 'a/above'],
      );
      equal(candidates[0]?.relevance, 1);
    },
  },
  {
    name: 'a tool in several places is found once, by its best place',
    check: async (index) => {
      await index.put([aDocument('a/both', { capabilities: ['data', 'data.query', 'data.query.sql'] })]);
      const { candidates } = await find(index, { capabilities: ['data.query'] });
      deepEqual(
        candidates.map(({ id, relevance }) => [id, relevance]),
        [['a/both', 1]],
      );
    },
  },
  {
    name: 'of two capabilities asked for, having both beats having one',
    check: async (index) => {
      await index.put([
        aDocument('a/one', { capabilities: ['mail.send'] }),
        aDocument('a/two', { capabilities: ['data.query', 'mail.send'] }),
      ]);
      deepEqual(idsOf(await find(index, { capabilities: ['data.query', 'mail.send'] })), ['a/two', 'a/one']);
    },
  },
  {
    name: 'text and capabilities together: both beat either, and either is enough to be a candidate',
    check: async (index) => {
      await index.put([
        aDocument('a/tag', { capabilities: ['data.query'] }),
        aDocument('a/text', { description: 'walrus' }),
        aDocument('a/both', { description: 'walrus', capabilities: ['data.query'] }),
        aDocument('a/none', { description: 'seal', capabilities: ['mail'] }),
      ]);
      const found = idsOf(await find(index, { text: 'walrus', capabilities: ['data.query'] }));
      equal(found[0], 'a/both');
      deepEqual(found.slice(1).sort(), ['a/tag', 'a/text']);
    },
  },
];

const dayMs = 86_400_000;

const trustCases: readonly ContractCase[] = [
  {
    name: 'only documents of the least trust key and more are found, when one is asked for',
    check: async (index) => {
      const about = { description: 'counts a walrus', capabilities: ['animal'] };
      await index.put([
        aDocument('a/less', { ...about, trustKey: 154.2 }),
        aDocument('a/just', { ...about, trustKey: 154.25 }),
        aDocument('a/more', { ...about, trustKey: 154.3 }),
      ]);
      const leastTrustKey = 154.25;
      deepEqual(idsOf(await find(index, { text: 'walrus', leastTrustKey })).sort(), ['a/just', 'a/more']);
      deepEqual(idsOf(await find(index, { capabilities: ['animal'], leastTrustKey })).sort(), ['a/just', 'a/more']);
      deepEqual(idsOf(await find(index, { text: 'walrus', leastTrustKey, limit: 1 })).length, 1);
      equal(idsOf(await find(index, { text: 'walrus' })).length, 3);
      await index.put([aDocument('a/more', { ...about, trustKey: 1 })]);
      deepEqual(idsOf(await find(index, { text: 'walrus', leastTrustKey })), ['a/just']);
    },
  },
  {
    name: 'the filter by trust agrees with decayed trust on any day, though no document changes',
    check: async (index) => {
      const start = Date.UTC(2026, 0, 1);
      const tools = Array.from({ length: 40 }, (_, n) => ({
        id: `a/t${n}`,
        base: 0.2 + 0.019 * ((n * 17) % 40),
        t0: start - ((n * 7) % 90) * dayMs,
      }));
      await index.put(
        tools.map(({ id, base, t0 }) => aDocument(id, { description: 'walrus', trustKey: trustKey(base, t0) })),
      );
      for (const days of [0, 1, 30, 89, 400]) {
        const at = start + days * dayMs;
        for (const least of [0.02, 0.3, 0.5]) {
          const wanted = tools.filter(({ base, t0 }) => decayedTrust(base, t0, at) >= least).map(({ id }) => id);
          const found = await find(index, { text: 'walrus', leastTrustKey: leastKey(least, at) });
          deepEqual(idsOf(found).sort(), wanted.sort());
        }
      }
    },
  },
];

const audienceCases: readonly ContractCase[] = [
  {
    name: 'only what the caller may see is found, by text and by capability',
    check: async (index) => {
      const about = { description: 'walrus', capabilities: ['animal'] };
      await index.put([
        aDocument('a/public', about),
        aDocument('a/mine', { ...about, audience: ['org:1', 'principal:1'] }),
        aDocument('a/theirs', { ...about, audience: ['org:2'] }),
        aDocument('a/nobodys', { ...about, audience: [] }),
      ]);
      const audience = ['public', 'org:1'];
      deepEqual(idsOf(await find(index, { text: 'walrus', audience })), ['a/mine', 'a/public']);
      deepEqual(idsOf(await find(index, { capabilities: ['animal'], audience })), ['a/mine', 'a/public']);
      deepEqual(idsOf(await find(index, { text: 'walrus', audience: [] })), []);
    },
  },
  {
    name: 'what the caller may not see takes no place within the limit',
    check: async (index) => {
      const hidden = Array.from({ length: 60 }, (_, n) =>
        aDocument(`a/hidden${n}`, { name: 'walrus', description: 'walrus', audience: ['org:2'] }),
      );
      await index.put([...hidden, aDocument('a/seen', { description: 'a long text that names the walrus at last' })]);
      deepEqual(idsOf(await find(index, { text: 'walrus', limit: 5 })), ['a/seen']);
    },
  },
  {
    name: 'a changed audience holds at once',
    check: async (index) => {
      await index.put([aDocument('a/walrus')]);
      await index.put([aDocument('a/walrus', { audience: ['org:2'] })]);
      deepEqual(idsOf(await find(index, { text: 'walrus' })), []);
      deepEqual(idsOf(await find(index, { text: 'walrus', audience: ['org:2'] })), ['a/walrus']);
    },
  },
];

const changeCases: readonly ContractCase[] = [
  {
    name: 'put replaces the document with the same id',
    check: async (index) => {
      await index.put([aDocument('a/x', { description: 'walrus', capabilities: ['animal'] })]);
      await index.put([aDocument('a/x', { description: 'seal', capabilities: ['fish'] })]);
      equal(await index.size(), 1);
      deepEqual(idsOf(await find(index, { text: 'walrus', capabilities: ['animal'] })), []);
      deepEqual(idsOf(await find(index, { text: 'seal' })), ['a/x']);
    },
  },
  {
    name: 'of two documents with one id in a batch, the later stands',
    check: async (index) => {
      await index.put([aDocument('a/x', { description: 'walrus' }), aDocument('a/x', { description: 'seal' })]);
      equal(await index.size(), 1);
      deepEqual(idsOf(await find(index, { text: 'walrus' })), []);
    },
  },
  {
    name: 'removed documents are gone, unknown ids are no error, and an id can come back',
    check: async (index) => {
      await index.put([aDocument('a/x', { capabilities: ['animal'] }), aDocument('a/walrus')]);
      await index.remove(['a/walrus', 'a/unknown', 'a/x', 'a/x']);
      equal(await index.size(), 0);
      deepEqual(idsOf(await find(index, { text: 'walrus', capabilities: ['animal'] })), []);
      await index.put([aDocument('a/walrus')]);
      deepEqual(idsOf(await find(index, { text: 'walrus' })), ['a/walrus']);
    },
  },
  {
    name: 'clear leaves an empty index that works',
    check: async (index) => {
      await index.put([aDocument('a/walrus')]);
      await index.clear();
      equal(await index.size(), 0);
      deepEqual(idsOf(await find(index, { text: 'walrus' })), []);
      await index.put([aDocument('a/walrus')]);
      deepEqual(idsOf(await find(index, { text: 'walrus' })), ['a/walrus']);
    },
  },
  {
    name: 'many replacements and removals leave what a new index would hold',
    check: async (index) => {
      const kinds = ['atlantic', 'pacific', 'laptev'];
      const herd = (n: number, season: string) =>
        aDocument(`a/t${n}`, { description: `walrus in ${season}`, capabilities: [`animal.${kinds[n % 3]}`] });
      for (const season of ['spring', 'summer', 'autumn', 'winter', 'thaw']) {
        await index.put(Array.from({ length: 300 }, (_, n) => herd(n, season)));
      }
      await index.remove(Array.from({ length: 290 }, (_, n) => `a/t${n}`));
      equal(await index.size(), 10);
      equal((await find(index, { text: 'walrus' })).candidates.length, 10);
      deepEqual(idsOf(await find(index, { text: 'winter' })), []);
      deepEqual(idsOf(await find(index, { capabilities: ['animal.atlantic'] })), ['a/t291', 'a/t294', 'a/t297']);
    },
  },
];

/** What every search engine behind `ToolIndex` keeps to, words and ranks of its own aside. */
export const toolIndexContract: readonly ContractCase[] = [
  ...textCases,
  ...capabilityCases,
  ...audienceCases,
  ...trustCases,
  ...changeCases,
];
