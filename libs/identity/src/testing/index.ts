/** For tests only: fakes, builders and contract suites of identity. */
export { accountStoreContract } from './account-store.contract.js';
export { attemptStoreContract } from './attempt-store.contract.js';
export { authorizationRecordsContract } from './authorization-records.contract.js';
export { credentialStoreContract } from './credential-store.contract.js';
export { aParty, aPasskeyResponse, FakePasskeys } from './fake-passkeys.js';
export { InMemoryAccountStore } from './in-memory-account-store.js';
export { InMemoryAttemptStore } from './in-memory-attempt-store.js';
export { InMemoryAuthorizationRecords } from './in-memory-authorization-records.js';
export { InMemoryCredentialStore } from './in-memory-credential-store.js';
export { InMemoryNotificationStore } from './in-memory-notification-store.js';
export { InMemorySessionStore } from './in-memory-session-store.js';
export { InMemoryWebhookStore } from './in-memory-webhook-store.js';
export { sessionStoreContract } from './session-store.contract.js';
export { SmallSignIn } from './small-sign-in.js';
export { usedProofsContract } from './used-proofs.contract.js';
