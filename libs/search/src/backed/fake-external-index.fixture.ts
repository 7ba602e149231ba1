import type { DocumentBatches, IndexAnswer, IndexQuery, IndexStatus, ToolDocument } from '@assay/discovery';
import type { ExternalDigest, ExternalIndex, ExternalMarker } from './external-index.js';

/** An engine outside the process, for tests: it can be away, silent, lost, or fail halfway. */
export class FakeExternalIndex implements ExternalIndex {
  readonly writer = 'this replica';
  readonly #documents = new Map<string, ToolDocument>();
  #marker: ExternalMarker | undefined;
  away = false;
  /** What its status says beside. */
  says: Partial<IndexStatus> = {};
  silent = false;
  failNextPut = false;
  rebuilds = 0;
  searches = 0;
  /** Ids in the order they were written, removed ones with a minus. */
  readonly written: string[] = [];

  async put(documents: readonly ToolDocument[]): Promise<void> {
    this.#beThere();
    if (this.failNextPut) {
      this.failNextPut = false;
      throw new Error('half of it');
    }
    for (const document of documents) {
      this.#documents.set(document.id, document);
      this.written.push(document.id);
    }
  }

  async remove(ids: readonly string[]): Promise<void> {
    this.#beThere();
    for (const id of ids) {
      this.#documents.delete(id);
      this.written.push(`-${id}`);
    }
  }

  async search(query: IndexQuery): Promise<IndexAnswer> {
    this.searches += 1;
    if (this.silent) return new Promise(() => undefined);
    this.#beThere();
    if (this.#marker === undefined) throw new Error('no index');
    const found = [...this.#documents.values()].filter(({ description }) => description.includes(query.text));
    const candidates = found.map(({ id }) => ({ id, relevance: 1, matched: [query.text] }));
    return { candidates: candidates.sort((a, b) => (a.id < b.id ? -1 : 1)), terms: [query.text], total: found.length };
  }

  async size(): Promise<number> {
    return this.#documents.size;
  }

  async clear(): Promise<void> {
    await this.rebuild([]);
  }

  async rebuild(batches: DocumentBatches): Promise<void> {
    this.#beThere();
    this.#documents.clear();
    for await (const batch of batches) for (const document of batch) this.#documents.set(document.id, document);
    this.#marker = { writer: this.writer };
    this.rebuilds += 1;
  }

  async status(): Promise<IndexStatus> {
    this.#beThere();
    return { engine: 'fake', documents: this.#documents.size, ready: this.#marker !== undefined, ...this.says };
  }

  async marker(): Promise<ExternalMarker | undefined> {
    if (this.silent) return new Promise(() => undefined);
    this.#beThere();
    return this.#marker;
  }

  sign(): Promise<void> {
    return this.signAs(this.writer);
  }

  async signAs(writer: string): Promise<void> {
    this.#marker = { writer };
  }

  async want(): Promise<void> {
    this.#beThere();
    this.#marker = { writer: this.writer, wanted: true };
  }

  async *digests(): AsyncGenerator<readonly ExternalDigest[]> {
    yield [...this.#documents.values()].map((document) => ({ id: document.id, digest: this.digestOf(document) }));
  }

  reasonOf = (error: unknown): string => (error as Error).message;

  digestOf = (document: ToolDocument): string => JSON.stringify(document);

  async lose(): Promise<void> {
    this.#marker = undefined;
    this.#documents.clear();
  }

  /** Everything that is ready to happen has happened. */
  async settled(clock: { advance(ms: number): void }): Promise<void> {
    for (let turn = 0; turn < 20; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      clock.advance(0);
    }
  }

  async wasAsked(): Promise<void> {
    await Promise.resolve();
  }

  #beThere(): void {
    if (this.away) throw new Error('away');
  }
}
