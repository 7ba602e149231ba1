import { prefixedEmbedder } from '@assay/discovery';
import { o200kTokens } from '@assay/models';
import { Global, Module } from '@nestjs/common';
import { OpenAdapters } from '../open-adapters.js';
import {
  CLOCK,
  CONFIG,
  EMBEDDER,
  LANGUAGE_MODEL,
  LOAD_TOKENS,
  LOCAL_EMBEDDER,
  MODELS,
  MULTILINGUAL_EMBEDDER,
  OWN_SERVICES,
} from '../ports.js';
import { provide } from '../provide.js';
import { openModels } from './models.js';
import { multilingualEmbedder } from './multilingual-embedder.js';
import { staticEmbedder } from './static-embedder.js';

const providers = [
  provide(
    MODELS,
    { config: CONFIG, clock: CLOCK, except: OWN_SERVICES, adapters: OpenAdapters },
    ({ config, clock, except, adapters }) =>
      adapters.add('connections to models', openModels(config, { clock, except }), (it) => it.close()),
  ),
  provide(LANGUAGE_MODEL, { models: MODELS }, ({ models }) => models.languageModel),
  provide(EMBEDDER, { models: MODELS, config: CONFIG }, ({ models: { embedder }, config }) =>
    embedder === null ? null : prefixedEmbedder(embedder, config.embedding?.documentPrefix ?? ''),
  ),
  provide(LOCAL_EMBEDDER, {}, () => staticEmbedder),
  provide(MULTILINGUAL_EMBEDDER, {}, () => multilingualEmbedder()),
  provide(LOAD_TOKENS, {}, () => o200kTokens),
];

/** The models that the operator configured, and the embedding table that ships. */
@Global()
@Module({ providers, exports: providers })
export class ModelsModule {}
