import type { SendOutcome, WebhookMessage, WebhookSender } from '@assay/identity';
import type { Clock } from '@assay/kernel';
import type { Agent } from 'undici';
import { AddressForbiddenError, type EgressGuard } from '../egress/egress-guard.js';
import { guardedDispatcher } from '../egress/guarded-dispatcher.js';
import { type Fetch, guardedFetch, RedirectedError } from '../egress/guarded-fetch.js';
import { objectionTo } from '../egress/objection-to.js';
import { signedHeaders } from './sign-message.js';

const timeoutMs = 10_000;
/** Of an answer's body nothing is looked at; this bounds what is buffered before it is dropped. */
const maxBytes = 65_536;
const maxError = 300;

export interface WebhookSenderOptions {
  readonly guard: EgressGuard;
  readonly clock: Clock;
  /** Says who sends. */
  readonly userAgent: string;
}

/** Sends webhooks over the guarded way out: nothing private unless allowed, no redirect followed, ten seconds each. */
export class HttpWebhookSender implements WebhookSender {
  readonly #guard: EgressGuard;
  readonly #clock: Clock;
  readonly #userAgent: string;
  readonly #agent: Agent;
  readonly #fetch: Fetch;

  constructor({ guard, clock, userAgent }: WebhookSenderOptions) {
    this.#guard = guard;
    this.#clock = clock;
    this.#userAgent = userAgent;
    this.#agent = guardedDispatcher(guard, { connectTimeoutMs: timeoutMs });
    this.#fetch = guardedFetch(this.#agent, maxBytes);
  }

  objection = (url: string): Promise<string | null> => objectionTo(this.#guard, url);

  async send(message: WebhookMessage, signal: AbortSignal): Promise<SendOutcome> {
    const timer = new AbortController();
    const stopTimer = this.#clock.after(timeoutMs, () => timer.abort());
    try {
      const { status, body } = await this.#fetch(message.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': this.#userAgent,
          ...signedHeaders(message),
        },
        body: message.body,
        signal: AbortSignal.any([signal, timer.signal]),
      });
      // What the receiver says beside its status is nothing to us, and may never end.
      await body?.cancel();
      if (status >= 200 && status < 300) return { ok: true, status };
      return { ok: false, status, error: `The receiver answered ${status}.` };
    } catch (error) {
      return { ok: false, status: null, ...(timer.signal.aborted ? tooLate : failureOf(error)) };
    } finally {
      stopTimer();
    }
  }

  /** Closes connections; requests under way fail. */
  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

const tooLate = { error: `The receiver did not answer within ${timeoutMs / 1_000} s.` };

function failureOf(error: unknown): { readonly error: string; readonly status?: number } {
  if (error instanceof RedirectedError)
    return { status: error.status, error: `The receiver redirects (${error.status}), which is not followed.` };
  const cause = (error as { cause?: unknown }).cause ?? error;
  if (cause instanceof AddressForbiddenError) return { error: cause.message };
  const { code, message } = cause as { code?: string; message?: string };
  const reason = (code && reasons[code]) ?? message ?? 'unknown';
  return { error: `The receiver could not be reached: ${reason}`.slice(0, maxError) };
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there.',
  ECONNRESET: 'it closed the connection.',
  UND_ERR_SOCKET: 'it closed the connection.',
  ENOTFOUND: 'the host is not known.',
  EAI_AGAIN: 'the host is not known.',
  EHOSTUNREACH: 'no route to the host.',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer.',
};
