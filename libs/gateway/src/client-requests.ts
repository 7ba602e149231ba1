import type { Failure, Result } from '@assay/kernel';

/** A turn of the calling client's own model. */
export interface SamplingRequest {
  readonly systemPrompt?: string;
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[];
  /** In tokens. */
  readonly maxTokens: number;
  /** 0 to 1. */
  readonly temperature?: number;
}

export interface SamplingAnswer {
  readonly text: string;
  /** As the client names it; it may be any. */
  readonly model: string;
}

/** Questions to the person at the client, as a form: an object schema of text, number, boolean and choice members. */
export interface FormElicitation {
  readonly message: string;
  readonly requestedSchema: Readonly<Record<string, unknown>>;
}

/** Sends the person at the client to an address. Accepting says that it was opened, never what was decided there. */
export interface UrlElicitation {
  readonly message: string;
  readonly url: string;
  readonly elicitationId: string;
}

export interface ElicitationAnswer {
  readonly action: 'accept' | 'decline' | 'cancel';
  /** Of an accepted form, as the client gave it: checked by nobody yet. */
  readonly content?: Readonly<Record<string, unknown>>;
}

/** A question to the client; aborting the signal withdraws it. */
type Ask<Question, Answer> = (question: Question, signal: AbortSignal) => Promise<Result<Answer, Failure>>;

/**
 * What the client of a call can be asked while the call is under way. A member is absent when that client cannot answer
 * such a question. A failure says that no answer came: `cancelled` or `deadline_exceeded` when the signal aborted,
 * `upstream_unavailable` when the client went away, `invalid_request` when it refused or answered something else.
 */
export interface ClientRequests {
  readonly sample?: Ask<SamplingRequest, SamplingAnswer>;
  readonly elicit?: Ask<FormElicitation, ElicitationAnswer>;
  readonly elicitUrl?: Ask<UrlElicitation, ElicitationAnswer>;
}
