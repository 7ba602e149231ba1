/** For tests only: fakes, builders and contract suites of discovery. */
export { embeddingStoreContract } from './embedding-store.contract.js';
export { FakeEmbedder, modelAway } from './fake-embedder.js';
export { InMemoryEmbeddingStore } from './in-memory-embedding-store.js';
export { agreesWithNaive } from './index-suite/agrees-with-naive.js';
export { aDocument } from './index-suite/contract-case.js';
export { NaiveToolIndex } from './index-suite/naive-tool-index.js';
export { taxonomyContract } from './index-suite/taxonomy.contract.js';
export { toolIndexContract } from './index-suite/tool-index.contract.js';
export { vectorIndexContract } from './index-suite/vector-index.contract.js';
export { wordFormContract } from './index-suite/word-form.contract.js';
export { noVectors } from './no-vectors.js';
