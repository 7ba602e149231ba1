/** The engines that are compared: each takes documents and gives a function from a text to the ids of the best. */

import { EmbeddedToolIndex } from '@assay/search';
import { create, insertMultiple, search } from '@orama/orama';
import MiniSearch from 'minisearch';
import { fieldNames, plainWords, termsOf } from './bm25f.mjs';
import { audience } from './real-tools.mjs';

const asText = (document, field) => [document[field]].flat().join(' ');

export const assay = {
  name: 'assay',
  async build(documents, limit = 10) {
    const index = new EmbeddedToolIndex();
    let batch = [];
    for (const document of documents) {
      batch.push(document);
      if (batch.length < 500) continue;
      await index.put(batch);
      batch = [];
    }
    await index.put(batch);
    return Object.assign(
      async (text) => {
        const { candidates } = await index.search({ text, capabilities: [], audience, limit });
        return candidates.map(({ id }) => id);
      },
      { index },
    );
  },
};

function miniSearch(documents, limit, options) {
  const index = new MiniSearch({ fields: fieldNames, extractField: asText, ...options });
  // Some sets name a tool twice.
  const unique = [...new Map(documents.map((document) => [document.id, document])).values()];
  index.addAll(unique);
  return async (text) =>
    index
      .search(text)
      .slice(0, limit)
      .map(({ id }) => id);
}

const boost = { name: 2, description: 1, provider: 0.5, capabilities: 0.5, parameters: 0.3 };

export const miniSearchDefault = {
  name: 'minisearch',
  // Whatever a document calls its id, MiniSearch wants it as a field's value, not as a text.
  build: async (documents, limit = 10) =>
    miniSearch(documents, limit, { extractField: (one, field) => (field === 'id' ? one.id : asText(one, field)) }),
};

export const miniSearchSameWords = {
  name: 'minisearch, same words',
  build: async (documents, limit = 10) =>
    miniSearch(documents, limit, {
      extractField: (one, field) => (field === 'id' ? one.id : asText(one, field)),
      tokenize: termsOf,
      processTerm: (term) => term,
      searchOptions: { boost },
    }),
};

export const orama = {
  name: 'orama',
  async build(documents, limit = 10) {
    const schema = { key: 'string', ...Object.fromEntries(fieldNames.map((name) => [name, 'string'])) };
    const db = create({ schema });
    const rows = [...documents].map((one) => ({
      key: one.id,
      ...Object.fromEntries(fieldNames.map((name) => [name, asText(one, name)])),
    }));
    await insertMultiple(db, rows, 500);
    return async (text) => {
      const { hits } = await search(db, { term: text, properties: fieldNames, limit });
      return hits.map(({ document }) => document.key);
    };
  },
};

export const plainBm25 = {
  name: 'plain BM25',
  build: async (documents) => {
    const find = plainWords(documents);
    return async (text) => find(text);
  },
};
