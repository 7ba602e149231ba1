import type { Failure, Result } from '@assay/kernel';

/** Who asks for tokens, and of whom. */
export interface OAuthParty {
  readonly issuer: string;
  readonly clientId: string;
  /** Absent for a public client. */
  readonly clientSecret?: string;
}

/** What tokens are asked for. */
export interface OAuthWish {
  readonly scopes: readonly string[];
  /** RFC 8707; null asks for none in particular. */
  readonly resource: string | null;
}

export interface GrantedTokens {
  readonly accessToken: string;
  /** Absent when the issuer sent none, or no new one. */
  readonly refreshToken?: string;
  /** In ms since the epoch; null when the issuer did not say. */
  readonly expiresAt: number | null;
  /** As the issuer says; absent when they are those that were asked for. */
  readonly scopes?: readonly string[];
}

/** Where a resource sends its callers for tokens. */
export interface FoundIssuer {
  readonly issuer: string;
  readonly resource: string | null;
  /** What the resource says callers need. */
  readonly scopes: readonly string[];
}

/** What an answer of the issuer is checked and exchanged with. */
export interface BegunAuthorization {
  readonly url: string;
  /** Of PKCE (RFC 7636). */
  readonly verifier: string;
}

/**
 * OAuth 2.1 as a client. Failures: `credential_refused` when the issuer says no, which asking again does not change;
 * `upstream_unavailable` when it cannot be asked or answers badly; `address_forbidden`; `invalid_request` when it
 * cannot do what is wished. No message holds a secret.
 */
export interface OAuthClient {
  /**
   * Finds the issuer of a resource by its address (RFC 9728, RFC 8414). One that `speaksMcp` is greeted in that protocol,
   * too, if need be: many say who issues their tokens in their answer to that alone.
   */
  /** `metadata` is where the resource describes itself, where its challenge has said so already. */
  discover(resource: string, speaksMcp?: boolean, metadata?: string): Promise<Result<FoundIssuer, Failure>>;
  /** Registers Assay as a client (RFC 7591). */
  register(
    issuer: string,
    redirectUri: string,
    scopes: readonly string[],
  ): Promise<Result<{ readonly clientId: string; readonly clientSecret?: string }, Failure>>;
  clientCredentials(party: OAuthParty, wish: OAuthWish): Promise<Result<GrantedTokens, Failure>>;
  refresh(party: OAuthParty, refreshToken: string, wish: OAuthWish): Promise<Result<GrantedTokens, Failure>>;
  /** Begins an authorization by code with PKCE; `state` comes back with the answer. */
  begin(
    party: OAuthParty,
    wish: OAuthWish,
    back: { readonly redirectUri: string; readonly state: string },
  ): Promise<Result<BegunAuthorization, Failure>>;
  /** Exchanges the issuer's answer, whose issuer and state are checked. */
  exchange(
    party: OAuthParty,
    wish: OAuthWish,
    answer: {
      readonly parameters: Readonly<Record<string, string>>;
      readonly redirectUri: string;
      readonly state: string;
      readonly verifier: string;
    },
  ): Promise<Result<GrantedTokens, Failure>>;
}
