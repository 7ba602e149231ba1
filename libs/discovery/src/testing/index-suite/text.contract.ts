import { deepEqual, equal, ok } from 'node:assert/strict';
import { aDocument, type ContractCase, find, idsOf } from './contract-case.js';

/** Words, and the order of what they find. */
export const textCases: readonly ContractCase[] = [
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
    name: 'the best come back when there are more than the limit, and equals are ordered by id',
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
