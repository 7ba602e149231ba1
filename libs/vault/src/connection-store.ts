import type { Connection } from './connection.js';

/** An authorization at an issuer that is under way, or answered and to be confirmed. Digests, never what opens them. */
export interface Authorization {
  /** Digest of the state that the issuer sends back; unique. */
  readonly state: string;
  readonly organisationId: string;
  readonly connectionId: string;
  readonly principalId: string;
  /** Sealed. */
  readonly secret: string;
  /** Digest of the code its owner confirms it with; null until the issuer has answered. */
  readonly code: string | null;
  readonly expiresAt: number;
}

/** What may change in a connection. With a new secret or new tokens its revision grows by one. */
export type ConnectionPatch = Partial<
  Pick<Connection, 'secret' | 'tokens' | 'tokensExpireAt' | 'oauth' | 'place' | 'name' | 'state' | 'problem' | 'origin'>
>;

/** Keeps connections, and tells of each through the change feed (`connection`). */
export interface ConnectionStore {
  /** False when its owner has one for the same target. */
  add(connection: Connection): Promise<boolean>;
  /**
   * Changes what is given; `revision`, when given, is the one it must still have. Ends a lease. False when there is no
   * such row (any more).
   */
  change(id: string, patch: ConnectionPatch, at: number, revision?: number): Promise<boolean>;
  remove(id: string): Promise<boolean>;
  find(id: string): Promise<Connection | undefined>;
  /**
   * The row as it is; `leased` when this caller alone may renew its tokens until `until`. Undefined when it is gone. A
   * lease ends by itself at its time, by `change` or by `release`.
   */
  lease(
    id: string,
    now: number,
    until: number,
  ): Promise<{ readonly connection: Connection; readonly leased: boolean } | undefined>;
  release(id: string): Promise<void>;
  /** Keeps an authorization in place of any other of its connection; what has expired by `now` goes. */
  begin(authorization: Authorization, now: number): Promise<void>;
  /** Takes an unanswered authorization by the digest of its state, once; undefined when there is none in force. */
  take(state: string, now: number): Promise<Authorization | undefined>;
  /** The answered authorization of a connection, of which at most `attempts` looks are given. */
  answered(connectionId: string, now: number, attempts: number): Promise<Authorization | undefined>;
  /** Ends what is under way for a connection. */
  end(connectionId: string): Promise<void>;
}

/** Re-encrypts every secret of the installation with the current key, during normal operation. */
export interface SecretReseal {
  /** How many were sealed under another key and are not any more, and how many already were under this one. */
  reseal(): Promise<{ readonly resealed: number; readonly kept: number }>;
}
