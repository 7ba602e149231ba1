/** Embeds text of 15 languages in the space of the table of `@assay/meaning`. Imports nothing of ours. */
export { embedMultilingual } from './embed-multilingual.js';
export {
  loadMultilingualTable,
  multilingualFacts,
} from './multilingual-table.js';
