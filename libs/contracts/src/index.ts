/** Wire schemas, public names and the error table. The only dependency is zod. */

export type { AlertOutcome, AlertSeverity, AlertView, RaiseAlert } from './alerts.js';
export type {
  ApprovalDetail,
  ApprovalSettings,
  ApprovalState,
  ApprovalView,
  DecideApproval,
  DelegateApproval,
  Delegates,
  OpenApprovalLink,
  RiskMarks,
} from './approvals.js';
export type {
  Attest,
  AttestationKind,
  AttestationView,
  ChangeStage,
  StageAuthority,
  StageRequirement,
  StageView,
  VerificationCheck,
  VerificationKind,
  VerificationVerdict,
  VerificationView,
  WithdrawAttestation,
} from './assurance.js';
export type {
  AuditLine,
  AuditProgressView,
  AuditRecordView,
  AuditVerdict,
  CheckpointView,
  HashedRecord,
  ReceiptProof,
  SignedGroupView,
  SignedReceipt,
} from './audit.js';
export type { AuthorizationDecision, AuthorizationRequestView, DecideAuthorization } from './authorization.js';
export type { BreakerView } from './breakers.js';
export {
  type CapabilityDetail,
  type CapabilityNode,
  type ChangeCapability,
  type MergeCapability,
  type ProposeCapability,
  proposeCapabilitySchema,
} from './capabilities.js';
export {
  type CodeBody,
  type CodeLanguage,
  type CodeTypes,
  type CodeTypesBody,
  codeBodySchema,
  codeTypesBodySchema,
} from './code.js';
export type {
  CollectKey,
  CommandLineAnswer,
  CommandLineRequest,
  CommandLineView,
  DecideCommandLine,
  RequestCommandLine,
} from './command-lines.js';
export {
  type ActBody,
  type AskBody,
  actTurns,
  askHours,
  chainSchema,
  composeSchema,
  type EachBody,
  eachConcurrency,
  type JoinBody,
  maxElements,
  maxSteps,
  observedBy,
  type PipelineBody,
  pipelineSchema,
  type StepSettings,
  toolPlanSchema,
} from './compositions.js';
export type {
  AuthorizationView,
  AuthorizeConnection,
  ConfirmAuthorization,
  ConnectionCredential,
  ConnectionKind,
  ConnectionPlace,
  ConnectionState,
  ConnectionView,
  CreateConnection,
  OAuthGrant,
  ResealedView,
  RotateConnection,
} from './connections.js';
export type {
  CallFigures,
  DashboardEvent,
  DashboardGroup,
  DashboardGroupView,
  DashboardOrder,
  DashboardView,
  TrustMoverView,
} from './dashboard.js';
export {
  type Callable,
  type Constraints,
  constraintsSchema,
  type Detail,
  type Discover,
  type DiscoveryAnswer,
  type DiscoveryResult,
  details,
  discoverSchema,
  discoveryAnswerSchema,
  type FromText,
  maxQuery,
  maxQuerySent,
  type ResultLearning,
  type Strategy,
} from './discovery.js';
export { type ErrorClass, type ErrorCode, errorCodes, errorTable, isErrorCode } from './error-table.js';
export type { EscalationStatus, EscalationView, ResolveEscalation } from './escalations.js';
export type {
  CandidateView,
  EvaluationView,
  RecordingView,
  SavedExampleView,
  SaveExample,
  SetRecording,
  StartEvaluation,
} from './evaluations.js';
export {
  findInexactNumber,
  findRawNumber,
  isRawNumber,
  parseExactJson,
  refusedNumber,
  withNearestDoubles,
} from './exact-json.js';
export {
  circuitStateNames,
  type FallbackLevel,
  type FallbackLevelView,
  type FallbackView,
  type SetFallback,
} from './fallbacks.js';
export {
  annotationKeywords,
  asOfAnnotationSchema,
  entityAnnotationSchema,
  type FieldAnnotation,
  fieldAnnotationSchema,
  type Tolerance,
} from './field-annotations.js';
export type {
  FindingKind,
  FindingSeverity,
  FindingSign,
  FindingState,
  FindingSubject,
  FindingView,
  ResolveFinding,
} from './findings.js';
export type { Gap, GapTemplate } from './gaps.js';
export type { GrpcEndpoint } from './grpc-endpoint.js';
export type { HttpEncoding, HttpEndpoint } from './http-endpoint.js';
export {
  type AddMember,
  type CreatedKey,
  type CreateGrant,
  type CreateKey,
  type CreateNamespace,
  type EndorsementView,
  type GrantView,
  type KeyView,
  keySchema,
  type Me,
  type NamespaceProof,
  type NamespaceView,
  namespaceSchema,
  type OrganisationView,
  type PrincipalKind,
  type PrincipalView,
  type Role,
  roles,
  type Scope,
  scopes,
  type TransferredNamespace,
} from './identity.js';
export type { InboxList } from './inbox.js';
export type { InstallationView, ReplicaView } from './installation.js';
export {
  type ApprovalSubject,
  type CallDetail,
  type CallEventView,
  type CallTool,
  callToolSchema,
  type Envelope,
  envelopeSchema,
  type FallbackMode,
  type InvocationError,
  type InvocationStatus,
  type Invoke,
  invokeMembers,
  invokeSchema,
  maxDeadlineMs,
  type Outcome,
  type Provenance,
  type Receipt,
} from './invocation.js';
export type {
  IsolationFolder,
  IsolationProfile,
  IsolationRefusalView,
  IsolationSettings,
  IsolationStatusView,
} from './isolation.js';
export type { JsonRpcEndpoint } from './json-rpc-endpoint.js';
export type { KitSetting, KitView } from './kits.js';
export type { ErasedLearning, LearningView, SetLearning } from './learning.js';
export {
  type LimitName,
  type LimitRuleView,
  type LimitSource,
  type LimitSubject,
  type LimitUnit,
  type LimitView,
  limitNames,
  type SetLimit,
} from './limits.js';
export type { ListedCallView } from './listed-calls.js';
export {
  type DescribeTool,
  describeToolSchema,
  type ExportedTool,
  type HostAccess,
  type HostFunction,
  hostFunctions,
  type MadeToolFinding,
  type MadeToolReport,
  type MadeToolView,
  type PromoteMadeTool,
  type ScriptedAnswer,
  type ToolTemplate,
  toolTemplateSchema,
} from './made-tools.js';
export {
  type Annotations,
  type CheckAnswer,
  type Difference,
  type Entry,
  endpointSchemas,
  entrySchema,
  type Manifest,
  manifestSchema,
  type Protocol,
  protocols,
  type Stage,
  stages,
  statuses,
  type VersionStatus,
  type Visibility,
} from './manifest.js';
export {
  type RegistryList,
  type RegistryListQuery,
  type RegistryServerView,
  type RegistryStatusBody,
  type RegistryTokenAnswer,
  registryDomainLoginSchema,
  registryFlagSchema,
  registryListQuerySchema,
  registryOidcLoginSchema,
  registryStatusBodySchema,
} from './mcp-registry/exchange.js';
export {
  assayMetaKey,
  officialMetaKey,
  publisherMetaKey,
  type ServerJson,
  type ServerJsonArgument,
  type ServerJsonPackage,
  type ServerJsonTransport,
  serverJsonSchema,
} from './mcp-registry/server-json.js';
export type { ServerIssue, ServerVerdict } from './mcp-registry/validation.js';
export type { CreateMirror, MirrorView } from './mirrors.js';
export type { ModelsView } from './models.js';
export { capabilitySchema, namespaceNameSchema, qualifiedNameSchema } from './names.js';
export type { NoticeKind, NotificationView, ReadAll } from './notices.js';
export {
  type CompactedSession,
  type CompactSession,
  type Forgotten,
  type KeptMemoryView,
  type KeptOutputView,
  type KeptResultView,
  type MemoryLayer,
  type MemoryView,
  type OutputDestination,
  type OutputLevel,
  type OutputOption,
  type OutputPreset,
  outputLevels,
  outputOptionSchema,
  outputPresets,
  type Pointer,
  type RangeUnit,
  type Routed,
  rangeUnits,
  type SessionTokensView,
  type SessionWindow,
  sessionNameSchema,
  type Tokens,
} from './outputs.js';
export type { OfferTransfer, TeamView } from './ownership.js';
export type { PinView, SetPin } from './pins.js';
export {
  type CheckedPolicy,
  type CheckPolicy,
  type EvaluatePolicy,
  type PolicyDecisionView,
  type PolicyTrial,
  type PolicyVerdict,
  type PolicyVersionView,
  type PolicyView,
  type PutPolicy,
  policyIdSchema,
  type TryPolicy,
} from './policies.js';
export type { PreviousVersion } from './previous-version.js';
export { type Issue, type Problem, problemOf, problemSchema } from './problem.js';
export type { DefinitionChange, QuarantineKind, QuarantineView, ResolveQuarantine } from './quarantines.js';
export type { AnswerQuestion, QuestionStatus, QuestionView } from './questions.js';
export type { ReviewDecisionBody, ReviewView } from './reviews.js';
export type {
  AppealRevocation,
  CreateRevocation,
  LiftRevocation,
  RevocationState,
  RevocationView,
} from './revocations.js';
export { type RouteExample, routeExamples } from './routes/examples.js';
export { itemOfPage, type Route, type RouteName, routes, tags } from './routes.js';
export type { CreateRule, RuleView } from './rules.js';
export {
  type GraphNode,
  type Notation,
  notations,
  type RunBody,
  type RunCheck,
  type RunEventView,
  type RunNotation,
  type RunStatus,
  type RunStepView,
  type RunSummary,
  type RunView,
  runBodySchema,
  runMembers,
} from './runs.js';
export {
  type ForwardStatus,
  type ResolveSaga,
  type SagaError,
  type SagaEventView,
  type SagaState,
  type SagaStepBody,
  type SagaStepView,
  type SagaView,
  type StartSaga,
  startSagaSchema,
  type UndoStatus,
} from './sagas.js';
export { schemaNames } from './schema-names.js';
export type { IndexStatusView } from './search-index.js';
export {
  type ChangeServer,
  type ConfirmedImport,
  type ConfirmImport,
  type CreateImport,
  type CreateServer,
  type GrpcAddress,
  type GrpcSource,
  type HttpAddress,
  type ImportView,
  importSchema,
  type ListedServer,
  type McpAddress,
  type OpenApiSource,
  type Proposal,
  type ServerView,
  serverSchema,
} from './servers.js';
export type {
  AccountDetail,
  AccountSessionView,
  AccountView,
  AddPasskey,
  ChangeOwnAccount,
  ChangePassword,
  Invite,
  IssuedLink,
  IssuerSignInQuery,
  LinkPasskey,
  LinkPassword,
  LinkPurpose,
  PasskeyAnswer,
  PasskeyOptions,
  PasskeyResponse,
  PasskeyView,
  PatchAccount,
  Reauthenticate,
  SessionState,
  SignInLinkView,
  SignInPasskeyOptions,
  SignInPassword,
  SignInWay,
} from './sign-in.js';
export {
  type CreatePublisherKey,
  type EntrySignature,
  ed25519SignatureSchema,
  keyIdSchema,
  type PublisherKeyView,
  type RegistryKeys,
  type RegistryKeyView,
} from './signatures.js';
export type { ChangeStatus } from './status.js';
export type { DependentView, ToolLatency, VersionComparison } from './tool-facts.js';
export type { ToolFacet, ToolList, ToolSort } from './tool-list.js';
export type { CreateToolset, ReplaceToolset, ToolsetExtra, ToolsetView } from './toolsets.js';
export {
  type EvidenceView,
  evidenceViews,
  type RateTool,
  type RatingView,
  rateToolSchema,
  type TrustView,
} from './trust.js';
export type { UsageGroup, UsageSide, UsageView } from './usage.js';
export {
  type Corroboration,
  type FeedbackView,
  type ResolutionWay,
  type SendFeedback,
  type Severity,
  sendFeedbackSchema,
  type ValidationIssue,
} from './validation.js';
export type {
  ChangeWebhook,
  CreatedWebhook,
  CreateWebhook,
  DeliveryState,
  DeliveryView,
  WebhookView,
} from './webhooks.js';
