import type { ConnectionKind, ConnectionPlace, ConnectionState, OAuthGrant } from '@assay/contracts';
import type { Change } from '@assay/kernel';

/** What an OAuth connection is about, without what is secret. */
export interface OAuthSettings {
  readonly grant: OAuthGrant;
  readonly issuer: string;
  /** Null until the client has been registered at the issuer. */
  readonly clientId: string | null;
  readonly scopes: readonly string[];
  /** What tokens are asked for (RFC 8707); null asks for none in particular. */
  readonly resource: string | null;
}

/** A credential that calls carry to an upstream, as it is kept. Times in ms since the epoch. */
export interface Connection {
  readonly id: string;
  readonly organisationId: string;
  /** Its creator; the only principal that may use it unless it is shared. */
  readonly principalId: string;
  /** The organisation's, by its administrator. */
  readonly shared: boolean;
  /** Principals a shared one is granted to; empty for everybody of the organisation. */
  readonly grantedTo: readonly string[];
  /** Null for one that is kept for an origin. */
  readonly serverId: string | null;
  /** Where the credential may go: as the server's address was when the connection was made, see `originOf`. */
  readonly origin: string;
  /** Whose tools may use one that is kept for an origin. */
  readonly namespaces: readonly string[];
  readonly kind: ConnectionKind;
  /** Of an API key; null is as the manifest says. */
  readonly place: ConnectionPlace | null;
  readonly name: string | null;
  readonly oauth: OAuthSettings | null;
  /** A `ConnectionSecret`, sealed. */
  readonly secret: string;
  /** `Tokens`, sealed; of OAuth only. */
  readonly tokens: string | null;
  /** Null when the issuer did not say. */
  readonly tokensExpireAt: number | null;
  readonly state: ConnectionState;
  readonly problem: string | null;
  /** Grows whenever what calls carry changes. */
  readonly revision: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export type ConnectionChange = Change<'connection', Connection>;

/** What is secret in a connection. An OAuth client has no secret when it is a public one. */
export type ConnectionSecret =
  | { readonly kind: 'bearer'; readonly token: string }
  | { readonly kind: 'basic'; readonly username: string; readonly password: string }
  | { readonly kind: 'apiKey'; readonly value: string }
  | { readonly kind: 'oauth2'; readonly clientSecret?: string };

/** What an issuer gave. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken?: string;
}

/** Binds sealed texts to their row, so that one in another's place does not open. */
export const secretContext = (connectionId: string): string => `connection ${connectionId} secret`;
export const tokensContext = (connectionId: string): string => `connection ${connectionId} tokens`;
export const authorizationContext = (connectionId: string): string => `connection ${connectionId} authorization`;
