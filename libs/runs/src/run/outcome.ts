import type { Failure } from '@assay/kernel';

/** How a node ended. */
export type Outcome =
  | {
      readonly status: 'succeeded';
      readonly output: unknown;
      /** Of a tool without an output schema: the text it gave, where the output is what that text holds as JSON. */
      readonly text?: string;
    }
  | { readonly status: 'failed'; readonly failure: Failure }
  /** It was never begun, since something it needs failed. */
  | { readonly status: 'skipped'; readonly because: string }
  /** It was never begun, or was ended, since nobody needs it any more. */
  | { readonly status: 'cancelled' };

export const succeeded = (output: unknown, text?: string): Outcome => ({
  status: 'succeeded',
  output,
  ...(text !== undefined && { text }),
});
export const failed = (failure: Failure): Outcome => ({ status: 'failed', failure });
export const cancelled: Outcome = Object.freeze({ status: 'cancelled' });

/** What is forwarded of a node that did not succeed. */
export const messageOf = (outcome: Outcome): string => (outcome.status === 'failed' ? outcome.failure.message : '');
