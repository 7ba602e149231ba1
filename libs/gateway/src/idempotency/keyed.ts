import type { Claim, Earlier, KeptResult, Reach } from './idempotency-ledger.js';

/** The state of a call's idempotency key, one for all of its levels. */
export interface Keyed {
  readonly key: string;
  /** Set once this call is the one that is made under the key. */
  held?: HeldKey;
}

export interface HeldKey {
  readonly claim: Claim;
  /** A call under this key that may have reached its tool before this one did. */
  readonly earlier: Earlier | null;
  /** What this call reached last, as the ledger has it. */
  reached?: Reach;
  /** Tells repeats that wait on this replica: the result, or that the key is free. Once. */
  readonly end: (result: KeptResult | undefined) => void;
}

/** What a call is answered with that only repeats another: that one's result, or, when it still runs, null. */
export interface Repeat {
  readonly invocationId: string;
  readonly result: KeptResult | null;
}
