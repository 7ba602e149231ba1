/** For tests only: fakes, builders and contract suites of creation. */
export { anUnmetRequest, aTracedCall, gapStoreContract } from './gap-store.contract.js';
export { hostFunctionsContract } from './host-functions.contract.js';
export { InMemoryGapStore } from './in-memory-gap-store.js';
export { InMemoryHostFunctions } from './in-memory-host-functions.js';
export { InMemoryMadeToolStore } from './in-memory-made-tool-store.js';
export { aMadeTool, madeToolStoreContract } from './made-tool-store.contract.js';
