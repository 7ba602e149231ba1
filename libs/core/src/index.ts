/** The domain. Free of frameworks and I/O. */

export type { AlertQuery, AlertStore, SecurityAlert } from './assurance/abuse/alert.js';
export {
  type BehaviourChange,
  type ErrorCount,
  errorRise,
  type OutputShape,
  shapeChanges,
  shapeOf,
} from './assurance/abuse/behaviour-change.js';
export { addedDay, type BehaviourDay, BehaviourLog, type BehaviourStore } from './assurance/abuse/behaviour-log.js';
export { secretPassages } from './assurance/abuse/content-secrets.js';
export { DefinitionExaminer, type ExaminerPorts } from './assurance/abuse/definition-examiner.js';
export { judgeDefinition, ruleSetVersion } from './assurance/abuse/detect.js';
export type {
  AbuseFinding,
  FindingDecision,
  FindingQuery,
  FindingStore,
  Sighting,
} from './assurance/abuse/finding-store.js';
export { judgeOutput } from './assurance/abuse/judge-output.js';
export { ManageFindings, type ManageFindingsPorts, type ShownFinding } from './assurance/abuse/manage-findings.js';
export { OutputWatch, type OutputWatchPorts } from './assurance/abuse/output-watch.js';
export { RaiseAlert } from './assurance/abuse/raise-alert.js';
export { RevokeAbuse } from './assurance/abuse/revoke-abuse.js';
export {
  type FoundSecret,
  mayHoldSecret,
  type SecretRules,
  SecretsNotExamined,
} from './assurance/abuse/secret-rules.js';
export type { Judgement, Sign } from './assurance/abuse/sign.js';
export { definitionSweep, sweepDefinitions } from './assurance/abuse/sweep-definitions.js';
export { WatchBehaviour } from './assurance/abuse/watch-behaviour.js';
export { type AttestPorts, AttestVersion, type ShownAttestation } from './assurance/attest-version.js';
export { type Attestation, type AttestationStore, statementOf, type Withdrawal } from './assurance/attestation.js';
export { ChangeStage, type ShownStage } from './assurance/change-stage.js';
export { CheckContract } from './assurance/check-contract.js';
export { RequestVerification, type ShownVerification } from './assurance/request-verification.js';
export { RunExamples } from './assurance/run-examples.js';
export type { StageChange, StageStore } from './assurance/stage-store.js';
export { type SweepPorts, SweepStages } from './assurance/sweep-stages.js';
export type { StagePorts } from './assurance/turn-stage.js';
export type { Verification } from './assurance/verification.js';
export { runLane, verificationLanes } from './assurance/verification-lanes.js';
export type {
  VerificationClaim,
  VerificationEnd,
  VerificationQuery,
  VerificationStore,
  VerificationTurn,
} from './assurance/verification-store.js';
export { type VerifyPorts, VerifyVersion } from './assurance/verify-version.js';
export { WithdrawAttestation } from './assurance/withdraw-attestation.js';
export {
  secretArguments,
  secretsIn,
  secretsInArguments,
  withoutSecretArguments,
  withoutSecretsIn,
} from './catalog/address-secrets.js';
export { publicationDifferences } from './catalog/assess-publication.js';
export { Catalogue, serverOf, type Tool } from './catalog/catalogue.js';
export type { CataloguePorts } from './catalog/catalogue-ports.js';
export type {
  CatalogueStore,
  PublishOutcome,
  StatusChanged,
} from './catalog/catalogue-store.js';
export { isFreeHeader, isHeaderValue } from './catalog/check-address.js';
export { checkManifest } from './catalog/check-manifest.js';
export { checkPublication } from './catalog/check-publication.js';
export { type Claimed, ClaimNamespace, type ClaimPorts } from './catalog/claim-namespace.js';
export { adoptCommands } from './catalog/commands/adopt-commands.js';
export { mayWriteCommand } from './catalog/commands/check-command.js';
export {
  type CommandConfirmation,
  commandDigest,
  commandOf,
  confirmedBy,
} from './catalog/commands/command-confirmation.js';
export { type CommandMovePorts, commandMoves } from './catalog/commands/command-moves.js';
export type { CommandPackages } from './catalog/commands/command-packages.js';
export { fetchAllPackages } from './catalog/commands/fetch-all-packages.js';
export { defaultLimits, isolationText, proposeIsolation } from './catalog/commands/isolation-profile.js';
export type { Machine, PathOnMachine } from './catalog/commands/machine.js';
export { commandProblem, mayStartCommand } from './catalog/commands/may-start-command.js';
export type { PinnedPackage, PinnedPackages } from './catalog/commands/pinned-packages.js';
export { type ReportedCommand, reportCommands } from './catalog/commands/report-commands.js';
export { checkNumber } from './catalog/compatibility/check-number.js';
export { compareManifests } from './catalog/compatibility/compare-manifests.js';
export type {
  Bump,
  Comparison,
  NeighbourComparison,
  NumberCheck,
  NumberedManifest,
} from './catalog/compatibility/comparison.js';
export type { Difference, Verdict } from './catalog/compatibility/schema-difference.js';
export type { Consumers, ConsumersQuery } from './catalog/consumers.js';
export { CopiedTools } from './catalog/copied-tools.js';
export { definitionDigest, manifestDigest } from './catalog/digests.js';
export { describeEntry, type ShownTrust, type ShowTrust } from './catalog/entry.js';
export { type GrpcTarget, grpcTarget, noGrpcAddress } from './catalog/grpc/grpc-address.js';
export { type DescribedServer, listMethods } from './catalog/grpc/list-methods.js';
export { mapEntryOf, reachableFrom } from './catalog/grpc/reachable.js';
export { filesOf, readTypes } from './catalog/grpc/read-types.js';
export {
  type EnumShape,
  type FieldShape,
  type FieldType,
  type MessageShape,
  type MethodShape,
  methodOf,
  type ProtoTypes,
} from './catalog/grpc/types.js';
export { needsValueMember, wrappedType } from './catalog/grpc/well-known.js';
export { WireFields } from './catalog/grpc/wire-fields.js';
export { WireError, WireReader, wireTypes } from './catalog/grpc/wire-reader.js';
export { ImportServer } from './catalog/import-server.js';
export { compileSchema, type JsonSchema } from './catalog/json-schema.js';
export type { ChangeStatus, StatusWish } from './catalog/lifecycle/change-status.js';
export type { DeprecateOlder } from './catalog/lifecycle/deprecate-older.js';
export { buildLifecycle, type Lifecycle } from './catalog/lifecycle/lifecycle.js';
export type { LifecyclePorts } from './catalog/lifecycle/lifecycle-ports.js';
export { shownVersion } from './catalog/lifecycle/shown-version.js';
export type { SweepLifecycle } from './catalog/lifecycle/sweep-lifecycle.js';
export {
  isWellKnown,
  type KnownName,
  type LookAlike,
  LookAlikeIndex,
  lookAlikes,
  wellUsedCalls,
} from './catalog/look-alike.js';
export { ManagePins, type PinPorts, type ShownPin } from './catalog/manage-pins.js';
export { ManageServers, type ServerPorts } from './catalog/manage-servers.js';
export { FollowMirrors, type FollowPorts } from './catalog/mirrors/follow-mirrors.js';
export { baseOf, ManageMirrors, type ManageMirrorsPorts } from './catalog/mirrors/manage-mirrors.js';
export type {
  Mirror,
  MirrorClaim,
  MirrorProgress,
  MirrorStore,
  MirrorWalk,
  RegistryPage,
  RegistrySource,
} from './catalog/mirrors/mirror.js';
export { ChangeServerStatus } from './catalog/official/change-server-status.js';
export type { HostRule } from './catalog/official/check-hosts.js';
export { checkServer, errorsOf } from './catalog/official/check-server.js';
export { describeServer, type ServerRemarks, type ServerTool } from './catalog/official/describe-server.js';
export { FollowRevocations } from './catalog/official/follow-revocations.js';
export { latestOf, latestUpdates } from './catalog/official/latest-version.js';
export { type OfficialPorts, type PublicationBy, revocationOf } from './catalog/official/official-ports.js';
export { PublishServer } from './catalog/official/publish-server.js';
export {
  nameHere,
  type Publisher,
  publisherOfCaller,
  publisherOfToken,
  type RegistryPermission,
} from './catalog/official/publisher.js';
export { keptServer } from './catalog/official/publisher-meta.js';
export { ReadServers, type ServerPage } from './catalog/official/read-servers.js';
export {
  isShown,
  type RegistryServer,
  type RegistryStatus,
  registryStatuses,
  type ServerRevocation,
  type ServerVersion,
} from './catalog/official/registry-server.js';
export type {
  RegistryServerStore,
  ServerChange,
  ServerChanged,
  ServerPosition,
  ServerQuery,
  ServerSituation,
  ServerUpdate,
} from './catalog/official/registry-server-store.js';
export {
  LogIntoRegistry,
  type RegistryClaims,
  type RegistryTokens,
  registryTokenSeconds,
} from './catalog/official/registry-tokens.js';
export { remoteUrlsOf } from './catalog/official/remote-urls.js';
export { compareVersions, isRange, isRefusedOfficially, isSemanticVersion } from './catalog/official/version-text.js';
export type { OpenApiDocument } from './catalog/openapi/document.js';
export { listOperations } from './catalog/openapi/list-operations.js';
export { type MediaKind, mediaTypeOf } from './catalog/openapi/media-type.js';
export type { Pin, PinStore } from './catalog/pin-store.js';
export { type Definition, definitionOf } from './catalog/pinning/definition.js';
export { type LookJobPorts, lookJob } from './catalog/pinning/look-round.js';
export { LookSoon } from './catalog/pinning/look-soon.js';
export type { Look, LookStore } from './catalog/pinning/look-store.js';
export { lookEveryMs } from './catalog/pinning/look-times.js';
export { ManageQuarantines, type ShownQuarantine } from './catalog/pinning/manage-quarantines.js';
export type {
  Finding,
  Quarantine,
  QuarantineQuery,
  QuarantineStore,
  Release,
} from './catalog/pinning/quarantine-store.js';
export type { Observed } from './catalog/pinning/settle-drift.js';
export { WatchDefinitions, type WatchPorts } from './catalog/pinning/watch-definitions.js';
export { proposeManifest } from './catalog/propose-manifest.js';
export { type Published, type PublishPorts, PublishVersion } from './catalog/publish-version.js';
export {
  type Assurance,
  type CatalogueChange,
  type Import,
  type Server,
  type ServerIsolation,
  type Signature,
  type StatusChange,
  type ToolVersion,
  type TrustInView,
  unassured,
  type VersionTrust,
} from './catalog/records.js';
export { RenameTool } from './catalog/rename-tool.js';
export { type Resolved, resolveVersion } from './catalog/resolve-version.js';
export {
  type CarryOut,
  DecideReviews,
  type ReviewPorts,
} from './catalog/reviews/decide-review.js';
export type { Holding, HoldPorts } from './catalog/reviews/hold-for-review.js';
export {
  type Held,
  type HeldAct,
  heldDigest,
  type Review,
  type ReviewDecision,
  type ReviewKind,
  type ReviewQuery,
  type ReviewState,
  type ReviewStore,
} from './catalog/reviews/review.js';
export { ToldReviews, type ToldReviewsPorts } from './catalog/reviews/told-reviews.js';
export { AppealRevocation } from './catalog/revocation/appeal-revocation.js';
export type { ListedServers } from './catalog/revocation/listed-servers.js';
export { retellRevocations } from './catalog/revocation/retell-revocations.js';
export { type Appeal, type Lifting, type Revocation, targetOf } from './catalog/revocation/revocation.js';
export type { RevocationStore } from './catalog/revocation/revocation-store.js';
export { Revocations } from './catalog/revocation/revocations.js';
export { RevokeByRule } from './catalog/revocation/revoke-by-rule.js';
export { type RevocationPorts, type Revoked, RevokeTools } from './catalog/revocation/revoke-tools.js';
export type { RevokedRules } from './catalog/revocation/revoked-failure.js';
export type { TellPorts } from './catalog/revocation/tell-of-revocation.js';
export { searchedVersion } from './catalog/searched-version.js';
export { SeeingConsumers } from './catalog/seeing-consumers.js';
export { entryText } from './catalog/signing/entry-text.js';
export { ManagePublisherKeys, type PublisherKeyPorts } from './catalog/signing/manage-publisher-keys.js';
export type { PublisherKey, PublisherKeyStore } from './catalog/signing/publisher-key-store.js';
export type { GivenSignature } from './catalog/signing/publisher-signature.js';
export { type RegistryKey, type RegistryKeyStore, signUnsigned, useKey } from './catalog/signing/registry-keys.js';
export { registrySignature } from './catalog/signing/sign-version.js';
export type {
  Capability,
  CapabilityPatch,
  CapabilityStore,
  SeedCapability,
  Seeding,
} from './catalog/taxonomy/capability.js';
export { type CapabilityTree, dottedTree } from './catalog/taxonomy/capability-tree.js';
export { type CapabilityPorts, ManageCapabilities } from './catalog/taxonomy/manage-capabilities.js';
export { capabilitiesAbout, nearestTags, tagNotes } from './catalog/taxonomy/nearest-tags.js';
export { type CapabilityProposal, unknownTag } from './catalog/taxonomy/place-capability.js';
export { seedSet, seedVersion } from './catalog/taxonomy/seed-set.js';
export { seededTaxonomy } from './catalog/taxonomy/seeded-taxonomy.js';
export { Taxonomy } from './catalog/taxonomy/taxonomy.js';
export { type ToolCount, ToolCounts } from './catalog/taxonomy/tool-counts.js';
export { versionAudience, visibleVersions } from './catalog/tool-audience.js';
export { ToolSources } from './catalog/tool-sources.js';
export { ManageToolsets } from './catalog/toolsets/manage-toolsets.js';
export {
  mostToolsets,
  type Toolset,
  type ToolsetChange,
  type ToolsetStore,
  type ToolsetTool,
} from './catalog/toolsets/toolset.js';
export { Toolsets } from './catalog/toolsets/toolsets.js';
export type {
  GrpcCall,
  GrpcReflection,
  JsonRpcCall,
  OpenApiReader,
  ToolSource,
  UpstreamListing,
  UpstreamTool,
} from './catalog/upstream.js';
export { upstreamDigest } from './catalog/upstream-digest.js';
export { independentGroups, upstreamHostOf } from './catalog/upstream-host.js';
export { upstreamKey, upstreamKeyOf } from './catalog/upstream-key.js';
export { dayOf, type VersionCall, type VersionCallers } from './catalog/version-callers.js';
export { newestFirst, normaliseRange, satisfies, versionKey, versionsWithin } from './catalog/version-number.js';
export { lookAlikeFindings, WellKnownNames } from './catalog/well-known-names.js';
export { WellUsedTools } from './catalog/well-used-tools.js';
export { checkPlan } from './composition/check/check-plan.js';
export type { CallNote, CallNoteStore, NotedCall } from './composition/composites/call-note.js';
export { CheckComposites } from './composition/composites/check-composite.js';
export { CompositeTransport } from './composition/composites/composite-transport.js';
export { forgetNotes } from './composition/composites/forget-notes.js';
export { LeaveCalls, leftCallRun } from './composition/composites/leave-calls.js';
export type { Leaving, LeftCall, LeftCallStore } from './composition/composites/left-call.js';
export { readComposedTool } from './composition/notations/composed-tool.js';
export { readToolPlan } from './composition/notations/tool-plan.js';
export { execute } from './composition/run/execute.js';
export type { AwaitPersonsPorts } from './composition/runs/await-persons.js';
export { CheckCompositions } from './composition/runs/check-compositions.js';
export { forgetRuns } from './composition/runs/forget-runs.js';
export { HeldRuns } from './composition/runs/held-runs.js';
export type { NumberedRunEvent, RunListener } from './composition/runs/live-run.js';
export {
  isOpen as isOpenRun,
  type KeptStep,
  type Run,
  type RunQuery as CompositionRunQuery,
  type RunStore,
  type RunWork,
  type TakenRun,
  type Unfinished as UnfinishedRun,
} from './composition/runs/run.js';
export { RunCompositions } from './composition/runs/run-compositions.js';
export { type Counted as CountedRuns, RunMetrics } from './composition/runs/run-metrics.js';
export { ShowRuns } from './composition/runs/show-runs.js';
export { TakeTurns } from './composition/runs/take-turns.js';
export { BeginSagas } from './composition/saga/begin-sagas.js';
export { CarryOutSagas, sagaRun } from './composition/saga/carry-out-sagas.js';
export type { SagaChange } from './composition/saga/changes.js';
export { Consents } from './composition/saga/consents.js';
export { forgetSagas } from './composition/saga/forget-sagas.js';
export { ManageSagas } from './composition/saga/manage-sagas.js';
export type {
  Saga,
  SagaEvent,
  SagaStep,
} from './composition/saga/saga.js';
export { isAtRest } from './composition/saga/saga-states.js';
export type { NumberedSagaEvent, SagaQuery, SagaStore } from './composition/saga/saga-store.js';
export { sweepSagas } from './composition/saga/sweep-sagas.js';
export { TellOfSagas } from './composition/saga/tell-of-sagas.js';
export { WakeSagas } from './composition/saga/wake-sagas.js';
export { type Browse, type Browsed, BrowseTools } from './discovery/browse-tools.js';
export {
  type CandidateSource,
  type CandidateTool,
  costUsd,
  type MayCall,
  p95Ms,
  type Wish,
} from './discovery/candidate.js';
export {
  capabilityRelevance,
  type RelatedTag,
  relatedTags,
  relevanceShares,
  tagRelevance,
} from './discovery/capability-relevance.js';
export { ChangesMeanwhile } from './discovery/changes-meanwhile.js';
export { unmetConstraints } from './discovery/constraints.js';
export { type Description, describeTool } from './discovery/describe-tool.js';
export { type Choosing, DiscoverTools } from './discovery/discover-tools.js';
export type { Embedder } from './discovery/embedder.js';
export { type EmbeddingProgress, EmbedMissing, type EmbedMissingPorts } from './discovery/embedding/embed-missing.js';
export type {
  EmbeddingChange,
  EmbeddingStore,
  KeptEmbedding,
  Upkeep,
} from './discovery/embedding/embedding-store.js';
export { type EmbeddingText, embeddingText } from './discovery/embedding/embedding-text.js';
export { fromQuantised, lengthOf, quantised } from './discovery/embedding/quantised-vector.js';
export { type Meaning, QueryMeaning } from './discovery/embedding/query-meaning.js';
export { type EmbeddableTools, ToolVectors } from './discovery/embedding/tool-vectors.js';
export { FoundTools } from './discovery/found-tools.js';
export { explore } from './discovery/learning/explore.js';
export { forgetOutcomes } from './discovery/learning/forget-outcomes.js';
export { LearnFromCalls, type LearnFromCallsPorts } from './discovery/learning/learn-from-calls.js';
export type { LearningStore } from './discovery/learning/learning-store.js';
export { Learnt } from './discovery/learning/learnt.js';
export {
  type LearningChange,
  type LearningSetting,
  type LearntOutcome,
  mostOutcomes,
} from './discovery/learning/learnt-outcome.js';
export { standings, withLearnt } from './discovery/learning/learnt-relevance.js';
export { ManageLearning } from './discovery/learning/manage-learning.js';
export { RecentSearches } from './discovery/learning/recent-searches.js';
export {
  type LearningSettings,
  learningSettings,
  type ReadTerms,
  TaskMemory,
} from './discovery/learning/task-memory.js';
export { UseLearning } from './discovery/learning/use-learning.js';
export { type IndexReport, LookAfterIndex, type Rebuild } from './discovery/look-after-index.js';
export { LookAfterModels, type ModelsReport } from './discovery/look-after-models.js';
export { judgeMatch, leastConfidence, type MatchQuality, matchConfidence } from './discovery/match-confidence.js';
export { type Offering, offeredVersion } from './discovery/offered-version.js';
export { parameterTexts } from './discovery/parameter-texts.js';
export { type DiscoveryQuery, defaultMinTrust, parseQuery } from './discovery/query.js';
export { type Rankable, type Ranked, rank, rankWeights } from './discovery/rank.js';
export { type RelevanceCut, relevanceCut } from './discovery/relevance-cut.js';
export { ManageRules } from './discovery/rules/manage-rules.js';
export { mostRules, type Rule, type RuleChange, type RuleStore } from './discovery/rules/rule.js';
export { SelectionRules } from './discovery/rules/selection-rules.js';
export { SelectTools } from './discovery/selection/select-tools.js';
export { type Draft, type Serialise, TokenBudget } from './discovery/token-budget.js';
export { type SearchedVersion, toolDocument } from './discovery/tool-document.js';
export {
  type Candidate,
  type DocumentBatches,
  type Facet,
  facets,
  type IndexAnswer,
  type IndexFilter,
  type IndexQuery,
  type IndexSort,
  type IndexStatus,
  indexSorts,
  stageRank,
  type ToolDocument,
  type ToolIndex,
  trustKeyFor,
} from './discovery/tool-index.js';
export { Aliases } from './identity/aliases.js';
export { anonymousCaller, anonymousName } from './identity/anonymous.js';
export { issueKey, prefixOf } from './identity/api-key.js';
export { Authenticate } from './identity/authenticate.js';
export { AuthenticateKey, callerOf } from './identity/authenticate-key.js';
export { AuthenticateToken, type TokenClaims, type TokenVerifier } from './identity/authenticate-token.js';
export { type Caller, hasScope, reaches } from './identity/caller.js';
export type { CommandMoves } from './identity/command-moves.js';
export { createOrganisation } from './identity/create-organisation.js';
export { Directory } from './identity/directory.js';
export type { IdentityPorts } from './identity/identity-ports.js';
export type { IdentityStore } from './identity/identity-store.js';
export { commandScope, defaultOrganisation, isInstallation, runsInstallation } from './identity/installation.js';
export { LimitGuesses } from './identity/limit-guesses.js';
export { ManageGrants } from './identity/manage-grants.js';
export { ManageKeys } from './identity/manage-keys.js';
export { ManageNamespaces } from './identity/manage-namespaces.js';
export { ManageTeams } from './identity/manage-teams.js';
export { isMember } from './identity/membership.js';
export type { DeliveryPorts } from './identity/notices/attempt-delivery.js';
export { DeliverWebhooks } from './identity/notices/deliver-webhooks.js';
export type {
  AttemptOutcome,
  ClaimedDelivery,
  ClaimQuery,
  DeliveryQueue,
} from './identity/notices/delivery-queue.js';
export { ManageDeliveries, type ManagedDeliveryPorts } from './identity/notices/manage-deliveries.js';
export { type CreatedWebhook, ManageWebhooks, type WebhookPorts } from './identity/notices/manage-webhooks.js';
export { noticeBody } from './identity/notices/notice-body.js';
export type {
  NotificationQuery,
  NotificationReader,
  NotificationStore,
} from './identity/notices/notification-store.js';
export { type Prunable, pruneNotices } from './identity/notices/prune-notices.js';
export { ReadNotifications } from './identity/notices/read-notifications.js';
export type { Delivery, KeptWebhook, Notification, Position, Webhook } from './identity/notices/records.js';
export type { SendOutcome, WebhookMessage, WebhookSender } from './identity/notices/webhook-sender.js';
export type { DeliveryQuery, WebhookChange, WebhookStore } from './identity/notices/webhook-store.js';
export { isMemberOf, ownedNamespaces, owns, requireOwned, seesNamespace } from './identity/ownership.js';
export type {
  HandedOver,
  Handover,
  KnownNamespace,
  OwnershipStore,
  RenameOutcome,
  Renaming,
} from './identity/ownership-store.js';
export {
  type DomainProof,
  type DomainRecords,
  domainOfNamespace,
  holdsNamespace,
  namespaceOfDomain,
  type ProofMethod,
  ProveDomain,
  type ProvenDomain,
  proofWindowMs,
  wellKnownAddress,
} from './identity/prove-domain.js';
export { ProveNamespace } from './identity/prove-namespace.js';
export type {
  Alias,
  ApiKey,
  Endorsement,
  Grant,
  IdentityChange,
  Namespace,
  Organisation,
  Principal,
  Proven,
  Team,
  TransferOffer,
} from './identity/records.js';
export { RenameNamespace, type Resemblances } from './identity/rename-namespace.js';
export type { Orphaned, TeamStore } from './identity/team-store.js';
export { TransferNamespace, type Transferred } from './identity/transfer-namespace.js';
export { type UsedProofs, UsedProofsInMemory } from './identity/used-proofs.js';
export { audienceOf, canSee, narrower } from './identity/visibility.js';
export { AcceptCalls } from './invocation/accepted/accept-calls.js';
export type {
  AcceptedCall,
  AcceptedCalls,
  AcceptedReach,
  AcceptedState,
} from './invocation/accepted/accepted-calls.js';
export { sweepAccepted } from './invocation/accepted/sweep-accepted.js';
export { revokedRules } from './invocation/alternatives.js';
export {
  type Approval,
  approvalDefaults,
  approvalSettingsDefaults,
  type PausedCall,
  type UserDecision,
} from './invocation/approvals/approval.js';
export type { ApprovalQuery, ApprovalStore, Decided } from './invocation/approvals/approval-store.js';
export { awaitSettled } from './invocation/approvals/await-settled.js';
export { DecideApprovals } from './invocation/approvals/decide-approvals.js';
export { approvalRun, OpenApprovals } from './invocation/approvals/open-approvals.js';
export type { TrustOf } from './invocation/approvals/risk-marks.js';
export { SettleApprovals, type WaitingSagas } from './invocation/approvals/settle-approvals.js';
export { sweepApprovals } from './invocation/approvals/sweep-approvals.js';
export { TellOfApprovals } from './invocation/approvals/tell-of-approvals.js';
export { AwaitLimits } from './invocation/await-limits.js';
export { type CallEvent, CallEvents, type NumberedEvent } from './invocation/call-events.js';
export type { TransportOf } from './invocation/call-tool.js';
export type {
  ClientRequests,
  ElicitationAnswer,
  FormElicitation,
  SamplingAnswer,
  SamplingRequest,
  UrlElicitation,
} from './invocation/client-requests.js';
export { agree, likeness } from './invocation/consistency/agree.js';
export {
  type Conflict,
  compareFacts,
  type FactComparison,
  type Source,
  type SourceClaim,
} from './invocation/consistency/compare-facts.js';
export { type FieldRule, fieldRuleOf } from './invocation/consistency/field-rule.js';
export { type Answered, type EntityFacts, type Fact, readFacts } from './invocation/consistency/read-facts.js';
export { type Resolution, resolveBy } from './invocation/consistency/resolve-conflict.js';
export { conflictIssue, type SettledConflict, settleConflicts } from './invocation/consistency/settle-conflicts.js';
export type { ContentPorts } from './invocation/content/content-ports.js';
export type {
  ContentRules,
  FindInstructions,
  PersonalRules,
  SecretPassages,
} from './invocation/content/content-rules.js';
export { ExamineContent, type Examined, emptyExamination } from './invocation/content/examine-content.js';
export type { FindingClass, Passage, Place } from './invocation/content/finding-class.js';
export type { MaskedOwner, MaskedValue, MaskedValueStore } from './invocation/content/masked-value.js';
export { MaskedValues, maskedKeepMs } from './invocation/content/masked-values.js';
export type { WithheldResult } from './invocation/content/withheld-result.js';
export { AuthorizeConnection } from './invocation/credentials/authorize-connection.js';
export { spacedCode } from './invocation/credentials/confirmation-code.js';
export type {
  Connection,
  ConnectionChange,
  ConnectionSecret,
  OAuthSettings,
  Tokens,
} from './invocation/credentials/connection.js';
export type {
  Authorization,
  ConnectionPatch,
  ConnectionStore,
  SecretReseal,
} from './invocation/credentials/connection-store.js';
export { Connections } from './invocation/credentials/connections.js';
export type { Credential } from './invocation/credentials/credential.js';
export { type Credentials, noCredentials } from './invocation/credentials/credentials.js';
export { hiddenFailure, hiding } from './invocation/credentials/hide-secrets.js';
export { ManageConnections, type ManageConnectionsPorts } from './invocation/credentials/manage-connections.js';
export type {
  BegunAuthorization,
  FoundIssuer,
  GrantedTokens,
  OAuthClient,
  OAuthParty,
  OAuthWish,
} from './invocation/credentials/oauth-client.js';
export { ProvideCredential, type Provided } from './invocation/credentials/provide-credential.js';
export { ResealSecrets } from './invocation/credentials/reseal-secrets.js';
export { StartAuthorization } from './invocation/credentials/start-authorization.js';
export { AnswerTickets, type TicketPage } from './invocation/escalation/answer-tickets.js';
export { AskPersons, type AskPersonsPorts } from './invocation/escalation/ask-persons.js';
export { CloseTickets, type TicketClosed } from './invocation/escalation/close-ticket.js';
export type { Escalations } from './invocation/escalation/escalations.js';
export { expireTickets } from './invocation/escalation/expire-tickets.js';
export {
  type Closing,
  escalationMs,
  mostOpenTickets,
  type Ticket,
  type TicketQuery,
  type TicketStore,
} from './invocation/escalation/ticket.js';
export { type EvaluatedPolicy, EvaluatePolicies, type EvaluatePolicyPorts } from './invocation/evaluate-policy.js';
export { classifyText, textClassifier } from './invocation/faults/classify-text.js';
export { type FaultKind, faultKinds } from './invocation/faults/fault-kinds.js';
export { type FaultMemory, LocalFaultMemory } from './invocation/faults/fault-memory.js';
export { faultPhrases } from './invocation/faults/fault-phrases.js';
export { grpcFault, httpFault, jsonRpcFault } from './invocation/faults/status-faults.js';
export { saidFailure, settledByText, upstreamFailure } from './invocation/faults/upstream-failure.js';
export type { Feedback, FeedbackStore, FeedbackVerdict } from './invocation/feedback/feedback-store.js';
export { GiveFeedback, type GiveFeedbackPorts } from './invocation/feedback/give-feedback.js';
export { Freshness } from './invocation/freshness.js';
export { DeclaredHierarchies } from './invocation/hierarchies/declared-hierarchies.js';
export { Hierarchies } from './invocation/hierarchies/hierarchies.js';
export {
  type ExpectedRevision,
  type Hierarchy,
  type HierarchyChange,
  type HierarchyStore,
  mostHierarchies,
  type PutAnswer,
} from './invocation/hierarchies/hierarchy.js';
export { levelAt } from './invocation/hierarchies/level-at.js';
export { ManageFallbacks, type ShownHierarchy } from './invocation/hierarchies/manage-fallbacks.js';
export { mappingInput } from './invocation/hierarchies/map-input.js';
export { requestDigest } from './invocation/idempotency/claim-key.js';
export {
  type Claim,
  type ClaimAnswer,
  type Earlier,
  type IdempotencyLedger,
  idempotencyDefaults,
  type KeptResult,
  type KeyedCallState,
  type KeyHeld,
  type KeyUse,
  type LostClaim,
  type Reach,
} from './invocation/idempotency/idempotency-ledger.js';
export { SettleKeys } from './invocation/idempotency/settle-keys.js';
export { showKeyed } from './invocation/idempotency/show-keyed.js';
export { sweepKeys } from './invocation/idempotency/sweep-keys.js';
export { TellUnknownOutcomes } from './invocation/idempotency/tell-unknown-outcomes.js';
export type { UnknownOutcome, UnknownOutcomes } from './invocation/idempotency/unknown-outcomes.js';
export { attackWarning } from './invocation/inspect-output.js';
export type { CallPolicies } from './invocation/invocation-ports.js';
export { type InvocationContext, type Invoked, InvokeTool } from './invocation/invoke-tool.js';
export {
  type LargeCheck,
  type LargeChecked,
  type LargeChecks,
  maxLargeMatchSteps,
} from './invocation/large-checks.js';
export type { CallLimits } from './invocation/limits.js';
export { CallTokens } from './invocation/output/call-tokens.js';
export { type BlockProvenance, blockContent, confidenceBand, contextBlock } from './invocation/output/context-block.js';
export { forgetExpired } from './invocation/output/forget-expired.js';
export { KeepOutput, type KeptFrom, keptUrl, pointerTo } from './invocation/output/keep-output.js';
export type {
  Keeping,
  KeptCaps,
  KeptContent,
  KeptKind,
  KeptOutput,
  KeptOutputs,
  KeptOwner,
  KeptQuery,
} from './invocation/output/kept-outputs.js';
export { linkTo, outputIdOf, outputUri } from './invocation/output/large-blocks.js';
export type { OutputPorts } from './invocation/output/output-ports.js';
export { OutputRouter, type RoutedResult } from './invocation/output/output-router.js';
export { type KeptPart, ReadKept } from './invocation/output/read-kept.js';
export { readRange, type Slice } from './invocation/output/read-range.js';
export {
  keepSessionMs,
  type SessionCall,
  SessionTokens,
  type SessionTotal,
  type SessionTotals,
} from './invocation/output/session-tokens.js';
export { type ModelWindow, tokenAccount } from './invocation/output/token-account.js';
export { BeginConversation } from './invocation/pass-through/begin-conversation.js';
export type {
  Asked,
  ClientEnd,
  Conversation,
  ConversationCredential,
  Conversations,
  Members,
  Reply,
  ServerFace,
} from './invocation/pass-through/conversation.js';
export { conversationOver } from './invocation/pass-through/conversation-over.js';
export { type Entered, EnterServer, type ServerAccess } from './invocation/pass-through/enter-server.js';
export { type PassedTool, passedTools } from './invocation/pass-through/passed-tools.js';
export { type QualityPorts, qualityWith } from './invocation/quality-ports.js';
export { ReadLimits, type ReadLimitsPorts } from './invocation/read-limits.js';
export { type Edit, editText } from './invocation/repair/edit.js';
export { ModelAllowance } from './invocation/repair/model-allowance.js';
export { type Repair, repairInput } from './invocation/repair/repair-input.js';
export {
  type FalseRepair,
  falseRepairs,
  type RepairCounts,
  RepairMetrics,
} from './invocation/repair/repair-metrics.js';
export { Breakers, type ShownBreaker } from './invocation/resilience/breakers.js';
export {
  type BreakerSettings,
  breakerDefaults,
  CircuitBreaker,
  type CircuitState,
} from './invocation/resilience/circuit-breaker.js';
export {
  type Admission,
  type Circuits,
  type CircuitView,
  isRefusal,
  type Refusal,
} from './invocation/resilience/circuits.js';
export type { Fallbacks, HierarchyOfCall, StandIn } from './invocation/resilience/fallbacks.js';
export { type CircuitAsker, type CircuitResult, noAsker, opensInARow } from './invocation/resilience/fault-streak.js';
export { LatencyTrials, trialOneIn } from './invocation/resilience/latency-trials.js';
export { LocalCircuits, probeLeaseMs } from './invocation/resilience/local-circuits.js';
export type { MapInput } from './invocation/resilience/next-level.js';
export { type RetrySettings, retryDefaults } from './invocation/resilience/retry.js';
export { renamedWarning } from './invocation/resolve.js';
export { RunningCalls } from './invocation/running-calls.js';
export type {
  ToolProgress,
  ToolTransport,
  UpstreamAnswer,
  UpstreamCall,
} from './invocation/tool-transport.js';
export { type ShownTool, type ToolsetCall, ToolsetTools } from './invocation/toolset-tools.js';
export { Validators } from './invocation/validators.js';
export type { Appended, AuditDraft, AuditLog } from './kernel/audit-log.js';
export {
  type AuditKey,
  AuditKeys,
  type Checkpoint,
  type CheckpointState,
  checkpointText,
  groupCap,
  groupText,
  type SignedGroup,
  signCheckpoint,
  signGroup,
} from './kernel/audit-signatures.js';
export type {
  CallFinished,
  CallFinishedListener,
} from './kernel/call-finished.js';
export {
  type ChainBreak,
  ChainCheck,
  type ChainEvent,
  type ChainStart,
  type KeptLink,
} from './kernel/chain-check.js';
export type { Change, ChangeFeed } from './kernel/change-feed.js';
export type { Clock, Random } from './kernel/clock.js';
export type { CountTokens, LoadTokenCounter } from './kernel/count-tokens.js';
export {
  cancelledReason,
  type Deadline,
  deadlineReason,
  revokedReason,
  startDeadline,
} from './kernel/deadline.js';
export { canonicalJson, digestJson, digestText } from './kernel/digest.js';
export {
  type DurableRun,
  type DurableRuns,
  type RunBody,
  type RunLeases,
  type RunMessage,
  type RunQuery,
  type RunStanding,
  type RunState,
  runLeaseDefaults,
} from './kernel/durable-runs.js';
export { type Failure, fail } from './kernel/failure.js';
export { requireSound } from './kernel/finite-state-machine.js';
export {
  type ChainedRecord,
  chainStart,
  linkHash,
} from './kernel/hash-chain.js';
export { isoTime, isoTimeOrNull } from './kernel/iso-time.js';
export { issuesOfShape } from './kernel/issues.js';
export type { Job, Jobs } from './kernel/jobs.js';
export { isLongerThan } from './kernel/json-bytes.js';
export { deeperThan } from './kernel/json-depth.js';
export { pointerOf } from './kernel/json-pointer.js';
export { holdsMoreThan } from './kernel/json-size.js';
export type { Completion, CompletionRequest, LanguageModel, Turn } from './kernel/language-model.js';
export { merklePath, merkleRoot, rootByPath } from './kernel/merkle-tree.js';
export type { Notice, Notices, Recipient } from './kernel/notices.js';
export type { BegunChange, PendingChange, PendingChanges } from './kernel/pending-changes.js';
export { splitReference } from './kernel/qualified-name.js';
export { readAtOnce, readJsonInSteps } from './kernel/read-json.js';
export { readLargeJson } from './kernel/read-large-json.js';
export { err, ok, type Result } from './kernel/result.js';
export type { Sealer } from './kernel/sealer.js';
export type { PublicKey, SignatureVerifier, Signer } from './kernel/signer.js';
export { runAtOnce, runInSlices, type SliceClock, type Sliced, sliceMs } from './kernel/slices.js';
export type { ContentBlock, ToolContent } from './kernel/tool-content.js';
export { withoutEnd } from './kernel/trim.js';
export { isUuid } from './kernel/uuid.js';
export { wait } from './kernel/wait.js';
export {
  type ContentFound,
  DecideCalls,
  type DecideCallsPorts,
  type MaskedValueFacts,
  nothingFound,
  type ProposedRequest,
} from './policy/decide-calls.js';
export { shippedPolicies, shippedPolicyName } from './policy/default-policies.js';
export { DurableRateLimits } from './policy/durable-rate-limits.js';
export { eagerness, reserveParts } from './policy/fair-share.js';
export { type LimitCounter, LimitCounters } from './policy/limit-counters.js';
export { type CountsInForce, countsUntil, type LimitCounts, type SliceCount } from './policy/limit-counts.js';
export {
  everybody,
  type LimitChange,
  type LimitInForce,
  type LimitRule,
  LimitRules,
  subjectKeyOf,
} from './policy/limit-rules.js';
export type { LimitStore } from './policy/limit-store.js';
export { type LimitKind, limitTable } from './policy/limit-table.js';
export { shownOf, unitOf } from './policy/limit-units.js';
export {
  type Counted,
  countOnce,
  isRefused,
  type LimitStanding,
  refusalOf,
  standingsOf,
  tightest,
} from './policy/limits.js';
export { LocalRateLimits } from './policy/local-rate-limits.js';
export { ManageLimits, type ManageLimitsPorts } from './policy/manage-limits.js';
export {
  type Expected as ExpectedPolicy,
  ManagePolicies,
  type ManagePoliciesPorts,
} from './policy/manage-policies.js';
export { type Decision, mayCall, whyItWaits } from './policy/may-call.js';
export {
  mostPolicies,
  type Policy,
  type PolicyChange,
  type PolicyStore,
  type PolicyWritten,
} from './policy/policy.js';
export { PolicyBook, type PolicyInForce } from './policy/policy-book.js';
export { decideBy, type PolicyDecision, type Statement } from './policy/policy-decision.js';
export {
  type FailedStatement,
  type HeldStatements,
  type Obligation,
  obligations,
  type PolicyAction,
  type PolicyContext,
  type PolicyEngine,
  type PolicyParties,
  type PolicyRequest,
  type PreparedPolicies,
  policyActions,
  type ReadStatement,
  type ReturnRequest,
  type RevealRequest,
} from './policy/policy-engine.js';
export { bothRead, type PolicyReads, readsNothing } from './policy/policy-reads.js';
export {
  type Acquired,
  amountOf,
  type Counter,
  type RateLimits,
  type Standing,
  unlimited,
  type Window,
} from './policy/rate-limits.js';
export { recordedSpending } from './policy/recorded-spending.js';
export { type Slicing, slicingOf } from './policy/sliced-window.js';
export { addWeights, noWeights, timesWeights, type Weights } from './trust/caller-weight.js';
export {
  decayedTrust,
  decayFactor,
  decayRate,
  defaultHalfLifeDays,
  fallsBelowAt,
  leastKey,
  trustKey,
} from './trust/decay.js';
export { type Evidence, noEvidence } from './trust/evidence.js';
export { EvidenceLog } from './trust/evidence-log.js';
export type {
  CallerTally,
  DueVersion,
  EvidenceBatch,
  EvidenceBucket,
  EvidenceOfVersion,
  EvidenceStore,
  LatencyTally,
  Scored,
  TrustDay,
  VoteSum,
  Votes,
} from './trust/evidence-store.js';
export { usageOf } from './trust/evidence-store.js';
export { guardView, isPublic, viewOf } from './trust/evidence-view.js';
export { type ExplainedTrust, ExplainTrust } from './trust/explain-trust.js';
export {
  isWorthTelling,
  type LatencySummary,
  oldestPeriod,
  periodOf,
  summaryOf as latencySummaryOf,
} from './trust/latency-periods.js';
export { type LatencyBins, LatencySketch } from './trust/latency-sketch.js';
export {
  declaredLatency,
  type KnownLatency,
  LatencyBook,
  type LatencyChange,
  type LatencyOf,
  type MeasuredLatency,
} from './trust/measured-latency.js';
export { type PresentTrust, presentTrust, type TrustLook } from './trust/present-trust.js';
export { promotionStages } from './trust/promotion-stages.js';
export { RateTool } from './trust/rate-tool.js';
export type { Rating, RatingQuery, RatingStore } from './trust/rating-store.js';
export { readTrackRecord, type TrackRecordPorts } from './trust/read-track-record.js';
export { forgetUsage, ReadUsage, type UsageAsked, type UsagePage, type UsagePorts } from './trust/read-usage.js';
export { ScoreVersions, type ScoringPorts, scoreVersion } from './trust/score-versions.js';
export { TellFading, toldAheadDays } from './trust/tell-fading.js';
export type { CallCounts, TrackRecord, TrackRecordOf } from './trust/track-record.js';
export { trustFormula } from './trust/trust-formula.js';
export { trustJobs } from './trust/trust-jobs.js';
export type { PlacedVersion, TrustOrder, TrustOrderQuery } from './trust/trust-order.js';
export {
  type Signal,
  type SignalName,
  signalWeights,
  type TrustScore,
  trustScore,
  workingShareIn,
  workingShareOf,
} from './trust/trust-score.js';
export type { CallerUsage, UsageQuery, UsageStore, UsageSum } from './trust/usage-store.js';
export {
  addBins,
  addBuckets,
  addDays,
  type BucketAddition,
  type CallerDay,
  callerDays,
  type OrganisationDay,
  organisationDays,
  weighBatch,
} from './trust/weigh-batch.js';
export { windowDays } from './trust/weigh-evidence.js';
