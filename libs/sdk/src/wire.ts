import type { RouteName, routes } from '@assay/contracts';
import type { z } from 'zod';

type Routes = typeof routes;

/**
 * Where each route lives. The type compares every line with the route table of the contracts, so that a route that is
 * missing here, moved or renamed does not compile; keeping the strings leaves the schemas (and zod) out of a program's
 * bundle.
 */
export const wire: { readonly [R in RouteName]: `${Routes[R]['method']} ${Routes[R]['path']}` } = {
  publishTool: 'POST /v1/tools',
  checkTool: 'POST /v1/tools/check',
  listTools: 'GET /v1/tools',
  showTool: 'GET /v1/tools/{ns}/{tool}',
  listVersions: 'GET /v1/tools/{ns}/{tool}/versions',
  showVersion: 'GET /v1/tools/{ns}/{tool}/versions/{version}',
  changeStatus: 'PATCH /v1/tools/{ns}/{tool}/versions/{version}/status',
  resolveTool: 'GET /v1/tools/{ns}/{tool}/resolve',
  showTrust: 'GET /v1/tools/{ns}/{tool}/trust',
  listRatings: 'GET /v1/tools/{ns}/{tool}/ratings',
  rateTool: 'POST /v1/tools/{ns}/{tool}/ratings',
  discover: 'POST /v1/discover',
  showIndex: 'GET /v1/index',
  rebuildIndex: 'POST /v1/index/rebuild',
  showModels: 'GET /v1/models',
  listCapabilities: 'GET /v1/capabilities',
  showCapability: 'GET /v1/capabilities/{tag}',
  proposeCapability: 'POST /v1/capabilities',
  changeCapability: 'PATCH /v1/capabilities/{tag}',
  mergeCapability: 'POST /v1/capabilities/{tag}/merge',
  invoke: 'POST /v1/invocations',
  showInvocation: 'GET /v1/invocations/{id}',
  followInvocation: 'GET /v1/invocations/{id}/events',
  cancelInvocation: 'DELETE /v1/invocations/{id}',
  listServers: 'GET /v1/servers',
  createServer: 'POST /v1/servers',
  showServer: 'GET /v1/servers/{ns}/{server}',
  changeServer: 'PATCH /v1/servers/{ns}/{server}',
  deleteServer: 'DELETE /v1/servers/{ns}/{server}',
  createImport: 'POST /v1/imports',
  showImport: 'GET /v1/imports/{id}',
  confirmImport: 'POST /v1/imports/{id}/confirm',
  me: 'GET /v1/me',
  createOrganisation: 'POST /v1/organisations',
  listKeys: 'GET /v1/keys',
  createKey: 'POST /v1/keys',
  revokeKey: 'DELETE /v1/keys/{id}',
  listNamespaces: 'GET /v1/namespaces',
  createNamespace: 'POST /v1/namespaces',
  showNamespace: 'GET /v1/namespaces/{ns}',
  changeNamespace: 'PATCH /v1/namespaces/{ns}',
  addMember: 'POST /v1/namespaces/{ns}/members',
  removeMember: 'DELETE /v1/namespaces/{ns}/members/{principal}',
  listGrants: 'GET /v1/grants',
  createGrant: 'POST /v1/grants',
  deleteGrant: 'DELETE /v1/grants/{id}',
  listEndorsements: 'GET /v1/endorsements',
  createEndorsement: 'POST /v1/endorsements',
  deleteEndorsement: 'DELETE /v1/endorsements/{id}',
  listTeams: 'GET /v1/teams',
  createTeam: 'POST /v1/teams',
  showTeam: 'GET /v1/teams/{team}',
  deleteTeam: 'DELETE /v1/teams/{team}',
  addTeamMember: 'POST /v1/teams/{team}/members',
  removeTeamMember: 'DELETE /v1/teams/{team}/members/{principal}',
  removeOwningTeam: 'DELETE /v1/namespaces/{ns}/teams/{team}',
  proveNamespace: 'POST /v1/namespaces/{ns}/proof',
  transferNamespace: 'POST /v1/namespaces/{ns}/transfer',
  acceptTransfer: 'POST /v1/namespaces/{ns}/transfer/accept',
  withdrawTransfer: 'DELETE /v1/namespaces/{ns}/transfer',
  renameNamespace: 'POST /v1/namespaces/{ns}/rename',
  renameTool: 'POST /v1/tools/{ns}/{tool}/rename',
  listPublisherKeys: 'GET /v1/namespaces/{ns}/keys',
  addPublisherKey: 'POST /v1/namespaces/{ns}/keys',
  retirePublisherKey: 'DELETE /v1/namespaces/{ns}/keys/{keyId}',
  verifyTool: 'POST /v1/tools/{ns}/{tool}/verify',
  listVerifications: 'GET /v1/verifications',
  showVerification: 'GET /v1/verifications/{id}',
  showStage: 'GET /v1/tools/{ns}/{tool}/versions/{version}/stage',
  changeStage: 'POST /v1/tools/{ns}/{tool}/versions/{version}/stage',
  listAttestations: 'GET /v1/tools/{ns}/{tool}/versions/{version}/attestations',
  attest: 'POST /v1/tools/{ns}/{tool}/versions/{version}/attestations',
  listQuarantines: 'GET /v1/quarantines',
  showQuarantine: 'GET /v1/quarantines/{id}',
  resolveQuarantine: 'POST /v1/quarantines/{id}/resolve',
  listFindings: 'GET /v1/findings',
  showFinding: 'GET /v1/findings/{id}',
  resolveFinding: 'POST /v1/findings/{id}/resolve',
  withdrawAttestation: 'POST /v1/tools/{ns}/{tool}/versions/{version}/attestations/{id}/withdraw',
  raiseAlert: 'POST /v1/alerts',
  listAlerts: 'GET /v1/alerts',
  listReviews: 'GET /v1/reviews',
  showReview: 'GET /v1/reviews/{id}',
  decideReview: 'POST /v1/reviews/{id}/decision',
  withdrawReview: 'DELETE /v1/reviews/{id}',
  createRevocation: 'POST /v1/revocations',
  listRevocations: 'GET /v1/revocations',
  appealRevocation: 'POST /v1/revocations/{id}/appeal',
  liftRevocation: 'DELETE /v1/revocations/{id}',
  listMirrors: 'GET /v1/mirrors',
  createMirror: 'POST /v1/mirrors',
  showMirror: 'GET /v1/mirrors/{id}',
  syncMirror: 'POST /v1/mirrors/{id}/sync',
  deleteMirror: 'DELETE /v1/mirrors/{id}',
  listNotifications: 'GET /v1/notifications',
  readNotification: 'POST /v1/notifications/{id}/read',
  readAllNotifications: 'POST /v1/notifications/read',
  listPins: 'GET /v1/pins',
  setPin: 'PUT /v1/pins',
  listWebhooks: 'GET /v1/webhooks',
  createWebhook: 'POST /v1/webhooks',
  showWebhook: 'GET /v1/webhooks/{id}',
  changeWebhook: 'PATCH /v1/webhooks/{id}',
  deleteWebhook: 'DELETE /v1/webhooks/{id}',
  testWebhook: 'POST /v1/webhooks/{id}/test',
  listDeliveries: 'GET /v1/webhooks/{id}/deliveries',
  retryDelivery: 'POST /v1/webhooks/{id}/deliveries/{delivery}/retry',
  listAudit: 'GET /v1/audit',
  showLearning: 'GET /v1/learning',
  setLearning: 'PUT /v1/learning',
  eraseLearning: 'DELETE /v1/learning',
  listRules: 'GET /v1/rules',
  createRule: 'POST /v1/rules',
  deleteRule: 'DELETE /v1/rules/{id}',
  listLimits: 'GET /v1/limits',
  listLimitRules: 'GET /v1/limits/rules',
  setLimit: 'PUT /v1/limits/{name}/{subject}',
  clearLimit: 'DELETE /v1/limits/{name}/{subject}',
  listUsage: 'GET /v1/usage',
  verifyAudit: 'GET /v1/audit/verify',
};

/** What a route takes as its body; undefined for a route without one. */
export type BodyOf<R extends RouteName> = Routes[R] extends { readonly body: infer S extends z.ZodType }
  ? z.input<S>
  : undefined;

/** What a route takes behind the question mark. */
export type QueryOf<R extends RouteName> = Routes[R] extends { readonly query: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;

type AnswerShape<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a route answers when it succeeds; undefined where it answers without a body. */
export type AnswerOf<R extends RouteName> = AnswerShape<Routes[R]['answers'][keyof Routes[R]['answers']]>;

type Placeholders<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** The parameters of a route's path, by name. */
export type ParametersOf<R extends RouteName> = { readonly [N in Placeholders<Routes[R]['path']>]: string };

/** The lists among the routes, and what each lists. */
export type ListRoute = {
  [R in RouteName]: AnswerOf<R> extends { items: unknown[]; nextCursor: string | null } ? R : never;
}[RouteName];
export type ItemOf<R extends ListRoute> = AnswerOf<R> extends { items: (infer T)[] } ? T : never;
