/** Typed client of an Assay server, for Node 20 and newer and for browsers. */
export type {
  AccountView,
  AlertView,
  Annotations,
  AnswerQuestion,
  ApprovalDetail,
  ApprovalSettings,
  ApprovalState,
  ApprovalView,
  Attest,
  AttestationKind,
  AttestationView,
  AuditLine,
  AuditRecordView,
  AuditVerdict,
  AuthorizationView,
  BreakerView,
  CallEventView,
  CallFigures,
  CandidateView,
  CapabilityDetail,
  CapabilityNode,
  ChangeCapability,
  ChangeServer,
  ChangeStage,
  ChangeStatus,
  ChangeWebhook,
  CheckAnswer,
  CheckedPolicy,
  CodeBody,
  CodeTypes,
  CodeTypesBody,
  CommandLineAnswer,
  CommandLineRequest,
  CommandLineView,
  CompactedSession,
  CompactSession,
  ConfirmedImport,
  ConfirmImport,
  ConnectionCredential,
  ConnectionView,
  Constraints,
  CreateConnection,
  CreatedKey,
  CreatedWebhook,
  CreateGrant,
  CreateImport,
  CreateKey,
  CreateMirror,
  CreateNamespace,
  CreatePublisherKey,
  CreateRevocation,
  CreateRule,
  CreateServer,
  CreateToolset,
  CreateWebhook,
  DashboardEvent,
  DashboardGroup,
  DashboardGroupView,
  DashboardOrder,
  DashboardView,
  DecideApproval,
  DefinitionChange,
  DelegateApproval,
  Delegates,
  DeliveryState,
  DeliveryView,
  DependentView,
  Detail,
  Difference,
  Discover,
  DiscoveryAnswer,
  DiscoveryResult,
  EndorsementView,
  Entry,
  Envelope,
  ErasedLearning,
  ErrorCode,
  EscalationStatus,
  EscalationView,
  EvaluatePolicy,
  EvaluationView,
  FallbackLevelView,
  FallbackMode,
  FallbackView,
  FeedbackView,
  FindingSeverity,
  FindingSign,
  FindingView,
  Forgotten,
  Gap,
  GapTemplate,
  GrantView,
  GraphNode,
  GrpcAddress,
  HttpAddress,
  ImportView,
  IndexStatusView,
  Invite,
  InvocationError,
  InvocationStatus,
  Invoke,
  IsolationSettings,
  IsolationStatusView,
  Issue,
  IssuedLink,
  KeptMemoryView,
  KeptOutputView,
  KeptResultView,
  KeyView,
  KitView,
  LearningView,
  LimitName,
  LimitRuleView,
  LimitSource,
  LimitView,
  ListedCallView,
  MadeToolReport,
  MadeToolView,
  Manifest,
  McpAddress,
  Me,
  MemoryLayer,
  MemoryView,
  MirrorView,
  ModelsView,
  NamespaceProof,
  NamespaceView,
  NoticeKind,
  NotificationView,
  OfferTransfer,
  OrganisationView,
  OutputDestination,
  OutputLevel,
  OutputOption,
  OutputPreset,
  PatchAccount,
  PinView,
  PipelineBody,
  Pointer,
  PolicyDecisionView,
  PolicyTrial,
  PolicyVersionView,
  PolicyView,
  PrincipalKind,
  Problem,
  PromoteMadeTool,
  Proposal,
  ProposeCapability,
  Protocol,
  Provenance,
  PublisherKeyView,
  PutPolicy,
  QuarantineView,
  QuestionStatus,
  QuestionView,
  RaiseAlert,
  RateTool,
  RatingView,
  ReadAll,
  RecordingView,
  RegistryKeys,
  RegistryServerView,
  RegistryStatusBody,
  ReplaceToolset,
  ReplicaView,
  ResealedView,
  ResolveEscalation,
  ResolveFinding,
  ResolveQuarantine,
  ResolveSaga,
  ResultLearning,
  ReviewDecisionBody,
  ReviewView,
  RevocationView,
  Role,
  Routed,
  RouteName,
  RuleView,
  RunBody,
  RunCheck,
  RunEventView,
  RunStatus,
  RunStepView,
  RunSummary,
  RunView,
  SagaEventView,
  SagaState,
  SagaStepView,
  SagaView,
  SavedExampleView,
  SaveExample,
  Scope,
  SendFeedback,
  ServerIssue,
  ServerJson,
  ServerVerdict,
  ServerView,
  SessionTokensView,
  SessionWindow,
  SetFallback,
  SetLimit,
  SetPin,
  SetRecording,
  SignedReceipt,
  StageRequirement,
  StageView,
  StartEvaluation,
  StartSaga,
  Strategy,
  TeamView,
  Tokens,
  ToolFacet,
  ToolLatency,
  ToolList,
  ToolSort,
  ToolsetView,
  ToolTemplate,
  TransferredNamespace,
  TrustMoverView,
  TrustView,
  UsageGroup,
  UsageSide,
  UsageView,
  VerificationCheck,
  VerificationVerdict,
  VerificationView,
  VersionComparison,
  Visibility,
  WebhookView,
} from '@assay/contracts';
export type { Endorsements, Grants, Keys, Organisations } from './access.js';
export type { Accounts } from './accounts.js';
export type { Alerts } from './alerts.js';
export type { Approvals } from './approvals.js';
export { Assay } from './assay.js';
export type { Assurance } from './assurance.js';
export type { Audit } from './audit.js';
export { auditLines } from './audit-lines.js';
export { canonicalJson } from './canonical-json.js';
export type { RequestOptions, RequestParts } from './connection.js';
export type { Connections } from './connections.js';
export { fromEnvironment } from './environment.js';
export { AssayError, type LocalErrorCode } from './error.js';
export type { Evaluations } from './evaluations.js';
export { parseExact } from './exact-numbers.js';
export type { Findings } from './findings.js';
export type { Health } from './health.js';
export type { Breakers, Escalations, Fallbacks, RevisionOptions } from './hierarchies.js';
export { invocationStatuses } from './invocation-statuses.js';
export type { InvocationOf, Invocations, InvokeOptions } from './invocations.js';
export type { Kits } from './kits.js';
export type { Learning } from './learning.js';
export type { Limits, Usage } from './limits.js';
export type { ListQuery } from './listing.js';
export { entryText, manifestDigest, manifestOf } from './manifest-of.js';
export type { McpRegistry, RegistryQuery } from './mcp-registry.js';
export type { Mirrors } from './mirrors.js';
export type { Models } from './models.js';
export type { Namespaces } from './namespaces.js';
export type { Notifications, Pins } from './notices.js';
export type { Memory, OutputPart, Outputs } from './outputs.js';
export { type Page, PagedList } from './paged-list.js';
export { type PipelineWords, pipelineOf } from './pipeline.js';
export type { Policies, PolicyCondition } from './policies.js';
export { readPublicKey, type TrustedKey } from './public-key.js';
export type { Quarantines } from './quarantines.js';
export type { Questions } from './questions.js';
export type { Reviews } from './reviews.js';
export type { Revocations } from './revocations.js';
export { roles } from './roles.js';
export type { Rules } from './rules.js';
export type { Sagas } from './sagas.js';
export type { SearchIndex } from './search-index.js';
export type { Imports, Servers } from './servers.js';
export type { Sessions } from './sessions.js';
export { type AssayOptions, defaultUrl } from './settings.js';
export type { PublisherKeys } from './signatures.js';
export type { Teams } from './teams.js';
export { splitName, splitReference } from './tool-name.js';
export { isReview, type PublishOptions, type Tools } from './tools.js';
export type { Toolsets } from './toolsets.js';
export { type CheckedSignature, type TrustedKeys, type Verification, verifyEntry } from './verify-entry.js';
export { type ExportVerification, verifyExport } from './verify-export.js';
export { type ReceiptVerification, verifyReceipt } from './verify-receipt.js';
export { version } from './version.js';
export type { Webhooks } from './webhooks.js';
export {
  type AnswerOf,
  type BodyOf,
  type ItemOf,
  type ListRoute,
  type ParametersOf,
  type QueryOf,
  wire,
} from './wire.js';
