import type { Failure } from '@assay/kernel';

/** How a node ended. */
export type Outcome =
  | { readonly status: 'succeeded'; readonly output: unknown }
  | { readonly status: 'failed'; readonly failure: Failure }
  /** It was never begun, since something it needs failed. */
  | { readonly status: 'skipped'; readonly because: string }
  /** It was never begun, or was ended, since nobody needs it any more. */
  | { readonly status: 'cancelled' };

export const succeeded = (output: unknown): Outcome => ({ status: 'succeeded', output });
export const failed = (failure: Failure): Outcome => ({ status: 'failed', failure });
export const cancelled: Outcome = Object.freeze({ status: 'cancelled' });

/** What is forwarded of a node that did not succeed. */
export const messageOf = (outcome: Outcome): string => (outcome.status === 'failed' ? outcome.failure.message : '');
