/** A record of the authorization server: a registered client, a request under way, a code, a refresh token or a consent. */
export interface AuthorizationRecord {
  readonly kind: string;
  /** For codes and tokens the secret itself; stores keep a digest of it. */
  readonly id: string;
  /** The key that the consent gave the client; null before a consent. */
  readonly grantId: string | null;
  /** Who consented; null before. */
  readonly principalId: string | null;
  /** A JSON object, which stores seal. */
  readonly payload: string;
  /** Milliseconds since the epoch; null for a record without an end. */
  readonly expiresAt: number | null;
}

export type FoundRecord = Pick<AuthorizationRecord, 'payload'> & { readonly consumedAt: number | null };

/** Keeps the records of the authorization server. Expired records are not found. Times in ms since the epoch. */
export interface AuthorizationRecords {
  find(kind: string, id: string, now: number): Promise<FoundRecord | undefined>;
  /** Adds or replaces it; a replaced record stays consumed. */
  save(record: AuthorizationRecord, now: number): Promise<void>;
  /** Marks a code or token as used; of concurrent attempts one succeeds. */
  consume(kind: string, id: string, now: number): Promise<boolean>;
  /** Postpones the end of a record that has one. */
  extend(kind: string, id: string, expiresAt: number): Promise<void>;
  remove(kind: string, id: string): Promise<void>;
  /** Removes every record of a consent. */
  removeOfGrant(grantId: string): Promise<void>;
  /** Removes what has expired; how many records. */
  prune(now: number): Promise<number>;
}
