import { backOffMs, type Clock, type Deadline, err, type Failure, ok, type Result, startDeadline } from '@assay/kernel';
import type OpenAI from 'openai';
import { endedFailure, endpointFailure } from './endpoint-failure.js';

/** The part of the Fetch API that is needed; wiring hands over one that goes through the guarded way out. */
export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

export interface EndpointOptions {
  /** What the paths of the API follow, such as `https://models.example.org/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  /** Null when the endpoint asks for none. */
  readonly apiKey: string | null;
  /** Bounds the size of an answer itself. */
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Says who asks. */
  readonly userAgent: string;
  /** For one question, further attempts included. */
  readonly timeoutMs: number;
}

const maxRetries = 2;
/** An endpoint that asks for a longer wait is not asked again. */
const waits = { firstMs: 250, maxMs: 5_000 };

/** An OpenAI-compatible endpoint: bounded in time, asked again when that may help, its errors as Failures. */
export class ModelEndpoint {
  readonly #options: EndpointOptions;
  #client: Promise<OpenAI> | undefined;

  constructor(options: EndpointOptions) {
    this.#options = options;
  }

  /** What `ask` resolves to; nothing that the endpoint says is checked here. */
  async call<T>(
    ask: (client: OpenAI, signal: AbortSignal) => Promise<T>,
    signal: AbortSignal,
  ): Promise<Result<T, Failure>> {
    const { clock, timeoutMs } = this.#options;
    if (signal.aborted) return err(endedFailure(signal.reason, this.#options));
    const deadline = startDeadline(clock, timeoutMs, signal);
    try {
      for (let retries = 0; ; retries += 1) {
        const outcome = await this.#once(ask, deadline, signal);
        if (outcome.ok || retries === maxRetries) return outcome;
        const waitMs = waitBefore(retries, outcome.error);
        if (waitMs === undefined || waitMs >= deadline.remainingMs()) return outcome;
        await waited(clock, waitMs, deadline.signal);
      }
    } finally {
      deadline.end();
    }
  }

  async #once<T>(
    ask: (client: OpenAI, signal: AbortSignal) => Promise<T>,
    deadline: Deadline,
    caller: AbortSignal,
  ): Promise<Result<T, Failure>> {
    try {
      this.#client ??= openClient(this.#options);
      const client = await this.#client;
      deadline.signal.throwIfAborted();
      return ok(await ask(client, deadline.signal));
    } catch (error) {
      if (deadline.signal.aborted) {
        const reason = caller.aborted ? caller.reason : deadline.signal.reason;
        return err(endedFailure(reason, this.#options));
      }
      return err(endpointFailure(error, this.#options, this.#options.clock.now()));
    }
  }
}

/** Undefined when trying again would not help. */
function waitBefore(retries: number, { code, retryAfterMs }: Failure): number | undefined {
  if (code !== 'upstream_unavailable' && code !== 'rate_limited') return undefined;
  const waitMs = backOffMs(waits, retries, { retryAfterMs });
  return waitMs <= waits.maxMs ? waitMs : undefined;
}

/** Resolves after a time, or at once when the signal aborts. */
function waited(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stopTimer = clock.after(ms, resolve);
    signal.addEventListener(
      'abort',
      () => {
        stopTimer();
        resolve();
      },
      { once: true },
    );
  });
}

/**
 * The client is loaded when it is first needed: it costs a seventh of a second and 34 MB. What it would take from the
 * environment by itself (keys, organisation, headers, a log) and its own retries are switched off; its requests carry
 * our headers only.
 */
async function openClient({ baseUrl, apiKey, fetch, userAgent, timeoutMs }: EndpointOptions): Promise<OpenAI> {
  const { default: Client } = await import('openai');
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    'user-agent': userAgent,
    ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
  };
  return new Client({
    baseURL: baseUrl,
    // The client insists on one; without a key none is sent.
    apiKey: apiKey ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    maxRetries: 0,
    timeout: timeoutMs + 1_000,
    fetch: (url, init) =>
      fetch(url instanceof Request ? url.url : url, {
        method: init?.method ?? 'POST',
        body: init?.body ?? null,
        signal: init?.signal ?? null,
        headers,
      }),
  });
}
