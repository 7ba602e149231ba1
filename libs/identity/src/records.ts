import type { PrincipalKind, Visibility } from '@assay/contracts';
import type { Change } from '@assay/kernel';
import type { AccountStateChange } from './sign-in/account.js';

/** Times are milliseconds since the epoch throughout. */
export interface Organisation {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
}

export interface Principal {
  readonly id: string;
  readonly organisationId: string;
  readonly kind: PrincipalKind;
  /** Unique in the organisation. */
  readonly name: string;
  readonly createdAt: number;
}

export interface ApiKey {
  readonly id: string;
  readonly organisationId: string;
  readonly principalId: string;
  /** The public part that identifies the key; unique. */
  readonly prefix: string;
  /** SHA-256 of the whole key, `sha256:…`. */
  readonly hash: string;
  readonly scopes: readonly string[];
  /** Limits the key to these namespaces; null for no limit. */
  readonly namespaces: readonly string[] | null;
  readonly createdAt: number;
  readonly createdBy: string | null;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  /** For a key that a client was granted through a sign-in; it is used with the client's tokens alone. */
  readonly delegation?: Delegation;
}

/** The client that a person lets act for them, and its current access tokens. */
export interface Delegation {
  readonly clientId: string;
  readonly clientName: string;
  /** The MCP address, without a query, that its tokens are for. */
  readonly resource: string;
  readonly tokens: readonly AccessToken[];
}

export interface AccessToken {
  /** As of an API key: what a token is found by; unique. */
  readonly prefix: string;
  /** SHA-256 of the whole token, `sha256:…`. */
  readonly hash: string;
  /** At most those of the key: a client may refresh for less. */
  readonly scopes: readonly string[];
  readonly expiresAt: number;
}

export interface Namespace {
  readonly id: string;
  /** Unique in the installation. */
  readonly name: string;
  readonly organisationId: string;
  readonly visibility: Visibility;
  /** Ids of principals. */
  readonly owners: readonly string[];
  /** Ids of teams, whose members own it too. */
  readonly teams: readonly string[];
  /** Null until the domain it represents is proven. */
  readonly proven: Proven | null;
  /** Null unless it is offered to another organisation. */
  readonly transfer: TransferOffer | null;
  readonly createdAt: number;
  readonly createdBy: string | null;
}

/** The proof that the owners control the namespace's domain. */
export interface Proven {
  readonly method: 'dns' | 'http';
  readonly domain: string;
  readonly at: number;
}

export interface TransferOffer {
  readonly toOrganisationId: string;
  /** The intended owner in that organisation; null: the principal that accepts. */
  readonly ownerId: string | null;
  readonly offeredAt: number;
  readonly offeredBy: string | null;
}

/** Principals of an organisation who share ownership. */
export interface Team {
  readonly id: string;
  readonly organisationId: string;
  /** Unique in the organisation. */
  readonly name: string;
  /** Ids of principals. */
  readonly members: readonly string[];
  readonly createdAt: number;
  readonly createdBy: string | null;
}

/** A former name of a namespace, or of a tool (`ns/tool`), and its current name. Never deleted. */
export interface Alias {
  readonly id: string;
  readonly organisationId: string;
  /** Unique; it cannot be claimed. */
  readonly name: string;
  readonly target: string;
  readonly createdAt: number;
  readonly createdBy: string | null;
}

/**
 * Allows a principal, or a whole organisation, to call a tool (`ns/tool`), all tools of a capability, or a whole MCP
 * server.
 */
export interface Grant {
  readonly id: string;
  /** The organisation that grants. */
  readonly organisationId: string;
  readonly principalId: string | null;
  readonly granteeOrganisationId: string | null;
  readonly tool: string | null;
  readonly capability: string | null;
  /** `ns/server`. */
  readonly server: string | null;
  readonly actions: readonly 'call'[];
  readonly createdAt: number;
  readonly createdBy: string | null;
}

/** An administrator's grant of a tool to the whole organisation. */
export interface Endorsement {
  readonly id: string;
  readonly organisationId: string;
  /** `ns/tool`. */
  readonly tool: string;
  readonly createdAt: number;
  readonly createdBy: string | null;
}

export type IdentityChange =
  | Change<'organisation', Organisation>
  | Change<'principal', Principal>
  | AccountStateChange
  | Change<'team', Team>
  | Change<'key', ApiKey>
  | Change<'namespace', Namespace>
  | Change<'namespace-alias', Alias>
  | Change<'tool-alias', Alias>
  | Change<'grant', Grant>
  | Change<'endorsement', Endorsement>;
