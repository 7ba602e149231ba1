/** Search engines behind core's `ToolIndex` port. */

export { type BackedOptions, BackedToolIndex } from './backed/backed-tool-index.js';
export type { DocumentSource, ExternalIndex } from './backed/external-index.js';
export { EmbeddedToolIndex } from './embedded/embedded-tool-index.js';
export type { EvidenceWeights, Field, RelevanceSettings } from './embedded/settings.js';
export { type MeiliOptions, MeiliToolIndex } from './meilisearch/meili-tool-index.js';
export { SearchThreads } from './pool/search-threads.js';
export { ThreadedToolIndex } from './pool/threaded-tool-index.js';
export { essencesOf } from './text/essences.js';
export { TermReader } from './text/terms.js';
