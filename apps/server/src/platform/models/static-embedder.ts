import type { LocalEmbedder } from '@assay/discovery';
import { embedText, tableFacts, tokenTable } from '@assay/meaning';

/** The table of token vectors that ships; read at the first text. */
export const staticEmbedder: LocalEmbedder = {
  ...tableFacts,
  embed: (text) => embedText(text, tokenTable()),
};
