/** The stages of a call, and what they need: policy, limits, resilience, approvals, repair, idempotency and output. */

export { AcceptCalls } from './accepted/accept-calls.js';
export type { AcceptedCall, AcceptedCalls, AcceptedReach, AcceptedState } from './accepted/accepted-calls.js';
export { acceptedRun, settleLost } from './accepted/settle-lost.js';
export { revokedRules } from './alternatives.js';
export {
  type Approval,
  type ApprovalDelegation,
  approvalDefaults,
  approvalSettingsDefaults,
  justAsked,
  type PausedCall,
  type SuspendedAt,
  type UserDecision,
} from './approvals/approval.js';
export { ApprovalLinks } from './approvals/approval-links.js';
export type { ApprovalQuery, ApprovalStore, Decided } from './approvals/approval-store.js';
export { awaitSettled } from './approvals/await-settled.js';
export { callAgain, callerAgain, powerlessCaller } from './approvals/call-again.js';
export { DecideApprovals } from './approvals/decide-approvals.js';
export { DelegateApprovals } from './approvals/delegate-approvals.js';
export { NotifyOfApprovals } from './approvals/notify-of-approvals.js';
export { approvalRun, OpenApprovals } from './approvals/open-approvals.js';
export { riskMarks, type TrustOf } from './approvals/risk-marks.js';
export { type Resuming, SettleApprovals } from './approvals/settle-approvals.js';
export { ManageStandingApprovals } from './approvals/standing/manage-standing-approvals.js';
export { SpendStandingApprovals } from './approvals/standing/spend-standing-approvals.js';
export type { StandingApproval, StandingApprovalStore } from './approvals/standing/standing-approval.js';
export { sweepApprovals } from './approvals/sweep-approvals.js';
export { AwaitLimits, isLimitedForNow } from './await-limits.js';
export type { CacheCounts } from './cache/cache-counts.js';
export type { Call } from './call.js';
export { CallEvents } from './call-events.js';
export type { TransportOf } from './call-tool.js';
export { type CallLists, type CallQuery, ListCalls, type ListedCall, unrecordedAt } from './calls/list-calls.js';
export { CandidateBook } from './candidates/candidate-book.js';
export {
  type CandidateCounts,
  type CandidateState,
  type CandidateStore,
  type CandidateTotals,
  type CountsOfHour,
  noCounts,
} from './candidates/candidate-store.js';
export { ChooseForTool } from './candidates/choose-for-tool.js';
export { ManageCandidates } from './candidates/manage-candidates.js';
export { RunShadows } from './candidates/run-shadows.js';
export type { ClientRequests, ElicitationAnswer, SamplingAnswer } from './client-requests.js';
export { AgreeAtJoin, type BranchAnswer, type JoinAgreement } from './consistency/agree-at-join.js';
export type { ContentPorts } from './content/content-ports.js';
export { ExamineContent } from './content/examine-content.js';
export { maskPlaces } from './content/mask-value.js';
export type { MaskedOwner, MaskedValue, MaskedValueStore } from './content/masked-value.js';
export { MaskedValues } from './content/masked-values.js';
export { AnswerTickets } from './escalation/answer-tickets.js';
export { AskPersons } from './escalation/ask-persons.js';
export { CloseTickets } from './escalation/close-ticket.js';
export { expireTickets } from './escalation/expire-tickets.js';
export {
  type Closing,
  closedCalls,
  maxOpenTickets,
  type Ticket,
  type TicketQuery,
  type TicketStore,
} from './escalation/ticket.js';
export { EvaluatePolicies } from './evaluate-policy.js';
export type { ChosenCase, DoneCase, EvaluatedCase, Evaluation } from './evaluation/evaluation.js';
export { type EvaluationStore, maxRunningEvaluations } from './evaluation/evaluation-store.js';
export { ManageEvaluations } from './evaluation/manage-evaluations.js';
export { evaluationReport } from './evaluation/report.js';
export { RunEvaluations } from './evaluation/run-evaluations.js';
export { RunExamples } from './examples/run-examples.js';
export { classifyText, textClassifier } from './faults/classify-text.js';
export { faultKinds } from './faults/fault-kinds.js';
export { LocalFaultMemory } from './faults/fault-memory.js';
export { faultPhrases } from './faults/fault-phrases.js';
export { grpcFault, httpFault, jsonRpcFault } from './faults/status-faults.js';
export { saidFailure, settledByText, upstreamFailure } from './faults/upstream-failure.js';
export type { Feedback, FeedbackStore, FeedbackVerdict } from './feedback/feedback-store.js';
export { GiveFeedback } from './feedback/give-feedback.js';
export { type ForeseeCallPorts, type ForeseenCall, foreseeCall } from './foresee-call.js';
export { Freshness } from './freshness.js';
export { DeclaredHierarchies } from './hierarchies/declared-hierarchies.js';
export { Hierarchies } from './hierarchies/hierarchies.js';
export {
  type CandidateLevel,
  type ExpectedRevision,
  type Hierarchy,
  type HierarchyChange,
  type HierarchyStore,
  isCandidateLevel,
  maxHierarchies,
  type PutAnswer,
} from './hierarchies/hierarchy.js';
export { levelAt } from './hierarchies/level-at.js';
export { ManageFallbacks, type ShownHierarchy } from './hierarchies/manage-fallbacks.js';
export { mappingInput } from './hierarchies/map-input.js';
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
} from './idempotency/idempotency-ledger.js';
export type { Keyed } from './idempotency/keyed.js';
export { ReportUnknownOutcomes } from './idempotency/report-unknown-outcomes.js';
export { SettleKeys } from './idempotency/settle-keys.js';
export { showKeyed } from './idempotency/show-keyed.js';
export { sweepKeys } from './idempotency/sweep-keys.js';
export { attackWarning } from './inspect-output.js';
export type { InvocationContext } from './invocation-context.js';
export { InvokeTool } from './invoke-tool.js';
export type { Invoked } from './invoked.js';
export { type LargeCheck, type LargeChecked, type LargeChecks, maxLargeMatchSteps } from './large-checks.js';
export { limitedFor } from './limited-for.js';
export type { CallLimits } from './limits.js';
export { nearestTools } from './nearest-tools.js';
export { CallTokens } from './output/call-tokens.js';
export { CompactSessions } from './output/compact-session.js';
export { Counting } from './output/forms.js';
export { KeepOutput, type KeptFrom, keptUrl, pointerTo } from './output/keep-output.js';
export type {
  Keeping,
  KeptCaps,
  KeptContent,
  KeptKind,
  KeptOutput,
  KeptOutputs,
  KeptOwner,
  KeptQuery,
} from './output/kept-outputs.js';
export { linkTo, outputIdOf, outputUri } from './output/large-blocks.js';
export type { OutputPorts } from './output/output-ports.js';
export { OutputRouter } from './output/output-router.js';
export { ReadKept } from './output/read-kept.js';
export { SessionResults } from './output/session-results.js';
export {
  keepSessionMs,
  type SessionCall,
  type SessionKey,
  SessionTokens,
  type SessionTotal,
  type SessionTotals,
} from './output/session-tokens.js';
export type { ModelWindow } from './output/token-account.js';
export { type PartOf, partOf } from './part-of.js';
export { BeginConversation } from './pass-through/begin-conversation.js';
export type {
  Asked,
  ClientEnd,
  Continues,
  Conversation,
  ConversationCredential,
  Conversations,
  Members,
  Reply,
  ServerFace,
} from './pass-through/conversation.js';
export { conversationOver } from './pass-through/conversation-over.js';
export { type Entered, EnterServer, type ServerAccess } from './pass-through/enter-server.js';
export { passedTools } from './pass-through/passed-tools.js';
export { DecideCalls } from './policy/decide-calls.js';
export { shippedPolicies } from './policy/default-policies.js';
export { DurableRateLimits } from './policy/durable-rate-limits.js';
export { eagerness, reserveParts } from './policy/fair-share.js';
export { LimitCounters } from './policy/limit-counters.js';
export { type CountsInForce, countsUntil, type LimitCounts, type SliceCount } from './policy/limit-counts.js';
export { type LimitChange, type LimitRule, LimitRules } from './policy/limit-rules.js';
export type { LimitStanding } from './policy/limit-standing.js';
export type { LimitStore } from './policy/limit-store.js';
export { limitTable } from './policy/limit-table.js';
export { shownOf, unitOf } from './policy/limit-units.js';
export { countOnce, isRefused } from './policy/limits.js';
export { LocalRateLimits } from './policy/local-rate-limits.js';
export { ManageLimits } from './policy/manage-limits.js';
export { type Expected as ExpectedPolicy, ManagePolicies } from './policy/manage-policies.js';
export { mayCall, whyItWaits } from './policy/may-call.js';
export { maxPolicies, type Policy, type PolicyChange, type PolicyStore, type PolicyWritten } from './policy/policy.js';
export { PolicyBook, type PolicyInForce } from './policy/policy-book.js';
export {
  type HeldStatements,
  type Obligation,
  obligations,
  type PolicyAction,
  type PolicyEngine,
  type PolicyRequest,
  type PreparedPolicies,
  policyActions,
  type ReadStatement,
  type ReturnRequest,
  type RevealRequest,
} from './policy/policy-engine.js';
export type { PolicyReads } from './policy/policy-reads.js';
export { type Acquired, amountOf, type Counter, type RateLimits, type Window } from './policy/rate-limits.js';
export { recordedSpending } from './policy/recorded-spending.js';
export { ScopesNeeded } from './policy/scopes-needed.js';
export { slicingOf } from './policy/sliced-window.js';
export { type QualityPorts, qualityWith } from './quality-ports.js';
export { ReadLimits } from './read-limits.js';
export { ManageRecordings, type ShownRecording } from './recording/manage-recordings.js';
export { RecordArguments } from './recording/record-arguments.js';
export {
  maxRecordings,
  type RecordedCall,
  type RecordedCallStore,
  type RecordedQuery,
  type Recording,
} from './recording/recorded-calls.js';
export type { SuccessfulCall } from './recording/successful-call.js';
export { clientModel } from './repair/client-model.js';
export { editText } from './repair/edit.js';
export { repairInput } from './repair/repair-input.js';
export { falseRepairs, type RepairCounts } from './repair/repair-metrics.js';
export { Breakers, type ShownBreaker } from './resilience/breakers.js';
export { type BreakerSettings, breakerDefaults, type CircuitState } from './resilience/circuit-breaker.js';
export { type Admission, type Circuits, type CircuitView, isRefusal, type Refusal } from './resilience/circuits.js';
export { type CircuitAsker, type CircuitResult, noAsker, opensInARow } from './resilience/fault-streak.js';
export { LatencyTrials } from './resilience/latency-trials.js';
export { LocalCircuits, probeLeaseMs } from './resilience/local-circuits.js';
export type { MapInput } from './resilience/next-level.js';
export { retryDefaults } from './resilience/retry.js';
export { renamedWarning } from './resolve.js';
export { RunningCalls } from './running-calls.js';
export { SaveExample, type ShownExample } from './saved-examples/save-example.js';
export {
  asExample,
  maxSavedExamples,
  type SavedExample,
  type SavedExampleStore,
} from './saved-examples/saved-example.js';
export { RunScheduled } from './scheduled/run-scheduled.js';
export {
  type ScheduledCall,
  type ScheduledCalls,
  type ScheduledState,
  scheduledRun,
} from './scheduled/scheduled-calls.js';
export { scheduledStanding } from './scheduled/scheduled-standing.js';
export type { ToolProgress } from './tool-progress.js';
export type { CallOrigin, ToolTransport, UpstreamCall } from './tool-transport.js';
export { type ShownTool, ToolsetTools } from './toolset-tools.js';
export { type RecordedCallGroup, TryPolicies } from './try-policy.js';
export type { UpstreamAnswer } from './upstream-answer.js';
export { Validators } from './validators.js';
