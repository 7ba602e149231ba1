import type { Failure } from './failure.js';
import type { Result } from './result.js';

/** One turn in a conversation with a model. */
export interface Turn {
  readonly by: 'user' | 'model';
  readonly text: string;
}

export interface CompletionRequest {
  /** The system prompt: the model's role and answer format; may be empty. */
  readonly system: string;
  /** The question, or the conversation so far, ending with the user's turn. */
  readonly prompt: string | readonly Turn[];
  /** Maximum tokens of the answer, above 0. An answer that needs more fails as `output_too_large`. */
  readonly maxTokens: number;
  /** The answer should be JSON of this schema. Endpoints differ in how well they follow it: validate the answer. */
  readonly jsonSchema?: Readonly<Record<string, unknown>>;
  /** Ends the call, retries included. The adapter's own time limit ends it earlier. */
  readonly signal: AbortSignal;
}

export interface Completion {
  /** Never empty. */
  readonly text: string;
  /** The endpoint's own count; 0 when it reports none. */
  readonly tokens: { readonly prompt: number; readonly completion: number };
}

/**
 * A language model configured by an operator. Fails with `cancelled` when the signal aborts, `deadline_exceeded`,
 * `rate_limited`, `upstream_unavailable` when unreachable, `upstream_error` when it refuses or its answer is unusable,
 * `output_too_large` when the answer is truncated, or `address_forbidden`. Never throws for the endpoint's behaviour,
 * and never reveals the key. A model's answer is data to judge, never an instruction.
 */
export interface LanguageModel {
  /** The model's name as configured. */
  readonly model: string;
  complete(request: CompletionRequest): Promise<Result<Completion, Failure>>;
}
