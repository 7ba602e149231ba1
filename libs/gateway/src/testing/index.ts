/** For tests only: fakes, builders and contract suites of gateway. */

export { acceptedCallsContract } from './accepted-calls.contract.js';
export { anApproval, aPausedCall } from './an-approval.js';
export { approvalStoreContract } from './approval-store.contract.js';
export { assuranceStoresContract } from './assurance-stores.contract.js';
export { behaviourStoreContract } from './behaviour-store.contract.js';
export { callListsContract } from './call-lists.contract.js';
export { capabilityStoreContract } from './capability-store.contract.js';
export { catalogueStoreContract, withNamespace } from './catalogue-store.contract.js';
export { checksHere } from './checks-here.js';
export { circuitsContract } from './circuits.contract.js';
export { closedCircuits } from './closed-circuits.js';
export { connectionStoreContract } from './connection-store.contract.js';
export { definitionCheckStoreContract } from './definition-check-store.contract.js';
export { evaluationStoresContract } from './evaluation-stores.contract.js';
export { evidenceStoreContract } from './evidence-store.contract.js';
export { feedbackStoreContract } from './feedback-store.contract.js';
export { findingStoreContract } from './finding-store.contract.js';
export { FollowedState } from './followed-state.js';
export { hierarchyStoreContract } from './hierarchy-store.contract.js';
export { idempotencyLedgerContract } from './idempotency-ledger.contract.js';
export { identityStoreContract } from './identity-store.contract.js';
export { InMemoryApprovalStore } from './in-memory-approval-store.js';
export { InMemoryCatalogueStore } from './in-memory-catalogue-store.js';
export { InMemoryChangeFeed } from './in-memory-change-feed.js';
export {
  InMemoryCandidates,
  InMemoryEvaluations,
  InMemoryRecordedCalls,
  InMemorySavedExamples,
} from './in-memory-evaluation-stores.js';
export { InMemoryEvidenceStore } from './in-memory-evidence-store.js';
export { InMemoryIdempotencyLedger } from './in-memory-idempotency-ledger.js';
export { InMemoryIdentityStore } from './in-memory-identity-store.js';
export { InMemoryLimitCounts } from './in-memory-limit-counts.js';
export { InMemoryRatingStore } from './in-memory-rating-store.js';
export { InMemoryStageStore } from './in-memory-stage-store.js';
export { InMemoryStandingApprovals } from './in-memory-standing-approvals.js';
export { InMemoryTrustOrder } from './in-memory-trust-order.js';
export { InMemoryVerificationStore } from './in-memory-verification-store.js';
export { keptOutputsContract } from './kept-outputs.contract.js';
export { keyStoreContract } from './key-store.contract.js';
export { learningStoreContract } from './learning-store.contract.js';
export { limitCountsContract } from './limit-counts.contract.js';
export { limitStoreContract } from './limit-store.contract.js';
export { maskedValuesContract } from './masked-values.contract.js';
export { noContent } from './no-content.js';
export { noLimits } from './no-limits.js';
export { noPolicies } from './no-policies.js';
export { ownershipStoreContract } from './ownership-store.contract.js';
export { policyStoreContract } from './policy-store.contract.js';
export { quarantineStoreContract } from './quarantine-store.contract.js';
export { rateLimitsContract } from './rate-limits.contract.js';
export { revocationStoreContract } from './revocation-store.contract.js';
export { scheduledCallsContract } from './scheduled-calls.contract.js';
export { anAnswer, SmallAssurance } from './small-assurance.js';
export { readOnly, smallGateway, textAnswer } from './small-gateway.js';
export { SmallHouse } from './small-house.js';
export { SmallLifecycle } from './small-lifecycle.js';
export { smallOutputs } from './small-outputs.js';
export { aRemote, aServerJson, smallRegistry } from './small-registry.js';
export { nobodyApproves, noEscalations, noFallbacks, noMapping, nothingStanding } from './standing-alone.js';
export { aStandingApproval, standingApprovalsContract } from './standing-approvals.contract.js';
export { teamStoreContract } from './team-store.contract.js';
export { ticketStoreContract } from './ticket-store.contract.js';
export { toolsetStoreContract } from './toolset-store.contract.js';
export { trustOrderContract } from './trust-order.contract.js';
export { verificationStoreContract } from './verification-store.contract.js';
export { WatchedHouse } from './watched-house.js';
