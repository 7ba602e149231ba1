/** The domain. Free of frameworks and I/O. */

export type {
  CatalogueStore,
  PublishOutcome,
} from './catalog/catalogue-store.js';
export type {
  CatalogueChange,
  Import,
  Server,
  ToolVersion,
} from './catalog/records.js';
export type {
  ToolSource,
  UpstreamListing,
  UpstreamTool,
} from './catalog/upstream.js';
export type {
  Candidate,
  IndexAnswer,
  IndexQuery,
  ToolDocument,
  ToolIndex,
} from './discovery/tool-index.js';
export type { IdentityStore } from './identity/identity-store.js';
export type {
  ApiKey,
  Endorsement,
  Grant,
  IdentityChange,
  Namespace,
  Organisation,
  Principal,
} from './identity/records.js';
export type {
  ContentBlock,
  ToolTransport,
  UpstreamAnswer,
  UpstreamCall,
} from './invocation/tool-transport.js';
export type { Appended, AuditDraft, AuditLog } from './kernel/audit-log.js';
export type {
  CallFinished,
  CallFinishedListener,
} from './kernel/call-finished.js';
export type { Change, ChangeFeed } from './kernel/change-feed.js';
export type { Clock, Random } from './kernel/clock.js';
export {
  cancelledReason,
  type Deadline,
  deadlineReason,
  startDeadline,
} from './kernel/deadline.js';
export { canonicalJson, digestJson, digestText } from './kernel/digest.js';
export { type Failure, fail } from './kernel/failure.js';
export {
  type ChainedRecord,
  chainStart,
  linkHash,
} from './kernel/hash-chain.js';
export { err, ok, type Result } from './kernel/result.js';
export type { Sealer } from './kernel/sealer.js';
