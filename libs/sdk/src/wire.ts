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
  resolveTool: 'GET /v1/tools/{ns}/{tool}/resolve',
  discover: 'POST /v1/discover',
  invoke: 'POST /v1/invocations',
  showInvocation: 'GET /v1/invocations/{id}',
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
  listAudit: 'GET /v1/audit',
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
