import type { Envelope } from '@assay/contracts';
import type { Failure } from '@assay/kernel';
import { dayMs } from '@assay/kernel';

/** How long a key is kept, from its first use, and how long a process may be silent before its claims are taken over. */
export const idempotencyDefaults = Object.freeze({ keepMs: dayMs, leaseMs: 10_000 });

/** Longest a repeat waits before it asks the ledger again for what another replica is calling; begins at the least. */
export const askAgainMs = Object.freeze({ least: 25, most: 500 });

/** A caller's key and the call it is used for. */
export interface KeyUse {
  readonly organisationId: string;
  readonly principalId: string;
  /** The caller's own; 1 to 255 printable ASCII characters. */
  readonly key: string;
  /** Of tool reference and arguments, as they were asked for. */
  readonly requestDigest: string;
  readonly invocationId: string;
}

/** What a call was about to reach. */
export interface Reach {
  readonly versionId: string;
  /** `ns/tool`. */
  readonly tool: string;
  readonly version: string;
  /** Calling it twice does no harm: it declares itself idempotent, or that it honours the key. */
  readonly repeatable: boolean;
}

/**
 * The right to make the one call of a key. The fence increases with each take-over and a free key starts over with
 * another call's id, so that a former holder is rejected by one or the other.
 */
export interface Claim {
  readonly organisationId: string;
  readonly principalId: string;
  readonly key: string;
  readonly invocationId: string;
  readonly fence: number;
}

/** The final result of a key's call; failures are kept whole, so that a repeat is answered as the first was. */
export interface KeptResult {
  readonly envelope: Envelope;
  readonly failure: Failure | null;
}

/** A call that may have reached its tool, and whose holder gave no result. */
export interface Earlier {
  readonly invocationId: string;
  readonly reach: Reach;
}

export type ClaimAnswer =
  /** The call is the asker's to make. `earlier` when a call under this key may have reached its tool before. */
  | { readonly state: 'claimed'; readonly claim: Claim; readonly earlier: Earlier | null }
  /** Somebody who lives makes the call. */
  | { readonly state: 'running'; readonly invocationId: string }
  | { readonly state: 'finished'; readonly invocationId: string; readonly result: KeptResult }
  /** The key belongs to another call. */
  | { readonly state: 'other'; readonly invocationId: string };

/** A claim whose holder died after its tool may have been reached, taken over from it. */
export interface LostClaim {
  readonly claim: Claim;
  readonly earlier: Earlier;
}

/** A kept key, for looking at. */
export interface KeyHeld {
  readonly invocationId: string;
  readonly requestDigest: string;
  readonly isFinished: boolean;
}

/** How a call under a key stands, as far as the ledger knows. */
export interface KeyedCallState {
  readonly invocationId: string;
  readonly organisationId: string;
  readonly principalId: string;
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly claimedAt: number;
  /** What this call may have reached, with an effect. */
  readonly reached: Pick<Reach, 'tool' | 'version'> | null;
  /** Whether the process that makes it is alive. */
  readonly isHeld: boolean;
  readonly result: KeptResult | null;
}

/**
 * Which calls are made under which keys. Every answer is durable before it is given. A key belongs to one principal and
 * is kept for 24 h from its first use; afterwards it is new. Claims of a process whose lease has lapsed are anybody's.
 */
export interface IdempotencyLedger {
  /** Of any number that claim a key at once, one has it. `at` in ms since the epoch. */
  claim(use: KeyUse, at: number): Promise<ClaimAnswer>;
  /** Notes that the tool is about to be reached; false when the claim is somebody else's by now: it must not be. */
  reach(claim: Claim, reach: Reach): Promise<boolean>;
  /** Stores the final result; false when the claim belongs to another process. `unknown`: a person must be notified. */
  finish(claim: Claim, result: KeptResult, unknown: boolean): Promise<boolean>;
  /** Keeps an answer that is not the last word, until `reopen` at the least until then (ms since the epoch). */
  park(claim: Claim, result: KeptResult, until: number): Promise<boolean>;
  /**
   * Takes a parked key up again, to go on with its call; undefined when it is not parked. Of any number one has it. It is
   * kept for 24 h from then on at the least.
   */
  reopen(principalId: string, key: string, at: number): Promise<Claim | undefined>;
  /** Lets the next use of the key make the call; with `reached` that one learns that the tool may have been reached. */
  release(claim: Claim, reached: boolean): Promise<void>;
  /** A key in force. */
  find(principalId: string, key: string, at: number): Promise<KeyHeld | undefined>;
  /** The call of this id, of a key in force. */
  findCall(principalId: string, invocationId: string, at: number): Promise<KeyedCallState | undefined>;
  /**
   * Takes over claims that reached a tool, whose holder has been dead for `graceMs`, and whose outcome was not
   * reported.
   */
  takeLost(graceMs: number, limit: number): Promise<readonly LostClaim[]>;
  /** Marks the unknown outcome of this key's call as reported. */
  reported(claim: Pick<Claim, 'principalId' | 'key'>): Promise<void>;
  /** Stored unknown outcomes that were not reported, oldest first. */
  untold(limit: number): Promise<readonly (Pick<Claim, 'principalId' | 'key' | 'organisationId'> & KeptResult)[]>;
  /** Forgets keys whose time is over; answers how many. */
  prune(at: number): Promise<number>;
  /** This process ends: its claims are anybody's from now on. */
  close(): Promise<void>;
}
