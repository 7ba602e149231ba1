/** Typed client of an Assay server, for Node 20 and newer and for browsers. */
export type {
  AlertView,
  Annotations,
  Attest,
  AttestationKind,
  AttestationView,
  AuditRecordView,
  AuditVerdict,
  CallEventView,
  CapabilityDetail,
  CapabilityNode,
  ChangeCapability,
  ChangeServer,
  ChangeStage,
  ChangeStatus,
  ChangeWebhook,
  CheckAnswer,
  ConfirmedImport,
  ConfirmImport,
  Constraints,
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
  CreateWebhook,
  DefinitionChange,
  DeliveryState,
  DeliveryView,
  Detail,
  Difference,
  Discover,
  DiscoveryAnswer,
  DiscoveryResult,
  EndorsementView,
  Entry,
  Envelope,
  ErrorCode,
  FindingSeverity,
  FindingSign,
  FindingView,
  GrantView,
  GrpcAddress,
  HttpAddress,
  ImportView,
  IndexStatusView,
  InvocationError,
  InvocationStatus,
  Invoke,
  Issue,
  KeyView,
  LearningView,
  LimitName,
  LimitRuleView,
  LimitSource,
  LimitView,
  Manifest,
  McpAddress,
  Me,
  MirrorView,
  ModelsView,
  NamespaceProof,
  NamespaceView,
  NoticeKind,
  NotificationView,
  OfferTransfer,
  OrganisationView,
  PinView,
  PrincipalKind,
  Problem,
  Proposal,
  ProposeCapability,
  Provenance,
  PublisherKeyView,
  QuarantineView,
  RaiseAlert,
  RateTool,
  RatingView,
  ReadAll,
  RegistryKeys,
  RegistryServerView,
  RegistryStatusBody,
  ResolveFinding,
  ResolveQuarantine,
  ReviewDecisionBody,
  ReviewView,
  RevocationView,
  Role,
  RouteName,
  RuleView,
  Scope,
  ServerIssue,
  ServerJson,
  ServerVerdict,
  ServerView,
  SetLimit,
  SetPin,
  StageRequirement,
  StageView,
  Strategy,
  TeamView,
  ToolFacet,
  ToolList,
  ToolSort,
  TransferredNamespace,
  TrustView,
  UsageGroup,
  UsageSide,
  UsageView,
  VerificationCheck,
  VerificationVerdict,
  VerificationView,
  Visibility,
  WebhookView,
} from '@assay/contracts';
export type { Endorsements, Grants, Keys, Organisations } from './access.js';
export type { Alerts } from './alerts.js';
export { Assay } from './assay.js';
export type { Assurance } from './assurance.js';
export type { Audit } from './audit.js';
export { canonicalJson } from './canonical-json.js';
export type { RequestOptions } from './connection.js';
export { fromEnvironment } from './environment.js';
export { AssayError, type LocalErrorCode } from './error.js';
export type { Findings } from './findings.js';
export type { Health } from './health.js';
export type { InvocationOf, Invocations, InvokeOptions } from './invocations.js';
export type { Learning } from './learning.js';
export type { Limits, Usage } from './limits.js';
export type { ListQuery } from './listing.js';
export { entryText, manifestDigest, manifestOf } from './manifest-of.js';
export type { McpRegistry, RegistryQuery } from './mcp-registry.js';
export type { Mirrors } from './mirrors.js';
export type { Models } from './models.js';
export type { Namespaces } from './namespaces.js';
export type { Notifications, Pins } from './notices.js';
export { type Page, PagedList } from './paged-list.js';
export { readPublicKey, type TrustedKey } from './public-key.js';
export type { Quarantines } from './quarantines.js';
export type { Reviews } from './reviews.js';
export type { Revocations } from './revocations.js';
export type { Rules } from './rules.js';
export type { SearchIndex } from './search-index.js';
export type { Imports, Servers } from './servers.js';
export { type AssayOptions, defaultUrl } from './settings.js';
export type { PublisherKeys } from './signatures.js';
export type { Teams } from './teams.js';
export { splitName, splitReference } from './tool-name.js';
export { isReview, type PublishOptions, type Tools } from './tools.js';
export { type CheckedSignature, type TrustedKeys, type Verification, verifyEntry } from './verify-entry.js';
export { version } from './version.js';
export type { Webhooks } from './webhooks.js';
export type { AnswerOf, BodyOf, QueryOf } from './wire.js';
