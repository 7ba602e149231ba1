import { httpFault, upstreamFailure } from '@assay/gateway';
import { type Clock, type Deadline, err, type Failure, fail, isObject } from '@assay/kernel';
import type { Dispatcher } from 'undici';
import { AddressForbiddenError } from '../egress/egress-guard.js';
import { challenged } from '../http/challenged.js';
import { retryAfterMs } from '../http/retry-after.js';
import { aborted, badAnswer, lostInCall, rpcFailure, tooLarge, unreachable } from './failures.js';
import { exchange, type HttpReply } from './http-exchange.js';
import { answerOf, firstRequestId, type JsonObject, parseJson, wholeAnswer } from './json-rpc.js';
import { mirroredHeaders } from './mirrored-headers.js';
import { type SessionAnswer, type SessionRequest, sessionLost } from './session.js';

export interface HttpChannelOptions {
  readonly label: string;
  readonly url: URL;
  /** Of the server's record. */
  readonly headers: Readonly<Record<string, string>>;
  readonly sessionId: string | undefined;
  readonly protocolVersion: string | undefined;
  /** Whether the 2026-07-28 revision was negotiated. */
  readonly modern: boolean;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  readonly maxBytes: number;
  readonly maxNesting: number;
  /** Requests and notifications of the upstream; the official client answers them. */
  readonly onOther: (message: JsonObject) => void;
  /** No connection can be made any more. */
  readonly onUnreachable: (detail: string) => void;
}

const tellMs = 2_000;
const resumeMs = 1_000;
const minResumeMs = 100;

/**
 * Our own requests on a session that the official client has opened: one POST each over kept-alive connections, with
 * the session's headers. Measured at a tenth of the client's own cost.
 */
export class HttpChannel {
  readonly #headers: Record<string, string>;
  readonly #path: string;
  #nextId = firstRequestId;

  constructor(private readonly options: HttpChannelOptions) {
    const { url, headers, sessionId, protocolVersion } = options;
    this.#path = url.pathname + url.search;
    this.#headers = {
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(sessionId !== undefined && { 'mcp-session-id': sessionId }),
      ...(protocolVersion !== undefined && { 'mcp-protocol-version': protocolVersion }),
    };
  }

  async request(request: SessionRequest, { signal }: Pick<Deadline, 'signal'>): Promise<SessionAnswer> {
    const { method, params, inputSchema, onOther } = request;
    const id = this.#nextId++;
    const mirrored = this.options.modern ? mirroredHeaders(method, params, inputSchema) : {};
    let reply = await this.#send('POST', id, { jsonrpc: '2.0', id, method, params }, mirrored, signal, onOther);
    while (reply.kind === 'stream-ended' && reply.lastEventId !== null && !signal.aborted) {
      await this.#pause(Math.max(minResumeMs, reply.retryMs ?? resumeMs), signal);
      const resumed = await this.#send('GET', id, null, { 'last-event-id': reply.lastEventId }, signal, onOther);
      reply = resumed.kind === 'status' ? { kind: 'stream-ended', lastEventId: null, retryMs: null } : resumed;
    }
    const neverSent = reply.kind === 'aborted' && !reply.sent;
    if (signal.aborted && !neverSent && !this.options.modern) this.#cancel(id, signal);
    return this.#answer(reply, signal, request.whole ?? false);
  }

  #send(
    method: 'POST' | 'GET',
    id: number,
    message: JsonObject | null,
    headers: Record<string, string>,
    signal: AbortSignal,
    onOther = this.options.onOther,
  ): Promise<HttpReply> {
    const { dispatcher, clock, url, maxBytes, maxNesting } = this.options;
    return exchange(dispatcher, clock, {
      origin: url.origin,
      path: this.#path,
      method,
      headers: { ...this.#headers, ...headers },
      body: message === null ? null : JSON.stringify(message),
      id,
      maxBytes,
      maxNesting,
      signal,
      onOther,
    });
  }

  /** Tells the upstream of a cancelled call. In the 2026-07-28 revision the closed stream says so already. */
  #cancel(requestId: number, signal: AbortSignal): void {
    const params = { requestId, reason: String(signal.reason) };
    void this.tell({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
  }

  /** Sends what is not answered: a notification, or our answer to a request. A short time-out bounds it; never rejects. */
  async tell(message: JsonObject): Promise<void> {
    const ending = new AbortController();
    const stop = this.options.clock.after(tellMs, () => ending.abort());
    await this.#send('POST', -1, message, {}, ending.signal).finally(stop);
  }

  #pause(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        stop();
        signal.removeEventListener('abort', done);
        resolve();
      };
      const stop = this.options.clock.after(ms, done);
      signal.addEventListener('abort', done, { once: true });
    });
  }

  #answer(reply: HttpReply, signal: AbortSignal, whole: boolean): SessionAnswer {
    const { label, maxBytes, maxNesting } = this.options;
    switch (reply.kind) {
      case 'message':
        return (whole ? wholeAnswer : answerOf)(label, reply.message, maxNesting);
      case 'too-large':
        return err(tooLarge(label, `${maxBytes} bytes`));
      case 'too-deep':
        return err(tooLarge(label, `${maxNesting} levels of nesting`));
      case 'garbage':
        return err(badAnswer(label, reply.why));
      case 'stream-ended':
        if (signal.aborted) return err(aborted(label, signal, 'unknown'));
        return err(lostInCall(label, 'its stream ended before the answer'));
      case 'aborted':
        return err(aborted(label, signal, reply.sent ? 'unknown' : 'none'));
      case 'failed':
        return err(this.#failed(reply.error, reply.sent));
      case 'status':
        return this.#statusAnswer(reply, whole);
    }
  }

  #failed(error: Error, sent: boolean): Failure {
    const failure = connectionFailure(this.options.label, error, sent);
    if (!sent) this.options.onUnreachable(failure.message);
    return failure;
  }

  #statusAnswer(
    { status, body, retryAfter, challenge }: Extract<HttpReply, { kind: 'status' }>,
    whole: boolean,
  ): SessionAnswer {
    const { label, sessionId } = this.options;
    const message = parseJson(body);
    const error = isObject(message) ? message.error : undefined;
    const hadSession = sessionId !== undefined;
    if (hadSession && (status === 404 || (status === 400 && namesSession(error)))) return sessionLost;
    if (status === 429) return err(limited(label, retryAfter, this.options.clock.now()));
    if (status === 401 || status === 403) return err(challenged(statusFailure(label, status), status, challenge));
    if (whole && isObject(error)) return wholeAnswer(label, { error }, this.options.maxNesting);
    if (status >= 400 && status < 500 && isObject(error)) return err({ ...rpcFailure(label, error), outcome: 'none' });
    return err(statusFailure(label, status));
  }
}

