import type { Issue } from '@assay/contracts';
import type { JsonSchema } from '@assay/json-schema';

/** What is to be checked: a value too large to be checked while everybody else waits. */
export interface LargeCheck {
  readonly schema: JsonSchema;
  /** The value as JSON. */
  readonly json: string;
  readonly signal: AbortSignal;
}

export type LargeChecked =
  | { readonly kind: 'checked'; readonly issues: readonly Issue[] }
  /** The signal aborted first. */
  | { readonly kind: 'aborted' }
  /** Nothing can be said of the value. */
  | { readonly kind: 'failed' };

/** Checks large values against schemas away from the event loop. Never rejects. */
export interface LargeChecks {
  check(asked: LargeCheck): Promise<LargeChecked>;
}

/** What the patterns of a schema may take of a large value, in steps: about 3 s, in which the deadline may end it. */
export const maxLargeMatchSteps = 200_000_000;
