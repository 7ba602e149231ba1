/** Search engines behind core's `ToolIndex` port. */

export { BackedToolIndex } from './backed/backed-tool-index.js';
export { EmbeddedToolIndex } from './embedded/embedded-tool-index.js';
export { MeiliToolIndex } from './meilisearch/meili-tool-index.js';
export { SearchThreads } from './pool/search-threads.js';
export { ThreadedToolIndex } from './pool/threaded-tool-index.js';
export { essencesOf } from './text/essences.js';
export { TermReader } from './text/terms.js';
