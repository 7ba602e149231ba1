/** One page of a list. */
export interface Page<T> {
  readonly items: T[];
  /** Where the next page begins; null on the last. */
  readonly nextCursor: string | null;
}

/**
 * A list that is read page by page, only as far as it is iterated: `for await (const entry of assay.tools.list()) …`.
 * Each iteration restarts at the first page.
 */
export class PagedList<T> implements AsyncIterable<T> {
  readonly #read: (cursor: string | undefined) => Promise<Page<T>>;

  constructor(read: (cursor: string | undefined) => Promise<Page<T>>) {
    this.#read = read;
  }

  /** Reads a single page: the first, or the one a `nextCursor` points at. */
  page(cursor?: string): Promise<Page<T>> {
    return this.#read(cursor);
  }

  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    let cursor: string | undefined;
    do {
      const page = await this.#read(cursor);
      yield page;
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const page of this.pages()) yield* page.items;
  }

  /** Collects up to `max` items (all, when absent). */
  async toArray(max = Number.POSITIVE_INFINITY): Promise<T[]> {
    const items: T[] = [];
    for await (const page of this.pages()) {
      items.push(...page.items.slice(0, max - items.length));
      if (items.length >= max) break;
    }
    return items;
  }
}
