import type { Envelope } from '@assay/contracts';
import type { Failure } from '@assay/kernel';
import type { LimitStanding } from './policy/limit-standing.js';
import type { UpstreamAnswer } from './upstream-answer.js';

/** The outcome of a call: the envelope, and the failure in it for edges that need more of it than the envelope shows. */
export interface Invoked {
  readonly envelope: Envelope;
  readonly failure: Failure | undefined;
  /** The limit that binds most, as the call has left it; undefined when it did not come so far. */
  readonly limit: LimitStanding | undefined;
  /** What the tool itself said, blocks and all, as far as policies let it through; absent when this call did not reach it. */
  readonly answer?: UpstreamAnswer;
  /** Policies masked or withheld some of what the tool said: no other copy of it may be shown. */
  readonly isAltered?: boolean;
  /** The envelope as JSON; written once, for the caller and the record alike. */
  text(): string;
}
