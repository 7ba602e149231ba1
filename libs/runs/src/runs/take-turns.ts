import { maxDeadlineMs } from '@assay/contracts';
import type { InvokeTool } from '@assay/gateway';
import type { Clock } from '@assay/kernel';

/** Longest that calls are begun one after the other before everybody else has a turn, in ms. */
const maxInARowMs = 10;

/** Calls that the compositions of one replica have under way at a time, all together. */
const maxAtOnce = 256;

export interface TakeTurnsPorts {
  readonly invoke: Pick<InvokeTool, 'run'>;
  /** Whether what is called is a composition itself, which takes no place: its own calls do. */
  readonly isComposition: (reference: string) => boolean;
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly atOnce?: number;
}

/**
 * Makes the calls of all compositions, with limited concurrency. When all slots are in use, runs alternate, one call
 * each: a run of ten thousand steps does not block one of two. A run is identified by its trace, which all of its steps
 * share. Ten thousand immediately rejected calls do not block the server: it yields between them. Waiting uses the time
 * of the waiting call; one whose time is over before its turn still proceeds, and ends immediately.
 */
export class TakeTurns implements Pick<InvokeTool, 'run'> {
  readonly #ports: TakeTurnsPorts;
  /** Those that wait, by run, in the order of their turns. */
  readonly #waiting = new Map<string, Set<() => void>>();
  #free: number;
  /** When the first of the calls that are begun without a pause was. */
  #inARowFrom: number | undefined;

  constructor(ports: TakeTurnsPorts) {
    this.#ports = ports;
    this.#free = ports.atOnce ?? maxAtOnce;
  }

  run: InvokeTool['run'] = async (request, context) => {
    const { invoke, isComposition, clock } = this.#ports;
    if (this.#isLong()) await new Promise<void>((resolve) => clock.after(0, resolve));
    if (request.tool !== undefined && isComposition(request.tool)) return invoke.run(request, context);
    let hasPlace = this.#takeNow();
    let asked = request;
    if (!hasPlace) {
      const deadlineMs = request.deadlineMs ?? maxDeadlineMs;
      const from = clock.monotonic();
      hasPlace = await this.#wait(context.traceId, deadlineMs, context.signal);
      asked = { ...request, deadlineMs: Math.max(1, Math.floor(deadlineMs - (clock.monotonic() - from))) };
    }
    try {
      return await invoke.run(asked, context);
    } finally {
      if (hasPlace) this.#giveBack();
    }
  };

  /** Whether calls have been begun for so long that nothing else could happen meanwhile. */
  #isLong(): boolean {
    const { clock } = this.#ports;
    const now = clock.monotonic();
    if (this.#inARowFrom !== undefined) return now - this.#inARowFrom > maxInARowMs;
    this.#inARowFrom = now;
    clock.after(0, () => {
      this.#inARowFrom = undefined;
    });
    return false;
  }

  #takeNow(): boolean {
    if (this.#free === 0) return false;
    this.#free -= 1;
    return true;
  }

  /** True when it has a place; false when its time was over, or the signal aborted, first. */
  #wait(run: string, ms: number, signal: AbortSignal | undefined): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const line = this.#waiting.get(run) ?? new Set();
    this.#waiting.set(run, line);
    const ended = (hasPlace: boolean): void => {
      stopTimer();
      signal?.removeEventListener('abort', onOver);
      resolve(hasPlace);
    };
    const begin = (): void => ended(true);
    const onOver = (): void => {
      line.delete(begin);
      if (line.size === 0 && this.#waiting.get(run) === line) this.#waiting.delete(run);
      ended(false);
    };
    line.add(begin);
    const stopTimer = this.#ports.clock.after(ms, onOver);
    if (signal?.aborted) onOver();
    else signal?.addEventListener('abort', onOver, { once: true });
    return promise;
  }

  /** The place goes to the run whose turn it is, which waits behind all others with its next call. */
  #giveBack(): void {
    for (const [run, line] of this.#waiting) {
      this.#waiting.delete(run);
      for (const begin of line) {
        line.delete(begin);
        if (line.size > 0) this.#waiting.set(run, line);
        begin();
        return;
      }
    }
    this.#free += 1;
  }
}
