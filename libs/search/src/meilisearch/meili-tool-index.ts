import {
  ChangesMeanwhile,
  type DocumentBatches,
  type IndexAnswer,
  type IndexQuery,
  type IndexStatus,
  type ToolDocument,
} from '@assay/discovery';
import { type CapabilityTree, dottedTree } from '@assay/registry';
import { Meilisearch } from 'meilisearch';
import type { ExternalIndex } from '../backed/external-index.js';
import { TermReader } from '../text/terms.js';
import { keyOf } from './document-key.js';
import { IndexStore, type Marker, type StoredDigest } from './index-store.js';
import { type IndexedDocument, indexedDocument } from './indexed-document.js';
import { MeiliSearcher } from './meili-searcher.js';
import { reasonOf } from './meili-tasks.js';
import { substitutesFor } from './substitutes.js';
import { Turns } from './turns.js';

export interface MeiliOptions {
  /** `http://meilisearch:7700` */
  readonly url: string;
  /** A key that may do what docs/decisions/0026 lists; absent for a server without a master key. */
  readonly key?: string | undefined;
  /** The index that is searched; `<uid>_next` is built beside it. */
  readonly uid?: string;
  /** The replica that writes with this object, for the index's marker. */
  readonly writer?: string;
  /** Length of the documents' vectors; absent or null: that of the index that is there, or of the first that comes. */
  readonly dimensions?: number | null;
  /** Where tags stand; the tree of their dots when absent. */
  readonly tree?: CapabilityTree;
  /** How long one request of a search may take. */
  readonly searchWithinMs?: number;
  /** How long a request that writes may take to be taken; what it asks for is done later. */
  readonly writeWithinMs?: number;
}

/**
 * The search engine on a Meilisearch server (1.18 or later). Puts and removes resolve when searches see them. The words
 * of documents and queries are read as the embedded engine reads them; typos, synonyms, proximity and the order of
 * attributes are Meilisearch's.
 */
export class MeiliToolIndex implements ExternalIndex {
  readonly #reader = new TermReader();
  #dimensions: number | null;
  readonly #writer: string;
  readonly #current: IndexStore;
  readonly #next: IndexStore;
  readonly #searcher: MeiliSearcher;
  readonly #turns = new Turns();
  readonly #meanwhile = new ChangesMeanwhile();

