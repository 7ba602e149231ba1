import type { Clock, Random } from '../clock.js';

/** Time that moves when told to, and runs what has become due. */
export class FakeClock implements Clock {
  #now: number;
  #due: { at: number; run: () => void }[] = [];

  constructor(now = Date.UTC(2026, 0, 1)) {
    this.#now = now;
  }

  now = (): number => this.#now;
  monotonic = (): number => this.#now;

  after = (delayMs: number, run: () => void): (() => void) => {
    const entry = { at: this.#now + delayMs, run };
    this.#due.push(entry);
    return () => {
      this.#due = this.#due.filter((it) => it !== entry);
    };
  };

  /** Moves time on; timers run in the order in which they are due, those they add included. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#now = Math.max(this.#now, next.at);
      this.#due = this.#due.filter((it) => it !== next);
      next.run();
    }
    this.#now = end;
  }

  /** Timers that wait. */
  get waiting(): number {
    return this.#due.length;
  }

  #next(end: number) {
    const due = this.#due.filter((it) => it.at <= end);
    return due.reduce<{ at: number; run: () => void } | undefined>(
      (first, it) => (first === undefined || it.at < first.at ? it : first),
      undefined,
    );
  }
}

/** Ids and tokens that count up, so that tests can name them. */
export class FakeRandom implements Random {
  #count = 0;

  uuid = (): string => {
    this.#count += 1;
    return `00000000-0000-7000-8000-${String(this.#count).padStart(12, '0')}`;
  };
  token = (bytes: number): string => {
    this.#count += 1;
    return Buffer.from(String(this.#count).padEnd(bytes, 'k'))
      .toString('base64url')
      .slice(0, Math.ceil((bytes * 4) / 3));
  };
}
