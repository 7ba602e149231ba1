/** For tests only: fakes, builders and contract suites of trust. */
export { alertStoreContract } from './alert-store.contract.js';
export { aCountedCall, type CallRollupsFixture, callRollupsContract } from './call-rollups.contract.js';
export { aTrust } from './evidence-samples.js';
export { InMemoryAlertStore } from './in-memory-alert-store.js';
export { type CountedCall, InMemoryCallRollups } from './in-memory-call-rollups.js';
