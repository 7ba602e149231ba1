/** Search engines behind core's `ToolIndex` port. */

export { EmbeddedToolIndex } from './embedded/embedded-tool-index.js';
export type { Bm25fSettings, Field } from './embedded/settings.js';
export { TermReader } from './text/terms.js';
