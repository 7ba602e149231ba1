import { randomUUID } from 'node:crypto';
import type { Meilisearch } from 'meilisearch';
import { idOf, markerKey } from './document-key.js';
import { indexSettings, type SettingsChoice, settingsDigest } from './index-settings.js';
import { embedderName, type IndexedDocument } from './indexed-document.js';
import { codeOf, done, doneOrAbsent } from './meili-tasks.js';

/** What an index says of itself, in a document that no search finds, since nobody is in its audience. */
export interface Marker {
  /** Of the settings the index was made with, and of the form of its documents. */
  readonly settings: string;
  /** Length of the vectors it takes; null when it takes none. */
  readonly dimensions: number | null;
  /** Who wrote last. */
  readonly writer: string;
  /** A rebuild was requested. */
  readonly wanted?: boolean;
  /** Names the making of the index, until somebody signs it. */
  readonly build?: string;
}

interface MarkerDocument extends Marker {
  readonly key: typeof markerKey;
  readonly audience: readonly never[];
  readonly _vectors?: Readonly<Record<string, null>>;
}

/** What an index holds of one document. */
export interface StoredDigest {
  readonly id: string;
  readonly digest: string;
}

const atATime = 1_000;

/** One index on a Meilisearch server: what is written to it, and what it says it holds. */
export class IndexStore {
  constructor(
    private readonly client: Meilisearch,
    readonly uid: string,
    private readonly synonyms: SettingsChoice['synonyms'],
  ) {}

  /** Makes an empty index that is set up and says so, in the place of one that may be there; gives its `build`. */
  async create(writer: string, dimensions: number | null): Promise<string> {
    const build = randomUUID();
    await this.drop();
    await done(this.client.createIndex(this.uid, { primaryKey: 'key' }));
    await done(this.#index.updateSettings(indexSettings({ synonyms: this.synonyms, dimensions })));
    await this.sign(writer, dimensions, { build });
    return build;
  }

  async drop(): Promise<void> {
    await doneOrAbsent(this.client.deleteIndex(this.uid));
  }

  async put(documents: readonly IndexedDocument[]): Promise<void> {
    for (const batch of batches(documents)) await done(this.#index.addDocuments(batch, { primaryKey: 'key' }));
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (let from = 0; from < keys.length; from += atATime) {
      await doneOrAbsent(this.#index.deleteDocuments(keys.slice(from, from + atATime)));
    }
  }

  /**
   * Puts this index, of this build, in the place of another, which is deleted; where there is none, this one takes its
   * name, so that searches never meet an empty one. A key that is narrowed to indexes does not see the task of a swap,
   * which is of two: so what is waited for is the deletion, which stands behind it in the queue, and then the marker
   * tells whether there was a swap.
   */
  async replace(other: IndexStore, build: string): Promise<void> {
    const rename = (await other.size()) === null;
    await this.client.swapIndexes([{ indexes: [this.uid, other.uid], rename }]);
    await this.drop();
    if ((await other.marker())?.build !== build) throw new Error(`Meilisearch did not swap ${this.uid} in.`);
  }

  /** Undefined when there is no index, or one that was not made here. */
  async marker(): Promise<Marker | undefined> {
    try {
      const found = await this.#index.getDocument<MarkerDocument>(markerKey);
      const { settings, dimensions = null, writer, wanted = false, build } = found;
      return { settings, dimensions, writer, wanted, ...(build !== undefined && { build }) };
    } catch (error) {
      if (['index_not_found', 'document_not_found'].includes(codeOf(error) ?? '')) return undefined;
      throw error;
    }
  }

  /** Whether searches and documents of this version, with vectors of this length, fit an index with the marker. */
  fits(marker: Marker | undefined, dimensions: number | null): boolean {
    return marker?.settings === this.#digest(dimensions);
  }

  async sign(writer: string, dimensions: number | null, more: Pick<Marker, 'wanted' | 'build'> = {}): Promise<void> {
    const marker: MarkerDocument = {
      key: markerKey,
      audience: [],
      settings: this.#digest(dimensions),
      dimensions,
      writer,
      ...more,
      ...(dimensions !== null && { _vectors: { [embedderName]: null } }),
    };
    await done(this.#index.addDocuments([marker], { primaryKey: 'key' }));
  }

  /** Documents that searches see, the marker not counted; null when there is no index. */
  async size(): Promise<number | null> {
    try {
      const { numberOfDocuments } = await this.#index.getStats();
      return Math.max(0, numberOfDocuments - 1);
    } catch (error) {
      if (codeOf(error) === 'index_not_found') return null;
      throw error;
    }
  }

  async *digests(): AsyncGenerator<StoredDigest[]> {
    for (let offset = 0; ; offset += atATime) {
      const page = await this.#index.getDocuments<IndexedDocument>({
        fields: ['key', 'digest'],
        offset,
        limit: atATime,
      });
      yield page.results
        .filter(({ key }) => key !== markerKey)
        .map(({ key, digest }) => ({ id: idOf(key), digest: digest ?? '' }));
      if (offset + atATime >= page.total) return;
    }
  }

  #digest = (dimensions: number | null): string =>
    settingsDigest(indexSettings({ synonyms: this.synonyms, dimensions }));

  get #index() {
    return this.client.index(this.uid);
  }
}

/** Meilisearch accepts 100 MB per request by default; much smaller ones are as fast. */
const maxCharacters = 8_000_000;

/** At most a thousand documents and eight million characters of JSON at a time; one larger document goes alone. */
export function* batches(documents: readonly IndexedDocument[]): Generator<IndexedDocument[]> {
  let batch: IndexedDocument[] = [];
  let characters = 0;
  for (const document of documents) {
    const length = JSON.stringify(document).length;
    if (batch.length > 0 && (batch.length === atATime || characters + length > maxCharacters)) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(document);
    characters += length;
  }
  if (batch.length > 0) yield batch;
}
