/** The only source of time. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** A monotonic clock in milliseconds, with fractions; only differences are meaningful. */
  monotonic(): number;
  /** Calls `run` once after `delayMs`; the returned function cancels it. */
  after(delayMs: number, run: () => void): () => void;
}

/** The only source of randomness. */
export interface Random {
  /** A new UUID, version 7, so that ids sort by time. */
  uuid(): string;
  /** Cryptographically random bytes in base64url. */
  token(bytes: number): string;
}
