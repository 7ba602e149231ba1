import type { LinkPurpose, Role, SignInWay } from '@assay/contracts';
import type { Change } from '@assay/kernel';

// Times are milliseconds since the epoch throughout.

/** A person who signs in. */
export interface Account {
  /** Of the principal of kind user. */
  readonly id: string;
  readonly organisationId: string;
  /** Null until the person or an administrator gives one. */
  readonly displayName: string | null;
  readonly roles: readonly Role[];
  /** Where the person signs in with OpenID Connect; null for an account of this installation. */
  readonly external: ExternalSubject | null;
  readonly disabledAt: number | null;
  /** When the credentials were last reset. */
  readonly resetAt: number | null;
  readonly createdAt: number;
  readonly createdBy: string | null;
}

export interface ExternalSubject {
  readonly issuer: string;
  readonly subject: string;
}

/** One browser in which somebody is signed in. It is deleted when it ends. */
export interface AccountSession {
  readonly id: string;
  readonly organisationId: string;
  readonly accountId: string;
  /** SHA-256 of the token in the cookie, `sha256:…`. */
  readonly digest: string;
  readonly method: SignInWay;
  /** User agent and network address at sign-in. */
  readonly client: string | null;
  readonly address: string | null;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
  readonly reauthenticatedAt: number | null;
}

export interface Passkey {
  readonly id: string;
  readonly organisationId: string;
  readonly accountId: string;
  /** Of the authenticator, in base64url; unique. */
  readonly credentialId: string;
  /** In COSE form. */
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
  /** The host name it is bound to. */
  readonly rpId: string;
  readonly name: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

/** A one-time link that sets a credential. */
export interface SignInLink {
  readonly id: string;
  readonly organisationId: string;
  readonly accountId: string;
  readonly purpose: LinkPurpose;
  /** SHA-256 of the token, `sha256:…`. */
  readonly digest: string;
  readonly createdAt: number;
  readonly createdBy: string | null;
  readonly expiresAt: number;
}

export type AccountStateChange = Change<'account', Account>;
export type SessionChange = Change<'session', AccountSession>;
