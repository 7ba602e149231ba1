import type { RegistryPage, RegistrySource } from '@assay/importing';
import { type Clock, type Deadline, type Failure, fail, isObject, ok, type Result } from '@assay/kernel';
import { AddressForbiddenError, type EgressGuard } from '../egress/egress-guard.js';
import { guardedDispatcher } from '../egress/guarded-dispatcher.js';
import { AnswerTooLargeError, type Fetch, guardedFetch, RedirectedError } from '../egress/guarded-fetch.js';
import { objectionTo } from '../egress/objection-to.js';
import { retryAfterMs } from '../http/retry-after.js';

export interface RegistrySourceOptions {
  readonly guard: EgressGuard;
  readonly clock: Pick<Clock, 'now'>;
  /** Largest page taken. */
  readonly maxBytes: number;
}

const pageLimit = 100;
const connectTimeoutMs = 10_000;
/** The stable version first; some registries serve only the other. */
const versions = ['/v0.1', '/v0'] as const;

/** Reads the list of a registry over HTTP, by the official MCP Registry API. */
export class HttpRegistrySource implements RegistrySource {
  readonly #guard: EgressGuard;
  readonly #fetch: Fetch;
  readonly #close: () => Promise<void>;
  readonly #clock: Pick<Clock, 'now'>;

  constructor({ guard, clock, maxBytes }: RegistrySourceOptions) {
    const dispatcher = guardedDispatcher(guard, { connectTimeoutMs, connectionsPerOrigin: 2 });
    this.#fetch = guardedFetch(dispatcher, maxBytes);
    this.#close = () => dispatcher.destroy();
    this.#guard = guard;
    this.#clock = clock;
  }

  objection = (url: string): Promise<string | null> => objectionTo(this.#guard, url);

  async page(
    url: string,
    { cursor, updatedSince }: { readonly cursor: string | null; readonly updatedSince: string | null },
    deadline: Deadline,
  ): Promise<Result<RegistryPage, Failure>> {
    const query = new URLSearchParams({ limit: String(pageLimit) });
    if (cursor !== null) query.set('cursor', cursor);
    if (updatedSince !== null) query.set('updated_since', updatedSince);
    for (const version of versions) {
      const page = await this.#ask(`${url}${version}/servers?${query}`, deadline);
      if (page.ok || page.error.code !== 'not_found') return page;
    }
    return fail('upstream_error', `${url} serves no list of servers at /v0.1/servers or /v0/servers.`);
  }

  close(): Promise<void> {
    return this.#close();
  }

  async #ask(url: string, deadline: Deadline): Promise<Result<RegistryPage, Failure>> {
    try {
      const answer = await this.#fetch(url, { headers: { accept: 'application/json' }, signal: deadline.signal });
      if (!answer.ok) {
        await answer.body?.cancel();
        return refusal(url, answer, this.#clock.now());
      }
      return readPage(url, await answer.text());
    } catch (error) {
      return failureOf(url, error, deadline);
    }
  }
}

function refusal(url: string, { status, headers }: Response, now: number): Result<never, Failure> {
  const place = withoutQuery(url);
  if (status === 404) return fail('not_found', `${place} is not there.`);
  if (status === 400 || status === 422) return fail('invalid_request', `${place} refuses the question (${status}).`);
  if (status !== 429 && status < 500) return fail('upstream_error', `${place} answered ${status}.`);
  const waitMs = retryAfterMs(headers.get('retry-after') ?? undefined, now);
  return fail(
    'upstream_unavailable',
    `${place} answered ${status}.`,
    waitMs === undefined ? {} : { retryAfterMs: waitMs },
  );
}

function readPage(url: string, text: string): Result<RegistryPage, Failure> {
  const body = parsed(text);
  const { servers, metadata } = isObject(body) ? body : {};
  if (!Array.isArray(servers)) return fail('upstream_error', `${withoutQuery(url)} answers no list of servers.`);
  const { nextCursor, next_cursor: former } = isObject(metadata) ? metadata : {};
  const next = nextCursor ?? former;
  return ok({ entries: servers, nextCursor: typeof next === 'string' && next !== '' ? next : null });
}

function failureOf(url: string, error: unknown, deadline: Deadline): Result<never, Failure> {
  const cause = causeOf(error);
  if (cause instanceof AddressForbiddenError) return fail('address_forbidden', cause.message);
  if (cause instanceof RedirectedError) return fail('upstream_error', cause.message);
  if (cause instanceof AnswerTooLargeError) return fail('output_too_large', cause.message);
  if (deadline.signal.aborted) return fail('deadline_exceeded', `${withoutQuery(url)} did not answer in time.`);
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  return fail('upstream_unavailable', `${withoutQuery(url)} cannot be reached${code ? ` (${code})` : ''}.`);
}

/** Fetch wraps what went wrong below it. */
const causeOf = (error: unknown): unknown => {
  let cause = error;
  while (cause instanceof Error && cause.name === 'TypeError' && cause.cause !== undefined) cause = cause.cause;
  return cause;
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const withoutQuery = (url: string): string => url.split('?')[0] as string;
