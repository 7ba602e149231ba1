/** Chance that is the same on every run: mulberry32, seeded by a text's FNV-1a hash. */
export class Chance {
  #state: number;

  constructor(seed: string) {
    this.#state = [...seed].reduce(
      (hash, it) => Math.imul(hash ^ (it.codePointAt(0) as number), 0x01000193),
      0x811c9dc5,
    );
  }

  /** In [0, 1). */
  next = (): number => {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };

  between = (min: number, max: number): number => min + (max - min) * this.next();

  /** Each factor as likely as any other. */
  ratioBetween = (min: number, max: number): number => min * (max / min) ** this.next();

  whole = (below: number): number => Math.floor(this.next() * below);

  pick = <T>(list: readonly T[]): T => list[this.whole(list.length)] as T;

  /** Of mean 0 and deviation 1 (Box and Muller). */
  normal = (): number => Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());

  /** How many of something that happens so often on average (Knuth; for small means). */
  poisson(mean: number): number {
    const limit = Math.exp(-mean);
    let count = 0;
    for (let product = this.next(); product > limit; product *= this.next()) count += 1;
    return count;
  }

  /** In place. */
  shuffle<T>(list: T[]): T[] {
    for (let last = list.length - 1; last > 0; last -= 1) {
      const other = this.whole(last + 1);
      [list[last], list[other]] = [list[other] as T, list[last] as T];
    }
    return list;
  }
}
