/** So many things at a time; the rest wait in the order they came. */
export class Slots {
  readonly #waiting: (() => void)[] = [];
  #next = 0;
  #beginning = false;

  /** @param free How many may be under way at a time, at least 1. */
  constructor(private free: number) {}

  /** Takes a place if there is one. */
  takeNow(): boolean {
    if (this.free === 0) return false;
    this.free -= 1;
    return true;
  }

  /** Runs it, in a place of its own, as soon as there is one; those who wait go in the order they came. */
  wait(begin: () => void): void {
    this.#waiting.push(begin);
  }

  giveBack(): void {
    this.free += 1;
    if (this.#next === this.#waiting.length) return;
    // What begins may end at once, and give back: this loop goes on with the next one then.
    if (this.#beginning) return;
    this.#beginning = true;
    while (this.free > 0 && this.#next < this.#waiting.length) {
      const begin = this.#waiting[this.#next] as () => void;
      this.#next += 1;
      this.free -= 1;
      begin();
    }
    this.#beginning = false;
    if (this.#next > 1_000 && this.#next * 2 > this.#waiting.length) {
      this.#waiting.splice(0, this.#next);
      this.#next = 0;
    }
  }
}
