import type { PrincipalKind } from '@assay/contracts';

/** The identity behind a request, as every edge and use case sees it. */
export interface Caller {
  /** Null for an anonymous caller. */
  readonly principalId: string | null;
  readonly organisationId: string | null;
  readonly name: string;
  readonly kind: PrincipalKind | null;
  /** Of the API key it used; absent for tokens of an issuer and anonymous callers. */
  readonly keyId?: string;
  /** Of a signed-in person; absent for keys, tokens and anonymous callers. */
  readonly session?: CallerSession;
  /** The client that acts for the principal with an access token; such a caller is of kind agent. */
  readonly client?: CallerClient;
  readonly scopes: ReadonlySet<string>;
  /** Ids of the teams the caller is a member of. */
  readonly teams: readonly string[];
  /** The credential is limited to these namespaces and public objects; null for no limit. */
  readonly namespaces: readonly string[] | null;
  /** What the caller may see, as tokens of the visibility rule. */
  readonly tokens: readonly string[];
}

/** The session of a signed-in person. Times are milliseconds since the epoch. */
export interface CallerSession {
  readonly id: string;
  /** When the person last entered a password or passkey again; null for never. */
  readonly reauthenticatedAt: number | null;
}

/** The client that a person allowed to act for them. */
export interface CallerClient {
  readonly id: string;
  readonly name: string;
}

export const hasScope = (caller: Caller, scope: string): boolean => caller.scopes.has(scope);

/** Whether the caller may decide on calls of the organisation. A key narrowed to namespaces may not. */
export const mayDecide = (caller: Caller): boolean =>
  hasScope(caller, 'approvals:decide') && caller.namespaces === null;

/** Whether the credential's narrowing, if any, admits the namespace. */
export const reaches = (caller: Caller, namespace: string): boolean =>
  caller.namespaces === null || caller.namespaces.includes(namespace);
