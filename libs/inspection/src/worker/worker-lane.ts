import { Worker } from 'node:worker_threads';
import type { Clock } from '@assay/kernel';
import type { WorkerTask } from './entry.js';

/** How a task ended. */
export type TaskEnd =
  | { readonly kind: 'done'; readonly value: unknown }
  /** It took too long, and was ended. */
  | { readonly kind: 'too-long' }
  | { readonly kind: 'aborted' }
  /** It failed, its thread died, or too many tasks wait. */
  | { readonly kind: 'failed'; readonly message: string };

export interface TaskTerms {
  /** Counted from when the task begins. */
  readonly maxMs: number;
  readonly signal?: AbortSignal;
}

interface Waiting extends TaskTerms {
  readonly task: WorkerTask;
  readonly end: (end: TaskEnd) => void;
}

/** From sources as well as from what they compile to. */
const entry = new URL(import.meta.url.endsWith('.ts') ? './entry.ts' : './entry.js', import.meta.url);
const maxWaiting = 256;
/** A thread that needs more memory than this dies, and its task has failed. */
const resourceLimits = { maxOldGenerationSizeMb: 768 };

/**
 * One thread that does one task after the other. A task that takes longer than it may, or that nobody waits for any more,
 * is ended with its thread, and the next one gets a new thread. The thread does not keep the process alive.
 */
export class WorkerLane {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #open: () => Worker;
  readonly #waiting: Waiting[] = [];
  #worker: Worker | undefined;
  #endRunning: ((end: TaskEnd) => void) | undefined;

  constructor(clock: Pick<Clock, 'after'>, open = () => new Worker(entry, { resourceLimits })) {
    this.#clock = clock;
    this.#open = open;
  }

  /** Tasks that run or wait. */
  get load(): number {
    return this.#waiting.length + (this.#endRunning === undefined ? 0 : 1);
  }

  run(task: WorkerTask, terms: TaskTerms): Promise<TaskEnd> {
    if (terms.signal?.aborted) return Promise.resolve({ kind: 'aborted' });
    if (this.#waiting.length >= maxWaiting) return Promise.resolve({ kind: 'failed', message: 'too many tasks wait' });
    return new Promise((resolve) => {
      const onAbort = () => this.#abort(waiting);
      const waiting: Waiting = {
        ...terms,
        task,
        end: (end) => {
          terms.signal?.removeEventListener('abort', onAbort);
          resolve(end);
        },
      };
      terms.signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(waiting);
      this.#next();
    });
  }

  /** Ends the thread, and every task with it. */
  async close(): Promise<void> {
    for (const { end } of this.#waiting.splice(0)) end({ kind: 'aborted' });
    this.#endRunning?.({ kind: 'aborted' });
    await this.#drop();
  }

  #abort(waiting: Waiting): void {
    const at = this.#waiting.indexOf(waiting);
    if (at < 0) return;
    this.#waiting.splice(at, 1);
    waiting.end({ kind: 'aborted' });
  }

  #next(): void {
    if (this.#endRunning !== undefined) return;
    const waiting = this.#waiting.shift();
    if (waiting === undefined) return;
    const worker = this.#thread();
    const stop = (end: TaskEnd) => {
      void this.#drop();
      this.#endRunning?.(end);
    };
    const onAbort = () => stop({ kind: 'aborted' });
    const stopTimer = this.#clock.after(waiting.maxMs, () => stop({ kind: 'too-long' }));
    this.#endRunning = (end) => {
      this.#endRunning = undefined;
      stopTimer();
      waiting.signal?.removeEventListener('abort', onAbort);
      waiting.end(end);
      this.#next();
    };
    waiting.signal?.addEventListener('abort', onAbort, { once: true });
    worker.postMessage(waiting.task);
  }

  #thread(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = this.#open();
    this.#worker = worker;
    worker.unref();
    const failed = (message: string) => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#endRunning?.({ kind: 'failed', message });
    };
    worker.on('message', (answer: { ok: true; value: unknown } | { ok: false; message: string }) => {
      if (this.#worker !== worker) return;
      this.#endRunning?.(
        answer.ok ? { kind: 'done', value: answer.value } : { kind: 'failed', message: answer.message },
      );
    });
    worker.on('error', (error: Error) => failed(error.message));
    worker.on('exit', (code) => failed(`the thread ended with code ${code}`));
    return worker;
  }

  async #drop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}
