/** So many things at a time; the rest wait in the order they came. */
export class Slots {
  readonly #waiting: (() => void)[] = [];
  #next = 0;
  #beginning = false;

  /** @param free How many may be under way at a time, at least 1. */
  constructor(private free: number) {}

  /** Runs it at once if there is room, else as soon as there is. */
  take(begin: () => void): void {
    if (this.free === 0) {
      this.#waiting.push(begin);
      return;
    }
    this.free -= 1;
    begin();
  }

  giveBack(): void {
    this.free += 1;
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
