import { TermReader } from '@assay/search';
import { Global, Module } from '@nestjs/common';
import { MemoryModule } from '../memory/memory.module.js';
import { OpenAdapters } from '../open-adapters.js';
import {
  CLOCK,
  CONFIG,
  DOCUMENTS,
  EMBEDDER,
  EMBEDDING_STORE,
  LOCAL_EMBEDDER,
  LOG,
  RANDOM,
  READ_TERMS,
  SEARCH_INDEX,
  TAXONOMY,
  TOOL_INDEX,
} from '../ports.js';
import { later, provide } from '../provide.js';
import { openSearchIndex } from './search-index.js';
import { lengthOfVectors } from './vector-length.js';

const terms = new TermReader();

const providers = [
  provide(
    SEARCH_INDEX,
    {
      ...{ config: CONFIG, clock: CLOCK, random: RANDOM, log: LOG, taxonomy: TAXONOMY },
      ...{
        adapters: OpenAdapters,
        embedder: EMBEDDER,
        local: LOCAL_EMBEDDER,
        embeddings: EMBEDDING_STORE,
        documents: later(DOCUMENTS),
      },
    },
    async ({ adapters, embedder, local, embeddings, documents, ...ports }) =>
      adapters.add(
        'threads of searches',
        openSearchIndex({
          ...ports,
          documents: () => documents()(),
          dimensions: ports.config.searchEngine && (await lengthOfVectors(embedder, local, embeddings, ports.clock)),
        }),
        (it) => it.close(),
      ),
  ),
  provide(TOOL_INDEX, { search: SEARCH_INDEX }, ({ search }) => search.index),
  provide(READ_TERMS, {}, () => (text: string) => [...terms.distinct(text).keys()]),
];

/** The search index: in this process, and before it the search engine that the operator names. */
@Global()
@Module({ imports: [MemoryModule], providers, exports: providers })
export class SearchModule {}
