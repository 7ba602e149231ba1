import { deepEqual, equal, ok } from 'node:assert/strict';
import { hashedVector } from '@assay/kernel/testing';
import type { IndexQuery, ToolDocument, ToolIndex } from '../../tool-index.js';
import { aDocument, type ContractCase } from './contract-case.js';

const dimensions = 48;
const meaning = (text: string, length = dimensions) =>
  Float32Array.from(hashedVector(text, length, [['walrus', 'pinniped', 'odobenus']]));

const about = (id: string, description: string, parts: Partial<ToolDocument> = {}) =>
  aDocument(id, { description, vector: meaning(description), ...parts });

const find = (index: ToolIndex, text: string, parts: Partial<IndexQuery> = {}) =>
  index.search({ text, capabilities: [], audience: ['public'], limit: 100, vector: meaning(text), ...parts });

const ids = ({ candidates }: Awaited<ReturnType<typeof find>>) => candidates.map(({ id }) => id);

/** What a search engine keeps to that fuses vectors with words, beside the contract of every engine. */
export const vectorIndexContract: readonly ContractCase[] = [
  {
    name: 'finds by meaning what has none of the words, says that no word matched, and keeps relevance in (0,1]',
    check: async (index) => {
      await index.put([about('a/near', 'odobenus'), about('a/far', 'railway timetable'), aDocument('a/bare')]);
      const { candidates } = await find(index, 'pinniped');
      deepEqual(
        candidates.map(({ id, matched }) => [id, matched]),
        [['a/near', []]],
      );
      for (const { relevance } of candidates) ok(relevance > 0 && relevance <= 1, `relevance ${relevance}`);
    },
  },
  {
    name: 'words and meaning together beat either',
    check: async (index) => {
      await index.put([
        about('a/both', 'walrus'),
        about('a/meaning', 'odobenus'),
        about('a/words', 'walrus', { vector: meaning('railway timetable') }),
      ]);
      const found = await find(index, 'walrus');
      equal(ids(found)[0], 'a/both');
      deepEqual(ids(found).slice(1).sort(), ['a/meaning', 'a/words']);
    },
  },
  {
    name: 'a query without a vector is answered as if there were none',
    check: async (index) => {
      const plain = { text: 'walrus herd', capabilities: [], audience: ['public'], limit: 100 };
      const documents = [about('a/one', 'walrus herd'), about('a/two', 'a walrus'), about('a/three', 'odobenus')];
      await index.put(documents.map(({ vector, ...rest }) => rest));
      const before = await index.search(plain);
      await index.put(documents);
      deepEqual(await index.search(plain), before);
    },
  },
  {
    name: 'meaning shows nobody what it may not see, nor what is not trusted enough',
    check: async (index) => {
      await index.put([
        about('a/seen', 'odobenus', { trustKey: 5 }),
        about('a/hidden', 'odobenus', { audience: ['org:2'], trustKey: 5 }),
        about('a/distrusted', 'odobenus', { trustKey: 1 }),
      ]);
      deepEqual(ids(await find(index, 'pinniped', { minTrustKey: 4 })), ['a/seen']);
      deepEqual(ids(await find(index, 'pinniped', { audience: ['org:2'], minTrustKey: 4 })), ['a/hidden']);
    },
  },
  {
    name: 'a document keeps its place by words while its vector has not come',
    check: async (index) => {
      await index.put([
        aDocument('a/bare', { name: 'walrus', description: 'walrus' }),
        about('a/near', 'odobenus'),
        about('a/long', 'a text in which the walrus is named somewhere between much else'),
      ]);
      equal(ids(await find(index, 'walrus'))[0], 'a/bare');
    },
  },
  {
    name: 'vectors go with their documents, and a new one takes the place of the old',
    check: async (index) => {
      await index.put([about('a/one', 'odobenus'), about('a/two', 'odobenus')]);
      await index.remove(['a/one']);
      deepEqual(ids(await find(index, 'pinniped')), ['a/two']);
      await index.put([about('a/two', 'railway')]);
      deepEqual(ids(await find(index, 'pinniped')), []);
      await index.put([about('a/two', 'odobenus')]);
      deepEqual(ids(await find(index, 'pinniped')), ['a/two']);
    },
  },
  {
    name: 'a vector of another length says nothing, and does no harm',
    check: async (index) => {
      await index.put([about('a/walrus', 'walrus')]);
      const odd = await find(index, 'walrus', { vector: meaning('walrus', dimensions / 2) });
      deepEqual(odd, await index.search({ text: 'walrus', capabilities: [], audience: ['public'], limit: 100 }));
    },
  },
];