  constructor(options: MeiliOptions) {
    const { url, key, uid = 'assay_tools', writer = 'assay', dimensions = null, tree = dottedTree } = options;
    const client = (timeout: number) =>
      new Meilisearch({ host: url, ...(key && { apiKey: key }), timeout, clientAgents: ['assay'] });
    const writing = client(options.writeWithinMs ?? 30_000);
    const synonyms = substitutesFor(this.#reader);
    this.#dimensions = dimensions;
    this.#writer = writer;
    this.#current = new IndexStore(writing, uid, synonyms);
    this.#next = new IndexStore(writing, `${uid}_next`, synonyms);
    this.#searcher = new MeiliSearcher(client(options.searchWithinMs ?? 1_000), uid, this.#reader, tree);
  }

  put(documents: readonly ToolDocument[]): Promise<void> {
    return this.#turns.take(async () => {
      this.#meanwhile.put(documents);
      await this.#current.put(this.#indexed(documents));
    });
  }

  remove(ids: readonly string[]): Promise<void> {
    return this.#turns.take(async () => {
      this.#meanwhile.remove(ids);
      await this.#current.remove(ids.map(keyOf));
    });
  }

  /** A vector of another length than those of the index comes from another model, and says nothing. */
  async search(query: IndexQuery): Promise<IndexAnswer> {
    const { vector, ...plain } = query;
    if (vector === undefined) return this.#searcher.search(plain);
    const marker = await this.#current.marker();
    return this.#searcher.search(marker?.dimensions === vector.length ? query : plain);
  }

  async size(): Promise<number> {
    return (await this.#current.size()) ?? 0;
  }

  clear(): Promise<void> {
    return this.#turns.take(async () => {
      await this.#current.create(this.#writer, this.#dimensions);
    });
  }

  /**
   * Builds `<uid>_next` and swaps the two names, which Meilisearch does at once. Only the last steps (what changed
   * meanwhile, and the swap) keep other writes waiting.
   */
  async rebuild(documents: DocumentBatches, progress?: (done: number) => void): Promise<void> {
    let release = (): void => undefined;
    let build = '';
    try {
      const changed = await this.#meanwhile.during(async () => {
        build = await this.#next.create(this.#writer, this.#dimensions);
        let taken = 0;
        for await (const batch of documents) {
          await this.#next.put(this.#indexed(batch));
          taken += batch.length;
          progress?.(taken);
        }
        release = await this.#turns.hold();
      });
      await this.#next.put(this.#indexed(changed.put));
      await this.#next.remove(changed.remove.map(keyOf));
      await this.#next.replace(this.#current, build);
    } finally {
      release();
    }
  }

  async status(): Promise<IndexStatus> {
    const marker = await this.#current.marker();
    const ready = this.#fits(marker);
    const building = (await this.#next.size()) ?? (marker?.wanted === true || !ready ? 0 : null);
    return {
      engine: 'meilisearch',
      documents: await this.size(),
      ready,
      ...(!ready && { problem: 'the index is not there, or of another version; it is being built' }),
      ...(building !== null && { building }),
    };
  }

  /** What the index says of itself; undefined when it is not there, or not fit for this version. */
  async marker(): Promise<Marker | undefined> {
    const marker = await this.#current.marker();
    return this.#fits(marker) ? marker : undefined;
  }

  /** Says that this object writes from now on, and clears away what a rebuild left that was cut short. */
  sign(): Promise<void> {
    return this.#turns.take(async () => {
      await this.#current.sign(this.#writer, this.#dimensions);
      await this.#next.drop();
    });
  }

  /** Requests a rebuild from the replica that maintains the index; a missing index is built in any case. */
  want(): Promise<void> {
    return this.#turns.take(async () => {
      const marker = await this.marker();
      if (marker !== undefined) await this.#current.sign(marker.writer, marker.dimensions, { wanted: true });
    });
  }

  /** Deletes the index; for tests and for who gives Meilisearch up. */
  async drop(): Promise<void> {
    await this.#next.drop();
    await this.#current.drop();
  }

  get writer(): string {
    return this.#writer;
  }

  /** What the index holds, in batches; not in one moment, so nothing should be written meanwhile. */
  digests(): AsyncIterable<readonly StoredDigest[]> {
    return this.#current.digests();
  }

  /** What `digests` says of a document that need not be sent again. */
  digestOf(document: ToolDocument): string {
    return indexedDocument(document, this.#reader, this.#dimensions).digest;
  }

  reasonOf(error: unknown): string {
    return reasonOf(error);
  }

  /** Who knows of no vectors yet takes the index as it is. */
  #fits(marker: Marker | undefined): boolean {
    const dimensions = this.#dimensions ?? marker?.dimensions ?? null;
    const isFit = this.#current.fits(marker, dimensions);
    if (isFit) this.#dimensions = dimensions;
    return isFit;
  }

  /** Vectors of a new length come from a new model: the index is incompatible, and must be rebuilt for them. */
  #indexed(documents: readonly ToolDocument[]): IndexedDocument[] {
    const length = documents.find(({ vector }) => vector !== undefined)?.vector?.length;
    if (length !== undefined) this.#dimensions = length;
    return latest(documents).map((document) => indexedDocument(document, this.#reader, this.#dimensions));
  }
}

/** Of two documents with one id, the later. */
const latest = (documents: readonly ToolDocument[]): ToolDocument[] => [
  ...new Map(documents.map((document) => [document.id, document])).values(),
];
