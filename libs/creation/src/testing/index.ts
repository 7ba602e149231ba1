/** For tests only: fakes, builders and contract suites of creation. */
export { InMemoryMadeToolStore } from './in-memory-made-tool-store.js';
export { aMadeTool, madeToolStoreContract } from './made-tool-store.contract.js';
