import type { Clock, Random } from '../clock.js';

/** A clock that the test advances; it runs the timers that become due. */
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

  /** Advances the time; timers run in the order in which they are due, including timers they add. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#now = Math.max(this.#now, next.at);
      this.#due = this.#due.filter((it) => it !== next);
      next.run();
    }
    this.#now = end;
  }

  /** Pending timers. */
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

/** Ids and tokens that count up, so that tests can predict them. */
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
