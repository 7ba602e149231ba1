import { deepEqual } from 'node:assert/strict';
import { aDocument, type ContractCase, find, idsOf } from './contract-case.js';

/** Who sees what: decided within the search. */
export const audienceCases: readonly ContractCase[] = [
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
