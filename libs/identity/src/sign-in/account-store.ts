import type { Account, AccountSession, Passkey, SignInLink } from './account.js';

/** Accounts of people. Each write puts its outbox row in the same transaction; reads use the Directory. */
export interface AccountStore {
  /** Taken: the principal has an account, or the subject of the issuer has one. */
  add(account: Account): Promise<'added' | 'taken'>;
  /** False when there is no such account. */
  change(
    id: string,
    change: Partial<Pick<Account, 'displayName' | 'roles' | 'disabledAt' | 'resetAt'>>,
  ): Promise<boolean>;
}

export interface Password {
  /** In the PHC string format. */
  readonly hash: string;
  readonly setAt: number;
}

export interface Credentials {
  readonly password: Password | null;
  /** Oldest first. */
  readonly passkeys: readonly Passkey[];
}

/** A credential that a link sets. */
export type NewCredential =
  | { readonly kind: 'password'; readonly hash: string }
  | { readonly kind: 'passkey'; readonly passkey: Passkey };

/** What people prove themselves with. Every answer is durable. */
export interface CredentialStore {
  /** Empty for an unknown account. */
  of(accountId: string): Promise<Credentials>;
  /** How many credentials each account has. */
  counts(accountIds: readonly string[]): Promise<ReadonlyMap<string, { password: boolean; passkeys: number }>>;
  setPassword(account: Pick<Account, 'id' | 'organisationId'>, hash: string, at: number): Promise<void>;
  passkey(credentialId: string): Promise<Passkey | undefined>;
  /** Taken: the authenticator's credential is registered. */
  addPasskey(passkey: Passkey): Promise<'added' | 'taken'>;
  /** Stores the new counter; false when another use has stored one in the meantime. */
  usePasskey(id: string, counter: { readonly from: number; readonly to: number }, at: number): Promise<boolean>;
  /** Refuses to remove the last credential of an account. */
  removePasskey(accountId: string, id: string): Promise<'removed' | 'missing' | 'last'>;
  addLink(link: SignInLink): Promise<void>;
  /** One that has not expired. */
  link(digest: string, at: number): Promise<SignInLink | undefined>;
  /**
   * Uses a link once: removes the account's other links, and after a reset its earlier credentials, and sets the new
   * one. Undefined when the link is used or expired; `taken` when a link for the first credential comes too late, or the
   * authenticator's credential is registered.
   */
  redeem(digest: string, credential: NewCredential, at: number): Promise<SignInLink | 'taken' | undefined>;
  /** Forgets links that expired before. */
  pruneLinks(before: number): Promise<number>;
}

/** Sessions of people. Each write puts its outbox row in the same transaction; reads use Sessions. */
export interface SessionStore {
  add(session: AccountSession): Promise<void>;
  seen(id: string, at: number): Promise<void>;
  reauthenticated(id: string, at: number): Promise<boolean>;
  /** False when it had ended. */
  end(id: string): Promise<boolean>;
  /** Ends those of an account, but one; answers how many. */
  endAll(accountId: string, but?: string): Promise<number>;
  /** Forgets those that expired, or were last used, before. */
  prune(expiredBefore: number, idleBefore: number): Promise<number>;
}

/** A challenge of a ceremony with a passkey, or of an issuer's sign-in. */
export interface Challenge {
  readonly challenge: string;
  readonly purpose: string;
  readonly accountId: string | null;
  readonly rpId: string;
  readonly expiresAt: number;
}

/** Challenges and wrong passwords. */
export interface AttemptStore {
  keep(challenge: Challenge): Promise<void>;
  /** Takes a challenge that has not expired: it is answered once. */
  take(challenge: string, at: number): Promise<Challenge | undefined>;
  /** Counts a wrong password of each subject. */
  failed(subjects: readonly string[], at: number): Promise<void>;
  /** Wrong passwords since the last right one, and when the last one was, by subject. */
  failures(
    subjects: readonly string[],
  ): Promise<ReadonlyMap<string, { readonly count: number; readonly lastAt: number }>>;
  forget(subjects: readonly string[]): Promise<void>;
  /** Forgets challenges that expired before, and failures whose last one was before. */
  prune(expiredBefore: number, failedBefore: number): Promise<number>;
}
