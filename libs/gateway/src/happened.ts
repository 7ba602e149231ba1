import type { Envelope } from '@assay/contracts';
import type { Revocation } from '@assay/registry';
import type { CallEvents } from './call-events.js';
import type { Keyed } from './idempotency/keyed.js';
import type { Resolved } from './resolved.js';

/** What happens to a call: appended to, and one for all of its levels but for what concerns one attempt alone. */
export interface Happened {
  readonly warnings: string[];
  readonly trace: Envelope['trace'];
  /** The outcome of the other levels. */
  readonly attempted: Envelope['attempted'];
  /** Events of a call whose id its caller knows in advance, for clients that follow it. */
  readonly events?: CallEvents | undefined;
  /** The state of the idempotency key the caller gave. */
  readonly keyed?: Keyed | undefined;
  /** What was tried for an input to fit, or an answer to come, once there is any. */
  healing?: Healing;
  /** Of this attempt: its version was revoked while it was under way, which the deadline's signal then tells. */
  revocation?: Revocation;
  /** Of this attempt, while a hedged call waits for its tool: tells that it is slow. */
  slow?: () => void;
}

/** The same for another attempt of the call. */
export const happenedBefore = ({ revocation: _revocation, slow: _slow, ...common }: Happened): Happened => common;

/** What was tried to make a call work; one for all its levels. */
export interface Healing {
  /** Rules applied, models asked, calls made again. */
  attempts: number;
  /** Time that this took, in ms. */
  addedMs: number;
  /** Tokens that models were asked with, and answered. */
  tokens: number;
  /** Digests of the arguments tried already: none is tried twice. */
  readonly tried: Set<string>;
  /** An empty answer that stands when nothing broader gives one. */
  empty?: { readonly resolved: Resolved };
}
