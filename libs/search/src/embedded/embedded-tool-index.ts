import { setImmediate } from 'node:timers/promises';
import {
  ChangesMeanwhile,
  type DocumentBatches,
  type IndexAnswer,
  type IndexQuery,
  type IndexStatus,
  type ToolDocument,
  type ToolIndex,
} from '@assay/discovery';
import { type CapabilityTree, dottedTree } from '@assay/registry';
import { TermReader } from '../text/terms.js';
import { Collection, type CollectionImage } from './collection.js';
import { Searcher } from './searcher.js';
import type { RelevanceSettings } from './settings.js';

/** So many documents of a rebuild are taken before others have their turn: a few ms. */
const putAtOnce = 100;

/**
 * The search engine inside the process: an inverted index in memory, with filters, facets and orders. Relevance by words
 * is `TextRelevance`'s. A batch is applied whole before anything else runs, at 30 to 70 µs a tool: hand large collections
 * in by the hundred.
 */
export class EmbeddedToolIndex implements ToolIndex {
  private readonly reader = new TermReader();
  private readonly searcher: Searcher;
  private collection = new Collection(this.reader);
  private readonly meanwhile = new ChangesMeanwhile();
  /** The latest image, and what it shows. */
  private shown: { readonly image: CollectionImage; readonly of: Collection; readonly epoch: number } | undefined;

  /** Tools whose trust alone has changed since the image under way was begun. */
  private renewedMeanwhile: ToolDocument[] | undefined;

  /** @param tree where capabilities stand; the tree of their dots when absent. */
  constructor(settings: Partial<RelevanceSettings> = {}, tree: CapabilityTree = dottedTree) {
    this.searcher = new Searcher(settings, tree, this.reader);
  }

  async put(documents: readonly ToolDocument[]): Promise<void> {
    this.meanwhile.put(documents);
    for (const document of documents) {
      if (this.collection.put(document) !== 'trust') continue;
      this.renewedMeanwhile?.push(document);
      this.shownTrust(document);
    }
  }

  /** Whether a search in the image that was taken last answers as this index does. */
  get isImageCurrent(): boolean {
    return this.shown !== undefined && this.shown.of === this.collection && this.shown.epoch === this.collection.epoch;
  }

  /**
   * Takes an image of the index in shared memory, for searches in other threads, in steps between which others have their turn,
   * and shows it before anything else runs. Nothing is shown when the index changes meanwhile: then a new one has to be taken.
   * Trust that changes alone is changed in the image, too.
   */
  async renewImage(show: (image: CollectionImage) => void): Promise<void> {
    const { collection } = this;
    const { epoch } = collection;
    const renewed: ToolDocument[] = [];
    this.renewedMeanwhile = renewed;
    const steps = collection.image();
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done === true) {
        this.shown = { image: step.value, of: collection, epoch };
        for (const document of renewed) this.shownTrust(document);
        this.renewedMeanwhile = undefined;
        show(step.value);
        return;
      }
      await setImmediate();
      if (this.renewedMeanwhile !== renewed || this.collection !== collection || collection.epoch !== epoch) return;
    }
  }

  private shownTrust({ id, trustKey, insideTrustKey }: ToolDocument): void {
    const slot = this.collection.documents.slotOf(id);
    if (!this.isImageCurrent || this.shown === undefined || slot === undefined) return;
    const { columns } = this.shown.image.documents;
    columns.trustKeys[slot] = trustKey;
    columns.insideTrustKeys[slot] = insideTrustKey;
  }

  async remove(ids: readonly string[]): Promise<void> {
    this.meanwhile.remove(ids);
    for (const id of ids) this.collection.remove(id);
  }

  async size(): Promise<number> {
    return this.collection.documents.live;
  }

  async clear(): Promise<void> {
    this.collection = new Collection(this.reader);
  }

  async rebuild(batches: DocumentBatches, progress?: (done: number) => void): Promise<void> {
    const built = new Collection(this.reader);
    const build = async () => {
      for await (const batch of batches) {
        for (const [at, document] of batch.entries()) {
          built.put(document);
          if (at % putAtOnce === putAtOnce - 1) await setImmediate();
        }
        progress?.(built.documents.live);
        await setImmediate();
      }
    };
    await this.meanwhile.during(build, (changed) => {
      for (const document of changed.put) built.put(document);
      for (const id of changed.remove) built.remove(id);
      this.collection = built;
    });
  }

  async status(): Promise<IndexStatus> {
    return { engine: 'embedded', documents: this.collection.documents.live, ready: true, pending: 0 };
  }

  async search(query: IndexQuery): Promise<IndexAnswer> {
    return this.searcher.search(query, this.collection);
  }
}
