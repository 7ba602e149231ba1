/** For tests only: fakes, builders and contract suites of identity. */
export { authorizationRecordsContract } from './authorization-records.contract.js';
export { InMemoryAuthorizationRecords } from './in-memory-authorization-records.js';
export { InMemoryNotificationStore } from './in-memory-notification-store.js';
export { InMemoryWebhookStore } from './in-memory-webhook-store.js';
export { usedProofsContract } from './used-proofs.contract.js';
