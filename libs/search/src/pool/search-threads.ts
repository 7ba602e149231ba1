import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { IndexAnswer, IndexQuery } from '@assay/discovery';
import type { CollectionImage } from '../embedded/collection.js';
import type { RelevanceSettings } from '../embedded/settings.js';
import type { PoolAnswer, PoolTask } from './entry.js';

/** One fewer than the cores, and at least one. */
export const threadsFor = (cores: number): number => Math.max(1, cores - 1);

/** The compiled entry, also when this runs from its source: threads resolve no sources. */
const entry = new URL(import.meta.url.endsWith('.ts') ? '../../dist/pool/entry.js' : './entry.js', import.meta.url);

interface Thread {
  readonly worker: Worker;
  /** What to do with the answer to each query under way; undefined when the thread failed. */
  readonly underWay: Map<number, (answer: IndexAnswer | undefined) => void>;
  hasAnswered: boolean;
}

export interface SearchThreadsOptions {
  readonly settings?: Partial<RelevanceSettings>;
  readonly threads?: number;
  readonly open?: () => Worker;
}

/**
 * Threads that answer queries from one image of the index in shared memory. They start with the first image, do not keep the
 * process alive, and a thread that died is replaced; queries it had are given back unanswered.
 */
export class SearchThreads {
  readonly #options: Required<SearchThreadsOptions>;
  #threads: Thread[] = [];
  #image: CollectionImage | undefined;
  #numbers = 0;
  #isClosed = false;

  constructor(options: SearchThreadsOptions = {}) {
    const threads = threadsFor(availableParallelism());
    this.#options = { settings: {}, threads, open: () => new Worker(entry), ...options };
  }

  /** What all queries from now on are answered from. */
  show(image: CollectionImage): void {
    if (this.#isClosed) return;
    this.#image = image;
    while (this.#threads.length < this.#options.threads) this.#threads.push(this.#start());
    for (const { worker } of this.#threads) this.#send(worker, image);
  }

  /** Undefined when no thread can answer. */
  search(query: IndexQuery): Promise<IndexAnswer | undefined> {
    const [first, ...others] = this.#threads;
    if (first === undefined) return Promise.resolve(undefined);
    const { worker, underWay } = others.reduce(
      (idlest, it) => (it.underWay.size < idlest.underWay.size ? it : idlest),
      first,
    );
    this.#numbers += 1;
    const number = this.#numbers;
    return new Promise((resolve) => {
      underWay.set(number, resolve);
      worker.ref();
      worker.postMessage({ kind: 'search', number, query } satisfies PoolTask);
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const threads = this.#threads;
    this.#threads = [];
    await Promise.all(threads.map(({ worker }) => worker.terminate()));
    for (const thread of threads) giveBack(thread);
  }

  #start(): Thread {
    const thread: Thread = { worker: this.#options.open(), underWay: new Map(), hasAnswered: false };
    const { worker, underWay } = thread;
    worker.unref();
    worker.on('message', (message: PoolAnswer) => {
      const settle = underWay.get(message.number);
      underWay.delete(message.number);
      if (underWay.size === 0) worker.unref();
      thread.hasAnswered = true;
      settle?.('answer' in message ? message.answer : undefined);
    });
    const failed = () => this.#replace(thread);
    worker.on('error', failed);
    worker.on('exit', failed);
    return thread;
  }

  #replace(thread: Thread): void {
    giveBack(thread);
    const at = this.#threads.indexOf(thread);
    if (at < 0) return;
    this.#threads.splice(at, 1);
    // A thread that answered nothing would die again and again: only the next image tries again.
    if (this.#image === undefined || this.#isClosed || !thread.hasAnswered) return;
    const next = this.#start();
    this.#threads.push(next);
    this.#send(next.worker, this.#image);
  }

  #send(worker: Worker, image: CollectionImage): void {
    worker.postMessage({ kind: 'image', image, settings: this.#options.settings } satisfies PoolTask);
  }
}

function giveBack({ underWay }: Thread): void {
  for (const settle of underWay.values()) settle(undefined);
  underWay.clear();
}
