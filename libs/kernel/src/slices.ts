import type { Clock } from './clock.js';
import { err, ok, type Result } from './result.js';

/** Maximum time that work blocks the event loop, in ms. */
export const sliceMs = 10;

/** Work in small steps: each `next` takes well under a slice. It can run in one go or in slices. */
export type Sliced<T> = Generator<void, T, void>;

export type SliceClock = Pick<Clock, 'monotonic' | 'after'>;

/** Runs all steps without a pause: for work that is known to be small. */
export function runAtOnce<T>(work: Sliced<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/**
 * Runs work in slices and yields between them. Rejects with the signal's reason when that aborts first, and with what
 * the work throws. All work of one clock alternates, one slice per turn of the event loop: twenty large results block
 * it for no longer than one does.
 */
export function runInSlices<T>(work: Sliced<T>, clock: SliceClock, signal: AbortSignal): Promise<Result<T, unknown>> {
  return new Promise((resolve, reject) => {
    turnsOf(clock).add(() => {
      if (signal.aborted) {
        resolve(err(signal.reason));
        return true;
      }
      try {
        const begun = clock.monotonic();
        do {
          const step = work.next();
          if (step.done) {
            resolve(ok(step.value));
            return true;
          }
        } while (clock.monotonic() - begun < sliceMs);
        return false;
      } catch (error) {
        reject(error);
        return true;
      }
    });
  });
}

/**
 * Runs work to its end: the first slice immediately, so that small work waits for nothing, the rest as `runInSlices` does.
 * Rejects with what the work throws.
 */
export async function runWithoutBlocking<T>(work: Sliced<T>, clock: SliceClock): Promise<T> {
  const begun = clock.monotonic();
  do {
    const step = work.next();
    if (step.done) return step.value;
  } while (clock.monotonic() - begun < sliceMs);
  const ended = await runInSlices(work, clock, never);
  if (!ended.ok) throw ended.error;
  return ended.value;
}
const never = new AbortController().signal;

/** One slice of something; true when it is finished. */
type Slice = () => boolean;

class Turns {
  readonly #waiting: Slice[] = [];
  #isScheduled = false;

  constructor(private readonly clock: SliceClock) {}

  add(slice: Slice): void {
    this.#waiting.push(slice);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.length === 0) return;
    this.#isScheduled = true;
    this.clock.after(0, () => {
      this.#isScheduled = false;
      const slice = this.#waiting.shift();
      if (slice?.() === false) this.#waiting.push(slice);
      this.#schedule();
    });
  }
}

const turns = new WeakMap<SliceClock, Turns>();

function turnsOf(clock: SliceClock): Turns {
  const known = turns.get(clock) ?? new Turns(clock);
  turns.set(clock, known);
  return known;
}
