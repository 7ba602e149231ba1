/** Evidence, scores, decay, ratings, attestations, verification, stages, and inspection of definitions and outputs. */
export type { AlertQuery, AlertStore, SecurityAlert } from './abuse/alert.js';
export { type OutputShape, shapeOf } from './abuse/behaviour-change.js';
export { addedDay, type BehaviourDay, BehaviourLog, type BehaviourStore } from './abuse/behaviour-log.js';
export { secretPassages } from './abuse/content-secrets.js';
export { DefinitionExaminer } from './abuse/definition-examiner.js';
export { judgeDefinition } from './abuse/detect.js';
export type { AbuseFinding, FindingDecision, FindingQuery, FindingStore, Sighting } from './abuse/finding-store.js';
export { judgeOutput } from './abuse/judge-output.js';
export { ManageFindings, type ShownFinding } from './abuse/manage-findings.js';
export { OutputWatch } from './abuse/output-watch.js';
export { RaiseAlert } from './abuse/raise-alert.js';
export { RevokeAbuse } from './abuse/revoke-abuse.js';
export { type FoundSecret, mayHoldSecret, type SecretRules, SecretsNotExamined } from './abuse/secret-rules.js';
export { definitionSweep } from './abuse/sweep-definitions.js';
export { WatchBehaviour } from './abuse/watch-behaviour.js';
export { AttestVersion, type ShownAttestation } from './assurance/attest-version.js';
export type { Attestation, AttestationStore, Withdrawal } from './assurance/attestation.js';
export { ChangeStage, type ShownStage } from './assurance/change-stage.js';
export { CheckContract } from './assurance/check-contract.js';
export { RequestVerification, type ShownVerification } from './assurance/request-verification.js';
export type { StageChange, StageStore } from './assurance/stage-store.js';
export { SweepStages } from './assurance/sweep-stages.js';
export type { Verification } from './assurance/verification.js';
export { VerificationQueue } from './assurance/verification-queue.js';
export type {
  DueTurns,
  VerificationEnd,
  VerificationQuery,
  VerificationStore,
  VerificationTurn,
} from './assurance/verification-store.js';
export { VerifyVersion } from './assurance/verify-version.js';
export { WithdrawAttestation } from './assurance/withdraw-attestation.js';
export { addWeights, noWeights, timesWeights, type Weights } from './caller-weight.js';
export {
  type CallRollups,
  type CallTally,
  type Counts,
  type Grain,
  grainSeconds,
  type RollupGroup,
  type RollupGroupsQuery,
  type RollupPeriod,
  type RollupQuery,
  type TrustMove,
} from './dashboard/call-rollups.js';
export { type DashboardAsked, type DashboardGroupsAsked, ReadDashboard } from './dashboard/read-dashboard.js';
export { decayedTrust, decayRate, defaultHalfLifeDays, minKey, trustKey } from './decay.js';
export { EvidenceLog } from './evidence-log.js';
export {
  type CallerTally,
  type DueVersion,
  type EvidenceBatch,
  type EvidenceBucket,
  type EvidenceOfVersion,
  type EvidenceStore,
  type LatencyTally,
  type Scored,
  type TrustDay,
  usageOf,
  type VoteSum,
  type Votes,
} from './evidence-store.js';
export { type ExplainedTrust, ExplainTrust } from './explain-trust.js';
export { isWorthNotifying, oldestPeriod, periodOf, summaryOf as latencySummaryOf } from './latency-periods.js';
export { type LatencyBins, LatencySketch, sketchAccuracy } from './latency-sketch.js';
export { NotifyFading } from './notify-fading.js';
export { presentTrust } from './present-trust.js';
export { promotionStages } from './promotion-stages.js';
export { RateTool } from './rate-tool.js';
export type { Rating, RatingQuery, RatingStore } from './rating-store.js';
export { readTrackRecord } from './read-track-record.js';
export { ReadUsage, type UsageAsked } from './read-usage.js';
export { ScoreVersions, scoreVersion } from './score-versions.js';
export type { TrackRecord, TrackRecordOf } from './track-record.js';
export { trustFormula } from './trust-formula.js';
export { trustJobs } from './trust-jobs.js';
export type { PlacedVersion, TrustOrder, TrustOrderQuery } from './trust-order.js';
export { workingShareIn } from './trust-score.js';
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
} from './weigh-batch.js';
export { historyDays, windowDays } from './weigh-evidence.js';
