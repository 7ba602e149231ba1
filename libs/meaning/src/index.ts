/** Embeds text without a server, from a table of token vectors that ships with this package. Imports nothing of ours. */
export { embedText } from './embed-text.js';
export { tableFacts, tokenTable } from './token-table.js';
