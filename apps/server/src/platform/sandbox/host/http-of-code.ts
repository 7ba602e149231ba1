import { coversHost } from '@assay/creation';
import { isObject } from '@assay/kernel';
import {
  AddressForbiddenError,
  AnswerTooLargeError,
  type EgressGuard,
  type Fetch,
  guardedDispatcher,
  guardedFetch,
  hostAndPort,
  RedirectedError,
} from '@assay/transports';
import { Refused } from './refused.js';

const connectTimeoutMs = 5_000;
const maxBytes = 1024 * 1024;
const maxBody = 1024 * 1024;
const methods = ['POST', 'PUT', 'PATCH', 'DELETE'];
/** Headers that decide where a request goes, or how it is framed. */
const ownHeaders =
  /^(?:host|connection|content-length|transfer-encoding|upgrade|te|trailer|expect|proxy-.*|forwarded|x-forwarded-.*)$/i;

/** What code sees of a response. */
export interface CodeResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Makes HTTP requests for generated code, to hosts that its run may reach, over the guarded way out. */
export class HttpOfCode {
  readonly #agent: ReturnType<typeof guardedDispatcher>;
  readonly #fetch: Fetch;
  readonly #userAgent: string;

  constructor(guard: EgressGuard, userAgent: string) {
    this.#agent = guardedDispatcher(guard, { connectTimeoutMs });
    this.#fetch = guardedFetch(this.#agent, maxBytes);
    this.#userAgent = userAgent;
  }

  /** @param argument an address, or `{url, headers?}` */
  get(argument: unknown, hosts: readonly string[], signal: AbortSignal): Promise<CodeResponse> {
    const { url, headers } = requestOf(argument, hosts);
    return this.#exchange(url, { method: 'GET', headers }, signal);
  }

  /** @param argument `{url, method?, headers?, body?}`; a body that is no text is sent as JSON */
  send(argument: unknown, hosts: readonly string[], signal: AbortSignal): Promise<CodeResponse> {
    const { url, headers, more } = requestOf(argument, hosts);
    const method = more.method === undefined ? 'POST' : String(more.method).toUpperCase();
    if (!methods.includes(method))
      throw new Refused('invalid_input', `The method must be one of ${methods.join(', ')}.`);
    if (more.body === undefined) return this.#exchange(url, { method, headers }, signal);
    const isText = typeof more.body === 'string';
    const body = isText ? (more.body as string) : JSON.stringify(more.body);
    if (body.length > maxBody) throw new Refused('invalid_input', `The body is longer than ${maxBody} characters.`);
    if (!isText && !headers.has('content-type')) headers.set('content-type', 'application/json');
    return this.#exchange(url, { method, headers, body }, signal);
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  async #exchange(url: URL, init: RequestInit & { readonly headers: Headers }, signal: AbortSignal) {
    init.headers.set('user-agent', this.#userAgent);
    try {
      const answer = await this.#fetch(url, { ...init, signal });
      const body = await answer.text();
      return { status: answer.status, headers: Object.fromEntries(answer.headers), body };
    } catch (error) {
      throw refusalOf(error, url);
    }
  }
}

function requestOf(argument: unknown, hosts: readonly string[]) {
  const more: Readonly<Record<string, unknown>> = isObject(argument) ? argument : { url: argument };
  const url = typeof more.url === 'string' ? URL.parse(more.url) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    throw new Refused('invalid_input', 'Pass an http or https address without a user.');
  const { host, port } = hostAndPort(url);
  if (!hosts.some((entry) => coversHost(entry, host, port)))
    throw new Refused('denied', `The host ${url.host} is not among those of this run.`);
  return { url, headers: headersOf(more.headers), more };
}

function headersOf(given: unknown): Headers {
  if (given !== undefined && !isObject(given))
    throw new Refused('invalid_input', 'Pass headers as an object of texts.');
  const headers = new Headers();
  for (const [name, value] of Object.entries(given ?? {})) {
    if (ownHeaders.test(name)) throw new Refused('invalid_input', `The header ${name} is not set by code.`);
    try {
      headers.set(name, String(value));
    } catch {
      throw new Refused('invalid_input', `${JSON.stringify(name.slice(0, 100))} is not a valid header.`);
    }
  }
  return headers;
}

function refusalOf(error: unknown, url: URL): Refused {
  const cause = (error as { cause?: unknown }).cause ?? error;
  if (cause instanceof AddressForbiddenError) return new Refused('denied', cause.message);
  if (cause instanceof RedirectedError) return new Refused('unavailable', cause.message);
  if (cause instanceof AnswerTooLargeError) return new Refused('output_too_large', cause.message);
  return new Refused('unavailable', `The host ${url.host} could not be reached.`);
}
