import { type Clock, isObject, readAtOnce } from '@assay/kernel';
import type { Dispatcher } from 'undici';
import { EventStreamReader, type ServerEvent } from './event-stream.js';
import { isAnswer, type JsonObject, parseJson } from './json-rpc.js';
import { readLargeMessage, tooDeepMessage } from './large-message.js';

/** Everything one HTTP exchange with an MCP endpoint can come to. */
export type HttpReply =
  | { readonly kind: 'message'; readonly message: JsonObject }
  /** Another status than 200, with the beginning of the body. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body: string;
      readonly retryAfter: string | null;
      /** The header WWW-Authenticate. */
      readonly challenge: string | null;
    }
  /** The stream ended before the answer; it can be resumed after `lastEventId` if there is one. */
  | { readonly kind: 'stream-ended'; readonly lastEventId: string | null; readonly retryMs: number | null }
  | { readonly kind: 'garbage'; readonly why: string }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'too-deep' }
  | { readonly kind: 'aborted'; readonly sent: boolean }
  | { readonly kind: 'failed'; readonly error: Error; readonly sent: boolean };

export interface HttpRequest {
  readonly origin: string;
  readonly path: string;
  readonly method: 'POST' | 'GET';
  readonly headers: Record<string, string>;
  readonly body: string | null;
  /** The id whose answer is awaited. */
  readonly id: number;
  readonly maxBytes: number;
  readonly maxNesting: number;
  readonly signal: AbortSignal;
  /** Requests and notifications the upstream sends on the same stream. */
  readonly onOther: (message: JsonObject) => void;
}

const errorBodyKept = 64 * 1024;
/** How long, and for how many bytes, a stream may go on after its answer before its connection is given up. */
const afterAnswerMs = 1_000;
const afterAnswerBytes = 64 * 1024;

/** Sends one request and settles at the answer, without waiting for the rest of the stream. Never rejects. */
export function exchange(dispatcher: Dispatcher, clock: Clock, request: HttpRequest): Promise<HttpReply> {
  return new Promise((resolve) => {
    const running = new Exchange(clock, request, resolve);
    const { origin, path, method, headers, body } = request;
    dispatcher.dispatch({ origin, path, method, headers, body }, running);
  });
}

const abandoned = new Error('The response is no longer needed.');

