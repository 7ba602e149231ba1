import type { Change } from '@assay/kernel';

/** Policies of an organisation, one text under one id, as they are now. */
export interface Policy {
  readonly id: string;
  readonly organisationId: string;
  /** Unique in the organisation; what people call its id. */
  readonly name: string;
  /** From 1; counts every change, deletion included. */
  readonly version: number;
  /** Null while deleted. */
  readonly text: string | null;
  readonly description: string | null;
  /** Milliseconds since the epoch. */
  readonly changedAt: number;
  readonly changedBy: string | null;
}

export type PolicyChange = Change<'policy', Policy>;

/** In an organisation, those deleted included. */
export const maxPolicies = 200;
/** Statements in force in an organisation, of all its policies together: each is looked at for every call. */
export const maxStatements = 500;

/** `changed`: it had another version, which is returned; null when there was none. */
export type PolicyWritten =
  | { readonly outcome: 'written'; readonly policy: Policy }
  | { readonly outcome: 'changed'; readonly version: number | null }
  | { readonly outcome: 'full' };

/** Stored policies. The change feed reports every change, and every version is kept. */
export interface PolicyStore {
  /**
   * Writes the next version, when the present one is `expected` (null: there is none), or whatever it is when `expected`
   * is undefined. `id` counts when there is none of that name yet.
   */
  write(policy: Omit<Policy, 'version'>, expected: number | null | undefined): Promise<PolicyWritten>;
  /** Every version, newest first. */
  versions(organisationId: string, name: string): Promise<readonly Policy[]>;
}
