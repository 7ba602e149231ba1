/** An answer of the server, or undefined when the connection broke before there was one. */
export interface Answer<T = Record<string, unknown>> {
  readonly status: number;
  readonly body: T;
}

/** One HTTP request at a time, by hand: these tests are about what was answered and what was not. */
export class Api {
  constructor(
    readonly url: string,
    private readonly key: string,
  ) {}

  /** With another key. */
  as = (key: string): Api => new Api(this.url, key);

  /** Undefined when no whole answer came: the server is dead, or died before the last byte. */
  async attempt<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Answer<T> | undefined> {
    try {
      const response = await fetch(`${this.url}${path}`, {
        method,
        headers: {
          ...(path !== '/readyz' && { authorization: `Bearer ${this.key}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(60_000),
      });
      const text = await response.text();
      return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as T };
    } catch {
      return undefined;
    }
  }

  /** The body of an answer of exactly this status; throws what came instead. */
  async expect<T = Record<string, unknown>>(status: number, method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.attempt<T>(method, path, body);
    if (answer?.status === status) return answer.body;
    const came = answer === undefined ? 'no answer' : `${answer.status} ${JSON.stringify(answer.body)}`;
    throw new Error(`${method} ${path} was to answer ${status}; there came ${came}`);
  }

  /** Every item of a list, page after page. */
  async all<T = Record<string, unknown>>(path: string): Promise<T[]> {
    const items: T[] = [];
    let cursor: string | null = null;
    do {
      const more: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const joint = path.includes('?') ? '&' : '?';
      const page: { items: T[]; nextCursor: string | null } = await this.expect(
        200,
        'GET',
        `${path}${joint}limit=200${more}`,
      );
      items.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== null);
    return items;
  }
}