/** Some servers say 400 where the protocol has 404 for a session they do not know. */
const namesSession = (error: unknown) =>
  isObject(error) && typeof error.message === 'string' && /\bsession\b/i.test(error.message);

/** The failure for an HTTP status that is no answer; `outcome` is none where the request was surely turned away. */
export function statusFailure(label: string, status: number): Failure {
  if (status >= 300 && status < 400)
    return badAnswer(label, `it redirects (${status}), which is not followed. Register the address itself.`, 'none');
  if (status === 401 || status === 403) {
    const why = `it refuses the credentials (${status}). Check the headers of its record.`;
    // A 403 may be about what this call asks for; the answers to other calls show whether it is.
    return status === 403 ? upstreamFailure('forbidden', badAnswer(label, why).message) : badAnswer(label, why, 'none');
  }
  if (status === 404 || status === 405)
    return badAnswer(label, `there is no MCP endpoint at its address (${status}).`, 'none');
  if (status === 502 || status === 503 || status === 504)
    return upstreamFailure(httpFault(status), lostInCall(label, `it answered with status ${status}`).message);
  const turnedAway = status >= 400 && status < 500 && status !== 408;
  return badAnswer(label, `it answered with status ${status}.`, turnedAway ? 'none' : 'unknown');
}

function limited(label: string, retryAfter: string | null, now: number): Failure {
  const waitMs = retryAfterMs(retryAfter ?? undefined, now);
  const wait = waitMs === undefined ? {} : { retryAfterMs: waitMs };
  const message = `The tool server ${label} is rate limiting calls (429). Try again later.`;
  return fail('rate_limited', message, { outcome: 'none', ...wait }).error;
}

/** The failure for a connection that could not be made, or broke. */
export function connectionFailure(label: string, error: Error, sent: boolean): Failure {
  if (error instanceof AddressForbiddenError)
    return { code: 'address_forbidden', message: error.message, outcome: 'none', data: { host: error.host } };
  const why = 'code' in error ? `${String(error.code)}` : error.message;
  return sent ? lostInCall(label, `connection: ${why}`) : unreachable(label, `no connection (${why}).`);
}