class Exchange implements Dispatcher.DispatchHandler {
  #controller: Dispatcher.DispatchController | null = null;
  #settled = false;
  #status = 0;
  #retryAfter: string | null = null;
  #challenge: string | null = null;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #events: EventStreamReader | null = null;
  #lastEventId: string | null = null;
  #retryMs: number | null = null;
  #stopDraining = () => {};
  /** Large messages are being read; what comes after them waits. */
  #reading: Promise<void> | undefined;
  /** Nothing more of the response will come. */
  #isOver = false;
  readonly #onAbort = () => {
    this.#settle({ kind: 'aborted', sent: this.#controller !== null });
    this.#controller?.abort(abandoned);
  };

  constructor(
    private readonly clock: Clock,
    private readonly request: HttpRequest,
    private readonly resolve: (reply: HttpReply) => void,
  ) {
    request.signal.addEventListener('abort', this.#onAbort, { once: true });
    if (request.signal.aborted) this.#onAbort();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#settled) controller.abort(abandoned);
    else this.#controller = controller;
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    // An informational answer, such as 103, comes before the real one.
    if (status < 200) return;
    this.#status = status;
    this.#retryAfter = single(headers['retry-after']);
    this.#challenge = single(headers['www-authenticate']);
    if (status !== 200) return;
    const type = single(headers['content-type'])?.split(';')[0]?.trim().toLowerCase();
    if (type === 'text/event-stream') this.#events = new EventStreamReader(this.request.maxBytes);
    else if (type !== 'application/json') {
      this.#settle({ kind: 'garbage', why: `its answer is of the type ${JSON.stringify(type ?? 'none')}.` });
      controller.abort(abandoned);
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#settled) {
      if (this.#bytes > afterAnswerBytes) controller.abort(abandoned);
    } else if (this.#events !== null) this.#stream(controller, this.#events, chunk);
    else if (this.#status !== 200) this.#errorBody(controller, chunk);
    else if (this.#bytes > this.request.maxBytes) this.#tooLarge(controller);
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#isOver = true;
    this.#stopDraining();
    if (this.#settled) return;
    const { kind, lastEventId, retryMs } = this.#streamEnded();
    if (this.#events !== null) this.#afterReading(() => this.#settle({ kind, lastEventId, retryMs }));
    else if (this.#status !== 200) this.#settleStatus();
    else this.#settleJson();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#isOver = true;
    this.#stopDraining();
    const resumable = this.#events !== null && this.#lastEventId !== null;
    const failed = { kind: 'failed', error, sent: this.#controller !== null } as const;
    this.#afterReading(() => this.#settle(resumable ? this.#streamEnded() : failed));
  }

  #streamEnded = () => ({ kind: 'stream-ended', lastEventId: this.#lastEventId, retryMs: this.#retryMs }) as const;

  /** Runs now or, when a large message is still being read, after it. */
  #afterReading(next: () => void): void {
    if (this.#reading === undefined) next();
    else this.#reading = this.#reading.then(next);
  }

  /** Hands over the value of a JSON text, undefined when it is not JSON: at once, or in slices when it is large. */
  #read(text: string, onRead: (message: unknown) => void): void {
    if (text.length <= readAtOnce) {
      this.#afterReading(() => onRead(parseJson(text)));
      return;
    }
    const { signal, maxNesting } = this.request;
    this.#reading = (this.#reading ?? Promise.resolve()).then(async () => {
      if (this.#settled) return;
      // So that no more of a stream piles up meanwhile.
      this.#controller?.pause();
      const message = await readLargeMessage(text, { clock: this.clock, signal, maxNesting });
      if (message === tooDeepMessage) this.#settle({ kind: 'too-deep' });
      else onRead(message);
      this.#controller?.resume();
      if (this.#settled && this.#events !== null && !this.#isOver) this.#drain();
    });
  }

  #stream(controller: Dispatcher.DispatchController, events: EventStreamReader, chunk: Buffer): void {
    const fits = events.push(chunk, (event) => this.#event(event));
    if (!fits && !this.#settled) this.#tooLarge(controller);
    if (fits && this.#settled) this.#drain();
  }

  /** The stream should end now by itself, and then its connection can serve the next call. */
  #drain(): void {
    this.#bytes = 0;
    this.#stopDraining = this.clock.after(afterAnswerMs, () => this.#controller?.abort(abandoned));
  }

  #event(event: ServerEvent): void {
    this.#lastEventId = event.id ?? this.#lastEventId;
    this.#retryMs = event.retryMs ?? this.#retryMs;
    if (this.#settled || event.data === '') return;
    this.#read(event.data, (message) => {
      if (message === undefined) this.#settle({ kind: 'garbage', why: 'an event of its answer is not JSON.' });
      for (const each of Array.isArray(message) ? message : [message]) this.#message(each);
    });
  }

  #message(message: unknown): void {
    if (this.#settled || !isObject(message)) return;
    if (!isAnswer(message)) this.request.onOther(message);
    else if (message.id === this.request.id) this.#settle({ kind: 'message', message });
  }

  #settleJson(): void {
    this.#read(Buffer.concat(this.#chunks).toString('utf8'), (message) => {
      const all = Array.isArray(message) ? message : [message];
      const answer = all.find((each) => isObject(each) && isAnswer(each) && each.id === this.request.id);
      if (answer !== undefined) this.#settle({ kind: 'message', message: answer });
      else this.#settle({ kind: 'garbage', why: 'its answer is not the JSON-RPC answer to the request.' });
    });
  }

  #errorBody(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
    if (this.#bytes <= errorBodyKept) return;
    this.#settleStatus();
    controller.abort(abandoned);
  }

  #settleStatus(): void {
    const body = Buffer.concat(this.#chunks).toString('utf8', 0, errorBodyKept);
    const { status, retryAfter, challenge } = {
      status: this.#status,
      retryAfter: this.#retryAfter,
      challenge: this.#challenge,
    };
    this.#settle({ kind: 'status', status, body, retryAfter, challenge });
  }

  #tooLarge(controller: Dispatcher.DispatchController): void {
    this.#settle({ kind: 'too-large' });
    controller.abort(abandoned);
  }

  #settle(reply: HttpReply): void {
    if (this.#settled) return;
    this.#settled = true;
    this.request.signal.removeEventListener('abort', this.#onAbort);
    this.#chunks = [];
    this.resolve(reply);
  }
}

const single = (header: string | string[] | undefined): string | null =>
  (Array.isArray(header) ? header[0] : header) ?? null;
