/** The domain. Free of frameworks and I/O. */

export { Catalogue, serverOf, type Tool } from './catalog/catalogue.js';
export type {
  CatalogueStore,
  PublishOutcome,
} from './catalog/catalogue-store.js';
export { checkManifest } from './catalog/check-manifest.js';
export { checkPublication } from './catalog/check-publication.js';
export type { Consumers, ConsumersQuery } from './catalog/consumers.js';
export { definitionDigest, manifestDigest, upstreamDigest } from './catalog/digests.js';
export { describeEntry, type ShowTrust } from './catalog/entry.js';
export { ImportServer } from './catalog/import-server.js';
export { ManageServers } from './catalog/manage-servers.js';
export { type CataloguePorts, type Published, PublishVersion } from './catalog/publish-version.js';
export type {
  CatalogueChange,
  Import,
  Server,
  ToolVersion,
} from './catalog/records.js';
export { type Resolved, resolveVersion } from './catalog/resolve-version.js';
export { versionAudience, visibleVersions } from './catalog/tool-audience.js';
export type {
  ToolSource,
  UpstreamListing,
  UpstreamTool,
} from './catalog/upstream.js';
export { newestFirst, normaliseRange, satisfies, versionKey } from './catalog/version-number.js';
export { type CandidateSource, type CandidateTool, costUsd, type MayCall, p95Ms } from './discovery/candidate.js';
export { capabilityRelevance, relevanceShares, tagRelevance } from './discovery/capability-relevance.js';
export { unmetConstraints } from './discovery/constraints.js';
export { DiscoverTools } from './discovery/discover-tools.js';
export { parameterTexts } from './discovery/parameter-texts.js';
export { type DiscoveryQuery, parseQuery } from './discovery/query.js';
export { type Rankable, type Ranked, rank, rankWeights } from './discovery/rank.js';
export { type RelevanceCut, relevanceCut } from './discovery/relevance-cut.js';
export { searchedVersion } from './discovery/searched-version.js';
export { toolDocument } from './discovery/tool-document.js';
export type {
  Candidate,
  IndexAnswer,
  IndexQuery,
  ToolDocument,
  ToolIndex,
} from './discovery/tool-index.js';
export { anonymousCaller } from './identity/anonymous.js';
export { issueKey, prefixOf } from './identity/api-key.js';
export { Authenticate } from './identity/authenticate.js';
export { AuthenticateKey, callerOf } from './identity/authenticate-key.js';
export { AuthenticateToken, type TokenClaims, type TokenVerifier } from './identity/authenticate-token.js';
export { type Caller, hasScope, reaches } from './identity/caller.js';
export { createOrganisation } from './identity/create-organisation.js';
export { Directory } from './identity/directory.js';
export type { IdentityPorts } from './identity/identity-ports.js';
export type { IdentityStore } from './identity/identity-store.js';
export { defaultOrganisation } from './identity/installation.js';
export { ManageGrants } from './identity/manage-grants.js';
export { ManageKeys } from './identity/manage-keys.js';
export { ManageNamespaces } from './identity/manage-namespaces.js';
export { ownedNamespaces, owns, requireOwned } from './identity/ownership.js';
export type {
  ApiKey,
  Endorsement,
  Grant,
  IdentityChange,
  Namespace,
  Organisation,
  Principal,
} from './identity/records.js';
export { audienceOf, canSee } from './identity/visibility.js';
export type { TransportOf } from './invocation/call-tool.js';
export { type InvocationContext, type Invoked, InvokeTool } from './invocation/invoke-tool.js';
export { splitReference } from './invocation/resolve.js';
export { RunningCalls } from './invocation/running-calls.js';
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
export { isoTime, isoTimeOrNull } from './kernel/iso-time.js';
export { issuesOfShape } from './kernel/issues.js';
export type { Job, Jobs } from './kernel/jobs.js';
export { deeperThan } from './kernel/json-depth.js';
export { pointerOf } from './kernel/json-pointer.js';
export type { Notice, Notices, Recipient } from './kernel/notices.js';
export { err, ok, type Result } from './kernel/result.js';
export type { Sealer } from './kernel/sealer.js';
export type { Signer } from './kernel/signer.js';
export { isUuid } from './kernel/uuid.js';
export { type Decision, mayCall } from './policy/may-call.js';
export { decayedTrust, decayFactor, decayRate, defaultHalfLifeDays, leastKey, trustKey } from './trust/decay.js';
export { type Evidence, noEvidence } from './trust/evidence.js';
export { type Signal, type SignalName, signalWeights, type TrustScore, trustScore } from './trust/trust-score.js';
