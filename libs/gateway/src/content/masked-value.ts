import type { FindingClass } from '@assay/kernel';

/** Whose placeholders: one caller's, in one session, or in none. */
export interface MaskedOwner {
  readonly organisationId: string;
  readonly principalId: string;
  readonly session: string | null;
}

/** A value replaced by a placeholder. */
export interface MaskedValue extends MaskedOwner {
  readonly token: string;
  readonly class: FindingClass;
  /** The server it came from, or `caller`. */
  readonly source: string;
  readonly value: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Masked values, encrypted at rest. What has expired is gone, whether it was deleted yet or not. */
export interface MaskedValueStore {
  /** Durable when it resolves. A value that is kept already is kept for the longer of both times. */
  keep(values: readonly MaskedValue[]): Promise<void>;
  /** Those of the owner with these tokens, in any order. */
  find(owner: MaskedOwner, tokens: readonly string[], at: number): Promise<readonly MaskedValue[]>;
  /** Deletes what has expired; answers how many there were. */
  prune(at: number): Promise<number>;
}
