/** For tests only: builders, fakes, hostile upstreams, and one contract suite a port. */
export { aCall } from './domain/a-call.js';
export { aSaga, aSagaStep, begunSaga } from './domain/a-saga.js';
export { anApproval, aPausedCall } from './domain/an-approval.js';
export { anEnvelope } from './domain/an-envelope.js';
export { aCaller, aManifest, aNamespace, aPrincipal, aRevocation, aServer, aVersion } from './domain/builders.js';
export { checksHere } from './domain/checks-here.js';
export { closedCircuits } from './domain/closed-circuits.js';
export { aConnectedServer, aConnection, aToolWith, connectionToken, plainSealer } from './domain/connection-samples.js';
export { aBucket, aTally, aTrust } from './domain/evidence-samples.js';
export { FakeMachine } from './domain/fake-machine.js';
export { FakeSigner, fakeSignature } from './domain/fake-signer.js';
export { FakeClock, FakeRandom } from './domain/fake-system.js';
export { InMemoryDurableRuns, RunsKept } from './domain/in-memory-durable-runs.js';
export { InMemoryNotices } from './domain/in-memory-notices.js';
export { InMemoryRunLeases } from './domain/in-memory-run-leases.js';
export { keptFrom } from './domain/kept-from.js';
export { KilledSagas, type KilledWorldPlan, type UpstreamSays } from './domain/killed-sagas.js';
export { LinePolicyEngine } from './domain/line-policy-engine.js';
export { ManualJobs } from './domain/manual-jobs.js';
export { noContent } from './domain/no-content.js';
export { noLimits } from './domain/no-limits.js';
export { noPolicies } from './domain/no-policies.js';
export { noSecrets } from './domain/no-secrets.js';
export { anAnswer, SmallAssurance } from './domain/small-assurance.js';
export { aStep, type StepAnswer, smallCompositions } from './domain/small-compositions.js';
export { smallEmbedding } from './domain/small-embedding.js';
export { SmallHouse } from './domain/small-house.js';
export { SmallLifecycle } from './domain/small-lifecycle.js';
export { smallOutputs } from './domain/small-outputs.js';
export { aRemote, aServerJson, smallRegistry } from './domain/small-registry.js';
export { aLinedStep, carriedOutSaga, type SagaCallEnds, smallSagas } from './domain/small-sagas.js';
export { nobodyApproves, noEscalations, noFallbacks, noMapping } from './domain/standing-alone.js';
export { FakeUpstream, WatchedHouse } from './domain/watched-house.js';
export { type FuzzOptions, requestsFor } from './fuzz/openapi-fuzz.js';
export { type FuzzAnswer, send as sendFuzzRequest } from './fuzz/send.js';
export { agreesWithNaive } from './index-suite/agrees-with-naive.js';
export { aDocument, type ContractCase } from './index-suite/contract-case.js';
export { NaiveToolIndex } from './index-suite/naive-tool-index.js';
export { type TaxonomyCase, taxonomyContract } from './index-suite/taxonomy.contract.js';
export { toolIndexContract } from './index-suite/tool-index.contract.js';
export { vectorIndexContract } from './index-suite/vector-index.contract.js';
export { wordFormContract } from './index-suite/word-form.contract.js';
export { leastActions, MeilisearchStandIn } from './meilisearch-stand-in/meilisearch-stand-in.js';
export { FakeEmbedder, modelAway } from './models/fake-embedder.js';
export { hashedVector, type Synonyms } from './models/hashed-vector.js';
export { type ModelMode, type ModelRequest, ModelStandIn, type StandInOptions } from './models/model-stand-in.js';
export { InMemoryAcceptedCalls } from './stores/in-memory-accepted-calls.js';
export { InMemoryAlertStore } from './stores/in-memory-alert-store.js';
export { InMemoryApprovalStore } from './stores/in-memory-approval-store.js';
export { InMemoryAttestationStore } from './stores/in-memory-attestation-store.js';
export { InMemoryAuditLog } from './stores/in-memory-audit-log.js';
export { InMemoryBehaviourStore } from './stores/in-memory-behaviour-store.js';
export { InMemoryCallNoteStore } from './stores/in-memory-call-note-store.js';
export { InMemoryCapabilityStore } from './stores/in-memory-capability-store.js';
export { InMemoryCatalogueStore } from './stores/in-memory-catalogue-store.js';
export { InMemoryChangeFeed } from './stores/in-memory-change-feed.js';
export { InMemoryConnectionStore } from './stores/in-memory-connection-store.js';
export { InMemoryEmbeddingStore } from './stores/in-memory-embedding-store.js';
export { InMemoryEvidenceStore } from './stores/in-memory-evidence-store.js';
export { InMemoryFeedbackStore } from './stores/in-memory-feedback-store.js';
export { InMemoryFindingStore } from './stores/in-memory-finding-store.js';
export { InMemoryHierarchyStore } from './stores/in-memory-hierarchy-store.js';
export { InMemoryIdempotencyLedger } from './stores/in-memory-idempotency-ledger.js';
export { InMemoryIdentityStore } from './stores/in-memory-identity-store.js';
export { InMemoryKeptOutputs } from './stores/in-memory-kept-outputs.js';
export { InMemoryKeyStore } from './stores/in-memory-key-store.js';
export { InMemoryLearningStore } from './stores/in-memory-learning-store.js';
export { InMemoryLeftCallStore } from './stores/in-memory-left-call-store.js';
export { InMemoryLimitCounts } from './stores/in-memory-limit-counts.js';
export { InMemoryLimitStore } from './stores/in-memory-limit-store.js';
export { InMemoryLookStore } from './stores/in-memory-look-store.js';
export { InMemoryMaskedValues } from './stores/in-memory-masked-values.js';
export { InMemoryMirrorStore } from './stores/in-memory-mirror-store.js';
export { inMemoryNoticeStores } from './stores/in-memory-notice-stores.js';
export { InMemoryOwnershipStore } from './stores/in-memory-ownership-store.js';
export { InMemoryPolicyStore } from './stores/in-memory-policy-store.js';
export { InMemoryQuarantineStore } from './stores/in-memory-quarantine-store.js';
export { InMemoryRatingStore } from './stores/in-memory-rating-store.js';
export { InMemoryRegistryServerStore } from './stores/in-memory-registry-server-store.js';
export { InMemoryReviewStore } from './stores/in-memory-review-store.js';
export { InMemoryRevocationStore } from './stores/in-memory-revocation-store.js';
export { InMemoryRuleStore } from './stores/in-memory-rule-store.js';
export { InMemoryRunStore } from './stores/in-memory-run-store.js';
export { InMemorySagaStore } from './stores/in-memory-saga-store.js';
export { InMemorySessionTotals } from './stores/in-memory-session-totals.js';
export { InMemoryStageStore } from './stores/in-memory-stage-store.js';
export { InMemoryTeamStore } from './stores/in-memory-team-store.js';
export { InMemoryTicketStore } from './stores/in-memory-ticket-store.js';
export { InMemoryToolsetStore } from './stores/in-memory-toolset-store.js';
export { InMemoryTrustOrder } from './stores/in-memory-trust-order.js';
export { InMemoryVerificationStore } from './stores/in-memory-verification-store.js';
export { aNotice, aSecret, aWebhookRow } from './stores/notice-samples.js';
export { usedProofsContract } from './stores/used-proofs.contract.js';
export { type DnsServer, startDnsServer } from './upstreams/dns-server.js';
export { type HostileGrpc, type LyingReflection, startHostileGrpc } from './upstreams/hostile-grpc.js';
export { type JsonRpcService, startJsonRpcService } from './upstreams/json-rpc-service.js';
export { type ListeningProcess, startListening } from './upstreams/listening-process.js';
export { type ProtectedApi, startProtectedApi } from './upstreams/protected-api.js';
export { type CallOptions, serverRecord, upstreamCall, wallClock } from './upstreams/upstream-calls.js';
export {
  type AttackTargets,
  type Era,
  everythingStdioUpstream,
  type HttpUpstream,
  hostileCommand,
  modernStdioUpstream,
  startEverythingHttp,
  startModernUpstreamHttp,
  startUpstreamHttp,
  stdioUpstream,
  type UpstreamMode,
} from './upstreams/upstreams.js';
