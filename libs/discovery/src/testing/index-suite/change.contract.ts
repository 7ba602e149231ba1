import { deepEqual, equal } from 'node:assert/strict';
import { aDocument, type ContractCase, find, idsOf } from './contract-case.js';

/** What puts and removes leave behind. */
export const changeCases: readonly ContractCase[] = [
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
      deepEqual(idsOf(await find(index, { capabilities: ['animal.atlantic'], limit: 3 })), [
        'a/t291',
        'a/t294',
        'a/t297',
      ]);
    },
  },
];
