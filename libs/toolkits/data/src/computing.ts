import { fileURLToPath } from 'node:url';
import { Refusal } from '@assay/kit';
import { Piscina } from 'piscina';
import type { Computed, Task } from './worker.js';

/** Computes tasks in threads, so that no input can block the kit or take its memory. */
export interface Computing {
  run(task: Task, signal: AbortSignal): Promise<Computed>;
  close(): Promise<void>;
}

export interface ComputingLimits {
  readonly threads: number;
  /** Of one task, from when a thread takes it. */
  readonly withinMs: number;
  /** Of one thread. */
  readonly memoryMb: number;
  /** Tasks that wait for a thread. */
  readonly waiting: number;
}

export const computingLimits: ComputingLimits = { threads: 3, withinMs: 5_000, memoryMb: 256, waiting: 200 };

/** Since `src` and `dist` are neighbours, the built worker is found from both. */
const worker = fileURLToPath(new URL('../dist/worker.js', import.meta.url));

export function openComputing(limits: ComputingLimits = computingLimits): Computing {
  const pool = new Piscina<Task, Computed>({
    filename: worker,
    minThreads: 1,
    maxThreads: limits.threads,
    idleTimeout: 60_000,
    concurrentTasksPerWorker: 1,
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  });
  const turns = new Turns(limits.threads, limits.waiting);
  return {
    async run(task, signal) {
      const release = await turns.take(signal);
      // The clock starts when a thread is free: one caller's heavy work does not use up another's time.
      const timeout = AbortSignal.timeout(limits.withinMs);
      try {
        return await pool.run(task, { signal: AbortSignal.any([signal, timeout]) });
      } catch (error) {
        throw refusalOf(error, timeout.aborted && !signal.aborted, limits);
      } finally {
        release();
      }
    },
    close: () => pool.close({ force: true }),
  };
}

function refusalOf(error: unknown, isLate: boolean, { withinMs, memoryMb }: ComputingLimits): unknown {
  if (isLate) return new Refusal(`It took longer than ${withinMs} ms. Work on less data, or in a simpler way.`);
  const { code } = error as { code?: unknown };
  return code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new Refusal(`It needed more than ${memoryMb} MB. Work on less data, or in a simpler way.`)
    : error;
}

/** Lets so many work at a time; the others wait in order. */
class Turns {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(
    threads: number,
    private readonly most: number,
  ) {
    this.#free = threads;
  }

  async take(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#queue(signal);
    return () => {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    };
  }

  #queue(signal: AbortSignal): Promise<void> {
    if (this.#waiting.length >= this.most)
      throw new Refusal('Too many computations are waiting. Try again in a moment.');
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.#waiting.splice(this.#waiting.indexOf(turn), 1);
        reject(signal.reason);
      };
      const turn = () => {
        signal.removeEventListener('abort', abort);
        resolve();
      };
      this.#waiting.push(turn);
      signal.addEventListener('abort', abort, { once: true });
    });
  }
}
