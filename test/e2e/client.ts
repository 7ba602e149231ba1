import type { ErrorCode, Issue } from '@assay/contracts';

/** An HTTP answer with its body read: parsed when it is JSON, text otherwise, undefined when there is none. */
export interface Answer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

/** What a problem document adds to the answer a test hopes for. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly errors?: readonly Issue[];
}

export interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** A small HTTP client with a credential, or without one. A body's type is what the test says it is. */
export class Client {
  readonly #url: string;
  readonly #authorization: Readonly<Record<string, string>>;

  constructor(url: string, key?: string) {
    this.#url = url;
    this.#authorization = key === undefined ? {} : { authorization: `Bearer ${key}` };
  }

  get = <T = unknown>(path: string, options?: SendOptions) => this.#send<T>('GET', path, undefined, options);
  post = <T = unknown>(path: string, body: unknown, options?: SendOptions) =>
    this.#send<T>('POST', path, body, options);
  put = <T = unknown>(path: string, body: unknown, options?: SendOptions) => this.#send<T>('PUT', path, body, options);
  patch = <T = unknown>(path: string, body: unknown) => this.#send<T>('PATCH', path, body);
  delete = <T = unknown>(path: string, options?: SendOptions) => this.#send<T>('DELETE', path, undefined, options);

  async #send<T>(method: string, path: string, body?: unknown, options: SendOptions = {}): Promise<Answer<T>> {
    const answer = await fetch(`${this.#url}${path}`, {
      method,
      headers: {
        ...this.#authorization,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(options.signal && { signal: options.signal }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: read(text, answer.headers) as T };
  }
}

const read = (text: string, headers: Headers): unknown => {
  if (text === '') return undefined;
  return /json/.test(headers.get('content-type') ?? '') ? JSON.parse(text) : text;
};

/** Walks a list from its first page to its last and gives every row. */
export async function everyRow<T>(client: Client, path: string): Promise<T[]> {
  const rows: T[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor === '' ? '' : `${path.includes('?') ? '&' : '?'}cursor=${cursor}`;
    const { body } = await client.get<{ items: T[]; nextCursor: string | null }>(`${path}${query}`);
    rows.push(...body.items);
    cursor = body.nextCursor;
  }
  return rows;
}
