import type { Dispatcher } from 'undici';
import type { BuiltRequest } from './build-request.js';

/** Everything one HTTP exchange can come to. `sent`: the request may have reached the other side. */
export type HttpReply =
  | { readonly kind: 'answer'; readonly answer: HttpAnswer }
  | { readonly kind: 'too-large'; readonly status: number }
  | { readonly kind: 'aborted'; readonly sent: boolean }
  | { readonly kind: 'failed'; readonly error: Error; readonly sent: boolean; readonly answered: boolean };

export interface HttpAnswer {
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface ExchangeOptions {
  readonly signal: AbortSignal;
  readonly maxBytes: number;
}

/** Bodies of failures are read this far: they only serve messages. */
const failureBytes = 64 * 1024;

/** Sends one request and reads its answer whole. Never rejects; an abort settles at once. */
export function exchange(dispatcher: Dispatcher, request: BuiltRequest, options: ExchangeOptions): Promise<HttpReply> {
  return new Promise((resolve) => {
    const running = new Exchange(options, resolve);
    const { origin, path, method, headers, body } = request;
    try {
      dispatcher.dispatch({ origin, path, method: method as Dispatcher.HttpMethod, headers, body }, running);
    } catch (error) {
      resolve({ kind: 'failed', error: error as Error, sent: false, answered: false });
    }
  });
}

const abandoned = new Error('The response is no longer needed.');

class Exchange implements Dispatcher.DispatchHandler {
  #controller: Dispatcher.DispatchController | null = null;
  #settled = false;
  #status = 0;
  #headers: Record<string, string> = {};
  #chunks: Buffer[] = [];
  #bytes = 0;
  readonly #onAbort = () => {
    this.#settle({ kind: 'aborted', sent: this.#controller !== null });
    this.#controller?.abort(abandoned);
  };

  constructor(
    private readonly options: ExchangeOptions,
    private readonly resolve: (reply: HttpReply) => void,
  ) {
    options.signal.addEventListener('abort', this.#onAbort, { once: true });
    if (options.signal.aborted) this.#onAbort();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#settled) controller.abort(abandoned);
    else this.#controller = controller;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    // An informational answer, such as 103, comes before the real one.
    if (status < 200) return;
    this.#status = status;
    this.#headers = {};
    for (const [name, value] of Object.entries(headers))
      this.#headers[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : (value ?? '');
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#settled) return;
    this.#bytes += chunk.length;
    const failed = this.#status >= 400;
    if (this.#bytes <= (failed ? failureBytes : this.options.maxBytes)) {
      this.#chunks.push(chunk);
      return;
    }
    if (failed) this.#settleAnswer();
    else this.#settle({ kind: 'too-large', status: this.#status });
    controller.abort(abandoned);
  }

  onResponseEnd(): void {
    this.#settleAnswer();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#settle({ kind: 'failed', error, sent: this.#controller !== null, answered: this.#status > 0 });
  }

  #settleAnswer(): void {
    this.#settle({
      kind: 'answer',
      answer: { status: this.#status, headers: this.#headers, body: Buffer.concat(this.#chunks) },
    });
  }

  #settle(reply: HttpReply): void {
    if (this.#settled) return;
    this.#settled = true;
    this.options.signal.removeEventListener('abort', this.#onAbort);
    this.#chunks = [];
    this.resolve(reply);
  }
}
