import type { RouteName } from '@assay/contracts';
import { type Answer, readAnswer } from './answer.js';
import { AssayError } from './error.js';
import { failedFetch, type Patience } from './network-failure.js';
import { type AnswerOf, type BodyOf, type ParametersOf, type QueryOf, wire } from './wire.js';

/** Options every method takes. */
export interface RequestOptions {
  /** Ends the request; a running call is cancelled with it. */
  readonly signal?: AbortSignal | undefined;
  /** Longest wait for the whole answer, in ms; the client's `timeoutMs` when absent. */
  readonly timeoutMs?: number | undefined;
}

export interface RequestParts<R extends RouteName> {
  readonly path?: ParametersOf<R>;
  readonly query?: QueryOf<R>;
  readonly body?: BodyOf<R>;
  /** With `respond-async` the server answers before the work is done; with `count-tokens` a call says what it takes. */
  readonly prefer?: 'respond-async' | 'count-tokens' | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Extras {
  readonly headers?: Readonly<Record<string, string>>;
  /** Statuses of failures that are answers all the same. */
  readonly also?: readonly number[];
  /** Leaves the key out, so that a bad one does not hide the answer. */
  readonly anonymous?: boolean;
}

export interface ConnectionSettings {
  readonly url: string;
  readonly apiKey: string | undefined;
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
  readonly userAgent: string;
  /** Reads the JSON of responses. */
  readonly parse: (text: string) => unknown;
}

/** Sends requests to one server with one key. Holds no state between them. */
export class Connection {
  constructor(readonly settings: ConnectionSettings) {}

  async request<R extends RouteName>(
    route: R,
    parts: RequestParts<R>,
    options: RequestOptions = {},
  ): Promise<AnswerOf<R>> {
    const [method, path] = wire[route].split(' ') as [string, string];
    const target = fill(path, parts.path ?? {}) + search(parts.query as object | undefined);
    const headers = { ...(parts.prefer && { prefer: parts.prefer }), ...parts.headers };
    const { body } = await this.exchange(method, target, parts.body, options, { headers });
    return body as AnswerOf<R>;
  }

  /**
   * Opens a stream of server-sent events, or of lines; null when the server says that there is nothing more. It lasts as
   * long as the server or `signal` lets it.
   */
  async stream<R extends RouteName>(
    route: R,
    parts: Pick<RequestParts<R>, 'path' | 'headers' | 'query'>,
    signal: AbortSignal | undefined,
    mediaType: 'text/event-stream' | 'application/x-ndjson' = 'text/event-stream',
  ): Promise<ReadableStream<Uint8Array> | null> {
    const [method, path] = wire[route].split(' ') as [string, string];
    const url = this.settings.url + fill(path, parts.path ?? {}) + search(parts.query as object | undefined);
    const accept = `${mediaType}, application/problem+json`;
    const headers = { ...this.#headers(false, false), accept, ...parts.headers };
    const response = await this.settings
      .fetch(url, { method, headers, ...(signal && { signal }) })
      .catch((error: unknown) => {
        const never = new AbortController().signal;
        throw failedFetch(error, this.settings.url, { timeout: never, timeoutMs: 0, signal });
      });
    if (response.status === 204) return null;
    if (!response.ok) await readAnswer(response, url, []);
    return response.body;
  }

  /** One exchange with a path below the server's address; `body` travels as JSON. */
  async exchange(
    method: string,
    target: string,
    body: unknown,
    options: RequestOptions = {},
    { headers = {}, also = [], anonymous = false }: Extras = {},
  ): Promise<Answer> {
    const url = this.settings.url + target;
    const timeoutMs = options.timeoutMs ?? this.settings.timeoutMs;
    const timeout = AbortSignal.timeout(timeoutMs);
    const patience: Patience = { timeout, timeoutMs, signal: options.signal };
    try {
      const response = await this.settings.fetch(url, {
        method,
        headers: { ...this.#headers(body !== undefined, anonymous), ...headers },
        signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return await readAnswer(response, url, also, this.settings.parse);
    } catch (error) {
      throw error instanceof AssayError ? error : failedFetch(error, this.settings.url, patience);
    }
  }

  #headers(hasBody: boolean, anonymous: boolean): Record<string, string> {
    const { apiKey, userAgent } = this.settings;
    return {
      accept: 'application/json, application/problem+json',
      'user-agent': userAgent,
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...(apiKey === undefined || anonymous ? {} : { authorization: `Bearer ${apiKey}` }),
    };
  }
}

/** `.` and `..` survive encoding and would be resolved away; no name of Assay is one of them. */
function segment(name: string, value: string | undefined): string {
  if (value === undefined || value === '' || value === '.' || value === '..') {
    throw new AssayError({ code: 'invalid_option', message: `"${value ?? ''}" cannot be used as ${name}.` });
  }
  return encodeURIComponent(value);
}

const fill = (path: string, values: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => segment(name, values[name]));

function search(query: object | undefined): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) pairs.set(name, String(value));
  }
  return pairs.size === 0 ? '' : `?${pairs}`;
}
