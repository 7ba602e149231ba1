import { deadlineReason, type Failure, fail } from '@assay/kernel';

/** What a message may tell of the endpoint. */
export interface EndpointNames {
  /** Scheme, host and path, as the operator gave it. */
  readonly baseUrl: string;
  readonly model: string;
  /** Never shown. */
  readonly apiKey: string | null;
}

const maxReason = 300;

/**
 * What went wrong with a call of the endpoint, as a Failure. `error` is what the client threw: an error with the HTTP
 * `status`, or one whose causes lead to what the connection met.
 */
export function endpointFailure(error: unknown, names: EndpointNames, now: number): Failure {
  const { status, headers } = error as { status?: unknown; headers?: Headers };
  if (typeof status === 'number') return refusal(status, headers, error, names, now);
  const cause = causeOf(error);
  const { name, code, message } = cause as { name?: string; code?: string; message?: string };
  if (name === 'AddressForbiddenError') return failure('address_forbidden', String(message));
  if (name === 'RedirectedError') {
    return failure('upstream_error', `${names.baseUrl} redirects, which is not followed: configure where it leads to.`);
  }
  if (name === 'AnswerTooLargeError') return failure('output_too_large', `${names.baseUrl}: ${message}`);
  if (cause instanceof SyntaxError) {
    return failure('upstream_error', `${names.baseUrl} answers something that is not JSON.`);
  }
  const reason = code ?? message ?? 'unknown';
  return failure('upstream_unavailable', `${names.baseUrl} cannot be reached: ${shown(reason, names)}`);
}

/** What ended a call before the endpoint answered; `reason` is that of the signal. */
export function endedFailure(reason: unknown, { baseUrl }: EndpointNames): Failure {
  if (reason === deadlineReason) return failure('deadline_exceeded', `${baseUrl} did not answer in time.`);
  return failure('cancelled', 'The question to the model was withdrawn.');
}

/** The endpoint answered, but nothing that can be used. */
export const unusableAnswer = (what: string, { baseUrl, model }: EndpointNames) =>
  fail('upstream_error', `${model} at ${baseUrl} ${what}`);

function refusal(status: number, headers: Headers | undefined, error: unknown, names: EndpointNames, now: number) {
  const { baseUrl, model } = names;
  const retryAfter = retryAfterMs(headers?.get('retry-after'), now);
  if (status === 429) {
    const more = retryAfter === undefined ? {} : { retryAfterMs: retryAfter };
    return failure('rate_limited', `${baseUrl} accepts no more requests right now.`, more);
  }
  // Some endpoints repeat a part of the key in what they say about it.
  if (status === 401 || status === 403) {
    return failure('upstream_error', `${baseUrl} refuses the key (${status}): check the API key that is configured.`);
  }
  if (status === 404) {
    return failure(
      'upstream_error',
      `${baseUrl} knows no model ${model}, or the address is wrong (404): most end in /v1.`,
    );
  }
  if (status >= 500) return failure('upstream_unavailable', `${baseUrl} is in trouble (${status}).`);
  const said = shown((error as Error).message, names);
  return failure('upstream_error', `${baseUrl} refuses the request: ${said}`, { data: { status } });
}

const failure = (code: Failure['code'], message: string, more: Omit<Failure, 'code' | 'message'> = {}): Failure =>
  fail(code, message, more).error;

/** The end of a chain of causes. */
function causeOf(error: unknown): unknown {
  let cause = error;
  for (let depth = 0; depth < 8; depth += 1) {
    const next = (cause as { cause?: unknown } | null)?.cause;
    if (next === undefined || next === null) return cause;
    cause = next;
  }
  return cause;
}

/** Others' text, short, on one line and without the key. */
function shown(text: string, { apiKey }: EndpointNames): string {
  const bare = apiKey === null ? text : text.replaceAll(apiKey, '…');
  return bare.replaceAll(/\s+/g, ' ').slice(0, maxReason);
}

/** `Retry-After` in ms: seconds, or a date. */
function retryAfterMs(header: string | null | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : undefined;
}
