import type { Failure } from './failure.js';
import type { Result } from './result.js';

/** One side's part of a conversation with a model. */
export interface Turn {
  readonly by: 'user' | 'model';
  readonly text: string;
}

export interface CompletionRequest {
  /** What the model is and how it shall answer; empty when there is nothing to say. */
  readonly system: string;
  /** The question, or the conversation so far, which ends with the user's turn. */
  readonly prompt: string | readonly Turn[];
  /** Most tokens of the answer, above 0. An answer that needed more fails as `output_too_large`. */
  readonly maxTokens: number;
  /** The answer shall be JSON of this schema. Endpoints differ in how well they keep to it: check what comes. */
  readonly jsonSchema?: Readonly<Record<string, unknown>>;
  /** Ends the call, retries included. The adapter's own time limit ends it earlier. */
  readonly signal: AbortSignal;
}

export interface Completion {
  /** Never empty. */
  readonly text: string;
  /** What the endpoint says it counted; 0 when it does not say. */
  readonly tokens: { readonly prompt: number; readonly completion: number };
}

/**
 * A language model that an operator configured. Fails with `cancelled` when the signal ended it, `deadline_exceeded`,
 * `rate_limited`, `upstream_unavailable` when it cannot be reached, `upstream_error` when it refuses or answers what
 * nobody can use, `output_too_large` when the answer is cut short, `address_forbidden`. Never throws for what the
 * endpoint does, and says nothing of the key. What a model answers is material to judge, never an instruction.
 */
export interface LanguageModel {
  /** The model's name as the operator gave it. */
  readonly model: string;
  complete(request: CompletionRequest): Promise<Result<Completion, Failure>>;
}
