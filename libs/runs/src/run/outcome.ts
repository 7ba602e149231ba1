import type { Failure } from '@assay/kernel';

/** What was called, and with what. */
export interface MadeCall {
  /** As the node names it. */
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** How a node ended. */
export type Outcome =
  | {
      readonly status: 'succeeded';
      readonly output: unknown;
      /** Of a tool without an output schema: the text it gave, where the output is what that text holds as JSON. */
      readonly text?: string;
      /** The call that gave it as it is, where a join may compare it with others. */
      readonly call?: MadeCall;
    }
  | { readonly status: 'failed'; readonly failure: Failure }
  /** It was never begun, since something it needs failed. */
  | { readonly status: 'skipped'; readonly because: string }
  /** It was never begun, or was ended, since nobody needs it any more. */
  | { readonly status: 'cancelled' };

export const succeeded = (output: unknown, text?: string, call?: MadeCall): Outcome => ({
  status: 'succeeded',
  output,
  ...(text !== undefined && { text }),
  ...(call !== undefined && { call }),
});
export const failed = (failure: Failure): Outcome => ({ status: 'failed', failure });
export const cancelled: Outcome = Object.freeze({ status: 'cancelled' });

/** What is forwarded of a node that did not succeed. */
export const messageOf = (outcome: Outcome): string => (outcome.status === 'failed' ? outcome.failure.message : '');
