/** For tests only: fakes, builders and contract suites of runs. */
export { aSaga, aSagaStep, begunSaga } from './a-saga.js';
export { callNoteStoreContract } from './call-note-store.contract.js';
export { questionStoreContract } from './question-store.contract.js';
export { runStoreContract } from './run-store.contract.js';
export { sagaStoreContract } from './saga-store.contract.js';
export { suspendedCallStoreContract } from './suspended-call-store.contract.js';
