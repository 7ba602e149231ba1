import type { DocumentBatches, ToolDocument } from '@assay/discovery';
import { backOffMs, type Clock, hourMs } from '@assay/kernel';
import type { DocumentSource, ExternalIndex } from './external-index.js';
import { PendingChanges } from './pending-changes.js';

export interface KeeperOptions {
  readonly external: ExternalIndex;
  readonly documents: DocumentSource;
  readonly clock: Clock;
  /** Called with the problem when one starts, and with null when it is over. */
  readonly onProblem: (problem: string | null) => void;
}

/** What goes in one write. */
const batchSize = 500;
/** More changes than this are not remembered one by one; everything is compared instead. */
const maxPending = 50_000;
/** How often the index is asked whether it is still the one that was left. */
const askEveryMs = 5_000;
/** How often everything is compared, though nothing tells of a difference: an index may come back from an old copy. */
const compareEveryMs = hourMs;
/** After a failure, twice as long each time. */
const restMs = 1_000;
const maxRestMs = 30_000;

/**
 * Maintains an external index from the documents here: on one replica at a time, which writes changes, and first, when
 * another replica wrote before it, compares everything and writes the differences. A missing index, or one of another
 * version, is rebuilt in the background and switched over. Failures are retried; concurrent changes are never lost.
 */
export class IndexKeeper {
  readonly #options: KeeperOptions;
  readonly #pending = new PendingChanges(maxPending);
  #isKeeping = false;
  #comparedAt: number | null = null;
  #failures = 0;
  #problem: string | null = null;
  #wake: () => void = () => undefined;

  constructor(options: KeeperOptions) {
    this.#options = options;
  }

  /** Changes yet to be written by this replica; null when another one writes. */
  get pending(): number | null {
    return this.#isKeeping ? this.#pending.size : null;
  }

  /** Why nothing is written at present; null when all is well, or another one writes. */
  get problem(): string | null {
    return this.#problem;
  }

  put(documents: readonly ToolDocument[]): void {
    if (!this.#isKeeping) return;
    this.#pending.put(documents);
    this.#wake();
  }

  remove(ids: readonly string[]): void {
    if (!this.#isKeeping) return;
    this.#pending.remove(ids);
    this.#wake();
  }

  /** Looks after the index at once, if it is this replica that does. */
  wake(): void {
    this.#wake();
  }

  /** Keeps the index until the signal aborts. Only one replica may be in here. */
  run = async (signal: AbortSignal): Promise<void> => {
    this.begin();
    const { promise: ended, resolve: end } = Promise.withResolvers<number>();
    signal.addEventListener('abort', () => end(0), { once: true });
    try {
      // Nobody who ends waits for an engine that does not answer: a pass under way stops at its next step.
      while (!signal.aborted) await this.#waiting(signal, await Promise.race([this.#attempt(signal), ended]));
    } finally {
      this.#isKeeping = false;
      this.#problem = null;
      this.#pending.clear();
    }
  };

  /** From now on changes are remembered; `pass` has to compare first. */
  begin(): void {
    this.#isKeeping = true;
    this.#comparedAt = null;
  }

  /** Brings the index up to date once. Ends early, with an error, when the signal aborts: then another one may write. */
  async pass(signal?: AbortSignal): Promise<void> {
    const { external, documents } = this.#options;
    const marker = await external.marker();
    if (marker === undefined || marker.wanted === true) {
      this.#pending.clear();
      await external.rebuild(until(signal, documents()));
      this.#comparedAt = this.#now();
    } else if (marker.writer !== external.writer || this.#isComparisonDue()) {
      await this.#compare(signal);
    }
    while (this.#pending.size > 0) {
      signal?.throwIfAborted();
      await this.#write();
    }
  }

  async #compare(signal: AbortSignal | undefined): Promise<void> {
    const { external, documents } = this.#options;
    this.#pending.clear();
    // Until it is done it is due, whatever it was that called for it.
    this.#comparedAt = null;
    const there = new Map<string, string>();
    for await (const batch of external.digests()) for (const { id, digest } of batch) there.set(id, digest);
    for await (const batch of until(signal, documents())) {
      const differing = batch.filter((document) => there.get(document.id) !== external.digestOf(document));
      for (const { id } of batch) there.delete(id);
      if (differing.length > 0) await external.put(differing);
    }
    const gone = [...there.keys()];
    if (gone.length > 0) await external.remove(gone);
    await external.sign();
    this.#comparedAt = this.#now();
  }

  async #write(): Promise<void> {
    const { external } = this.#options;
    const taken = this.#pending.take(batchSize);
    try {
      const states = [...taken.values()];
      const gone = [...taken].flatMap(([id, state]) => (state === null ? [id] : []));
      if (gone.length > 0) await external.remove(gone);
      if (gone.length < states.length) await external.put(states.filter((state) => state !== null));
    } catch (error) {
      this.#pending.putBack(taken);
      throw error;
    }
  }

  /** Gives how long to wait until the next one. */
  async #attempt(signal: AbortSignal): Promise<number> {
    try {
      await this.pass(signal);
      if (this.#failures > 0) this.#options.onProblem(null);
      this.#failures = 0;
      this.#problem = null;
      return askEveryMs;
    } catch (error) {
      if (signal.aborted) return 0;
      this.#problem = this.#options.external.reasonOf(error);
      if (this.#failures === 0) this.#options.onProblem(this.#problem);
      this.#failures += 1;
      return backOffMs({ firstMs: restMs, maxMs: maxRestMs }, this.#failures - 1);
    }
  }

  #waiting(signal: AbortSignal, ms: number): Promise<void> {
    if (signal.aborted || (this.#pending.size > 0 && this.#failures === 0)) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        cancel();
        signal.removeEventListener('abort', done);
        this.#wake = () => undefined;
        resolve();
      };
      const cancel = this.#options.clock.after(ms, done);
      signal.addEventListener('abort', done);
      // A change does not cut short the rest after a failure.
      if (this.#failures === 0) this.#wake = done;
    });
  }

  #isComparisonDue(): boolean {
    const hasOverflowed = this.#pending.overflowed();
    return hasOverflowed || this.#comparedAt === null || this.#now() - this.#comparedAt >= compareEveryMs;
  }

  #now = (): number => this.#options.clock.monotonic();
}

async function* until(
  signal: AbortSignal | undefined,
  batches: DocumentBatches,
): AsyncGenerator<readonly ToolDocument[]> {
  for await (const batch of batches) {
    signal?.throwIfAborted();
    yield batch;
  }
}
