/** The foundation of every context: results, clocks, deadlines, digests, and ports that more than one context needs. */

export { AnnounceReplica } from './announce-replica.js';
export type { Appended, AuditDraft, AuditLog, CallMeasures, CallSummary } from './audit-log.js';
export {
  type AuditKey,
  AuditKeys,
  type Checkpoint,
  type CheckpointState,
  checkpointText,
  groupCap,
  type SignedGroup,
  signCheckpoint,
  signGroup,
} from './audit-signatures.js';
export { backOffMs } from './back-off.js';
export { type Blame, blameOf, keptSla, ownTimeMs } from './blame.js';
export type { CallFinished, CallFinishedListener } from './call-finished.js';
export { type ChainBreak, ChainCheck, type ChainEvent, type KeptLink } from './chain-check.js';
export type { Change, ChangeFeed } from './change-feed.js';
export type { Clock, Random } from './clock.js';
export type { ContentRules, FindInstructions, PersonalRules, SecretPassages } from './content-rules.js';
export type { CountTokens, LoadTokenCounter } from './count-tokens.js';
export { countTokensInChunks } from './count-tokens-in-chunks.js';
export {
  cancelledReason,
  type Deadline,
  deadlineReason,
  revokedReason,
  startDeadline,
  stoppedReason,
} from './deadline.js';
export { canonicalJson, digestBytes, digestJson, digestText, sameText } from './digest.js';
export {
  approvalName,
  callName,
  type DurableRuns,
  type HeldRun,
  type Hold,
  type RunBody,
  type RunJournalStore,
  type RunWritten,
  runLeaseDefaults,
  type Suspension,
  type TakenRun,
} from './durable-runs.js';
export { estimateTokens } from './estimate-tokens.js';
export { costOf, type ExpressionCost, expressionLimits, offeredFunctions } from './expression-cost.js';
export { type Failure, fail } from './failure.js';
export { classesOf, classOfSign, type FindingClass, type Passage, type Place } from './finding-class.js';
export {
  defectsOf,
  type Guard,
  nextStates,
  open,
  passage,
  requireSound,
  type StateTable,
} from './finite-state-machine.js';
export { fraction } from './fraction.js';
export { Generations } from './generations.js';
export { type ChainedRecord, chainStart, linkHash } from './hash-chain.js';
export { isObject } from './is-object.js';
export { isoTime, isoTimeOrNull } from './iso-time.js';
export { issuesOfShape } from './issues.js';
export {
  type Job,
  type JobCount,
  type Jobs,
  jobAttempts,
  jobPauses,
  type QueuedPiece,
  type Work,
  type WorkQueue,
} from './jobs.js';
export { isLongerThan } from './json-bytes.js';
export { deeperThan } from './json-depth.js';
export { pointerOf, pointerStep } from './json-pointer.js';
export { hasKnownJson, jsonText, jsonWithMember, rememberJson } from './json-text.js';
export type { Completion, CompletionRequest, LanguageModel, Turn } from './language-model.js';
export { type LruMap, lruMap } from './lru-map.js';
export { mapConcurrent } from './map-concurrent.js';
export { median } from './median.js';
export { merklePath, rootByPath } from './merkle-tree.js';
export type { Notice, Notices, Recipient } from './notices.js';
export { type Pause, pausing } from './pausing.js';
export type { BegunChange, PendingChange, PendingChanges } from './pending-changes.js';
export { localNameOf, namespaceOf, splitName, splitReference } from './qualified-name.js';
export { quickly, withQuickSearches } from './quick-searches.js';
export { readAtOnce } from './read-json.js';
export { readLargeJson } from './read-large-json.js';
export {
  type Replica,
  type ReplicaRegister,
  replicaDefaults,
  replicaStateOf,
  type SeenReplica,
} from './replica-register.js';
export { compileReshape, type Reshape, readReshape } from './reshape.js';
export { err, ok, type Result } from './result.js';
export { retentionOf, retentionRules, retentionSweep } from './retention.js';
export { retryUntilSuccess } from './retry-until-success.js';
export type { Sealer } from './sealer.js';
export type { PublicKey, SignatureVerifier, Signer } from './signer.js';
export { runAtOnce, runInSlices, runWithoutBlocking, type SliceClock, type Sliced } from './slices.js';
export { dayMs, hourMs, minuteMs, secondMs } from './time-units.js';
export type { ContentBlock, ToolContent } from './tool-content.js';
export { withoutEnd, withoutFence } from './trim.js';
export type { CallerUsage, UsageQuery, UsageStore, UsageSum } from './usage-store.js';
export { isUuid } from './uuid.js';
export { wait } from './wait.js';
export { memberNames, ObjectBuilder } from './wide-objects.js';
export { type Share, wilson } from './wilson.js';
export { writeJsonInSteps } from './write-json.js';
