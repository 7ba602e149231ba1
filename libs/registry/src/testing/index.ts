/** For tests only: fakes, builders and contract suites of registry. */
export { aCapability, aTaxonomy } from './a-capability.js';
export { aCaller, aManifest, aNamespace, aPrincipal, aRevocation, aServer, aVersion } from './builders.js';
export { consumersContract } from './consumers.contract.js';
export { aField, aFile, aMessage, aMethod, aService, label, shopFiles, type } from './descriptors.js';
export { inMemoryNoticeStores } from './in-memory-notice-stores.js';
export { InMemoryReviewStore } from './in-memory-review-store.js';
export { aNotice, aSecret, aWebhookRow } from './notice-samples.js';
export { notificationStoreContract } from './notification-store.contract.js';
export { reviewStoreContract } from './review-store.contract.js';
export {
  aGrantRow,
  aKeyRow,
  aNamespaceRow,
  anEndorsementRow,
  anOrganisationRow,
  aPrincipalRow,
  aServerRow,
  aVersionRow,
} from './store-samples.js';
export { webhookStoreContract } from './webhook-store.contract.js';
