/** Typed client of an Assay server, for Node 20 and newer and for browsers. */
export type {
  Annotations,
  AuditRecordView,
  AuditVerdict,
  ChangeServer,
  CheckAnswer,
  ConfirmedImport,
  ConfirmImport,
  Constraints,
  CreatedKey,
  CreateGrant,
  CreateImport,
  CreateKey,
  CreateNamespace,
  CreateServer,
  Detail,
  Discover,
  DiscoveryAnswer,
  DiscoveryResult,
  EndorsementView,
  Entry,
  Envelope,
  ErrorCode,
  GrantView,
  ImportView,
  InvocationError,
  InvocationStatus,
  Invoke,
  Issue,
  KeyView,
  Manifest,
  McpAddress,
  Me,
  NamespaceView,
  OrganisationView,
  PrincipalKind,
  Problem,
  Proposal,
  Provenance,
  Role,
  RouteName,
  Scope,
  ServerView,
  Visibility,
} from '@assay/contracts';
export type { Endorsements, Grants, Keys, Organisations } from './access.js';
export { Assay } from './assay.js';
export type { Audit } from './audit.js';
export type { RequestOptions } from './connection.js';
export { fromEnvironment } from './environment.js';
export { AssayError, type LocalErrorCode } from './error.js';
export type { Health } from './health.js';
export type { InvocationOf, Invocations, InvokeOptions } from './invocations.js';
export type { ListQuery } from './listing.js';
export type { Namespaces } from './namespaces.js';
export { type Page, PagedList } from './paged-list.js';
export type { Imports, Servers } from './servers.js';
export { type AssayOptions, defaultUrl } from './settings.js';
export { splitName, splitReference } from './tool-name.js';
export type { Tools } from './tools.js';
export { version } from './version.js';
export type { AnswerOf, BodyOf, QueryOf } from './wire.js';
