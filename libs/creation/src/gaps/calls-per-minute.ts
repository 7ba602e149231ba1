import { type Clock, minuteMs } from '@assay/kernel';

/** Lets so many events of each caller through in a minute; what comes faster is made by a program, and says nothing new. */
export class CallsPerMinute {
  #minute = 0;
  #counts = new Map<string, number>();

  constructor(
    private readonly max: number,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  take(caller: string): boolean {
    const minute = Math.floor(this.clock.now() / minuteMs);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#counts = new Map();
    }
    const count = (this.#counts.get(caller) ?? 0) + 1;
    if (count <= this.max) this.#counts.set(caller, count);
    return count <= this.max;
  }
}
