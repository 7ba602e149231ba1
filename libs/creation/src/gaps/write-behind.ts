import type { Clock } from '@assay/kernel';

export interface WriteBehindPorts<T> {
  readonly write: (items: readonly T[]) => Promise<void>;
  readonly clock: Pick<Clock, 'after'>;
  /** Called for items that could not be written; they are dropped. */
  readonly onProblem: (cause: unknown) => void;
  /** Items that wait at most; more are dropped. */
  readonly maxWaiting: number;
}

const flushEveryMs = 1_000;

/** Writes items in groups, and never while somebody waits. */
export class WriteBehind<T> {
  readonly #ports: WriteBehindPorts<T>;
  #waiting: T[] = [];
  #flushing: Promise<void> = Promise.resolve();
  #stop: (() => void) | undefined;

  constructor(ports: WriteBehindPorts<T>) {
    this.#ports = ports;
  }

  add(item: T): void {
    if (this.#waiting.length >= this.#ports.maxWaiting) return;
    this.#waiting.push(item);
    this.#stop ??= this.#ports.clock.after(flushEveryMs, () => void this.flush());
  }

  /** Writes what waits; flushes follow one another. */
  flush(): Promise<void> {
    this.#stop?.();
    this.#stop = undefined;
    const items = this.#waiting;
    this.#waiting = [];
    if (items.length > 0)
      this.#flushing = this.#flushing.then(() => this.#ports.write(items)).catch(this.#ports.onProblem);
    return this.#flushing;
  }
}
