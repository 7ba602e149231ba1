import type { Envelope } from '@assay/contracts';
import type { Revocation } from '@assay/registry';
import type { CallEvents } from './call-events.js';
import type { Keyed } from './idempotency/keyed.js';
import type { Healing } from './repair/healing.js';

/** What happens to a call: appended to, and one for all of its levels but for what concerns one attempt alone. */
export interface Happened {
  readonly warnings: string[];
  readonly trace: Envelope['trace'];
  /** The outcome of the other levels. */
  readonly attempted: Envelope['attempted'];
  /** Of a call whose id its caller knows beforehand, for whoever follows it. */
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
