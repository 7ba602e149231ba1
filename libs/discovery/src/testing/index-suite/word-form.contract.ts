import { deepEqual } from 'node:assert/strict';
import { aDocument, type ContractCase, find, idsOf } from './contract-case.js';

const found = (index: Parameters<ContractCase['check']>[0], text: string) => find(index, { text }).then(idsOf);

/** Other forms of words: inflected, mistyped, and words that mean the same. */
export const wordFormContract: readonly ContractCase[] = [
  {
    name: 'inflected words find each other',
    check: async (index) => {
      await index.put([aDocument('a/one', { description: 'creates invoices' })]);
      for (const text of ['invoice', 'creating', 'create']) deepEqual(await found(index, text), ['a/one']);
    },
  },
  {
    name: 'parts of identifiers are words',
    check: async (index) => {
      await index.put([
        aDocument('a/one', { name: 'getCustomerByEmail' }),
        aDocument('a/two', { name: 'list_invoices' }),
      ]);
      deepEqual(await found(index, 'customer'), ['a/one']);
      deepEqual(await found(index, 'invoice'), ['a/two']);
    },
  },
  {
    name: 'a long word is found with a letter wrong, missing, too many or out of place',
    check: async (index) => {
      await index.put([aDocument('a/one', { description: 'calendar' }), aDocument('a/two', { description: 'walrus' })]);
      for (const text of ['calender', 'calndar', 'callendar', 'claendar'])
        deepEqual(await found(index, text), ['a/one']);
    },
  },
  {
    name: 'a short word is meant as it stands',
    check: async (index) => {
      await index.put([aDocument('a/cat', { description: 'cat' }), aDocument('a/car', { description: 'car' })]);
      deepEqual(await found(index, 'car'), ['a/car']);
    },
  },
  {
    name: 'the word itself comes before one that only resembles it',
    check: async (index) => {
      await index.put([
        aDocument('a/alike', { description: 'walnut' }),
        aDocument('a/exact', { description: 'walrus' }),
        aDocument('a/typo', { description: 'walruz' }),
      ]);
      deepEqual((await found(index, 'walrus'))[0], 'a/exact');
    },
  },
  {
    name: 'words that mean the same find each other',
    check: async (index) => {
      await index.put([
        aDocument('a/one', { description: 'repository' }),
        aDocument('a/two', { description: 'database' }),
      ]);
      deepEqual(await found(index, 'repo'), ['a/one']);
      deepEqual(await found(index, 'db'), ['a/two']);
    },
  },
];
