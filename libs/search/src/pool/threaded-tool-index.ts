import type { DocumentBatches, IndexAnswer, IndexQuery, IndexStatus, ToolDocument, ToolIndex } from '@assay/discovery';
import type { Clock } from '@assay/kernel';
import type { EmbeddedToolIndex } from '../embedded/embedded-tool-index.js';
import type { SearchThreads } from './search-threads.js';

export interface ThreadedToolIndexOptions {
  readonly local: EmbeddedToolIndex;
  readonly threads: Pick<SearchThreads, 'show' | 'search' | 'close'>;
  readonly clock: Pick<Clock, 'after'>;
  /** Searches of fewer documents take less than a millisecond, and stay in this thread. */
  readonly minDocuments?: number;
  /** After so long without a change, the threads get a new image. */
  readonly quietMs?: number;
}

const fewDocuments = 2_000;
const quietDefaultMs = 500;

/**
 * The built-in index with its searches in other threads, so that calls keep the event loop. This thread has the index and makes
 * every change at once; the threads share one image of it, and answer while it is current. Between a change and the next
 * image, and for queries by capability, whose tree is here, this thread answers. Both answer alike.
 */
export class ThreadedToolIndex implements ToolIndex {
  readonly #options: Required<ThreadedToolIndexOptions>;
  #cancel: (() => void) | undefined;
  #isClosed = false;

  constructor(options: ThreadedToolIndexOptions) {
    this.#options = { minDocuments: fewDocuments, quietMs: quietDefaultMs, ...options };
  }

  async put(documents: readonly ToolDocument[]): Promise<void> {
    await this.#options.local.put(documents);
    this.#renewLater();
  }

  async remove(ids: readonly string[]): Promise<void> {
    await this.#options.local.remove(ids);
    this.#renewLater();
  }

  async clear(): Promise<void> {
    await this.#options.local.clear();
    this.#renewLater();
  }

  async rebuild(documents: DocumentBatches, progress?: (done: number) => void): Promise<void> {
    await this.#options.local.rebuild(documents, progress);
    this.#renewLater();
  }

  size(): Promise<number> {
    return this.#options.local.size();
  }

  status(): Promise<IndexStatus> {
    return this.#options.local.status();
  }

  async search(query: IndexQuery): Promise<IndexAnswer> {
    const { local, threads } = this.#options;
    const isByTree = query.capabilities.length > 0 || query.filter?.capability !== undefined;
    const answer = local.isImageCurrent && !isByTree ? await threads.search(query) : undefined;
    return answer ?? local.search(query);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancel?.();
    await this.#options.threads.close();
  }

  /** Each change that makes the image outdated starts the wait again. */
  #renewLater(): void {
    const { local, clock, quietMs } = this.#options;
    if (local.isImageCurrent || this.#isClosed) return;
    this.#cancel?.();
    this.#cancel = clock.after(quietMs, () => void this.#renew());
  }

  async #renew(): Promise<void> {
    const { local, threads, minDocuments } = this.#options;
    if ((await local.size()) < minDocuments || this.#isClosed) return;
    // A change meanwhile has asked for another image.
    await local.renewImage((image) => {
      if (!this.#isClosed) threads.show(image);
    });
  }
}
