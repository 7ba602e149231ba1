/**
 * A bounded cache of two maps: the older map is dropped when the younger one is full or old enough. The cost of reading
 * and writing is independent of the size. An entry is kept for one to two times `keptMs`, or until the younger map has
 * been filled twice.
 */
export class Generations<T> {
  #young = new Map<string, T>();
  #old: ReadonlyMap<string, T> = new Map();
  #since: number | undefined;

  readonly #max: number;
  readonly #keptMs: number;

  constructor(max: number, keptMs: number) {
    this.#max = max;
    this.#keptMs = keptMs;
  }

  get(key: string, now: number): T | undefined {
    this.#turn(now);
    return this.#young.get(key) ?? this.#old.get(key);
  }

  set(key: string, value: T, now: number): void {
    this.#turn(now);
    this.#young.set(key, value);
  }

  #turn(now: number): void {
    this.#since ??= now;
    const age = now - this.#since;
    if (this.#young.size < this.#max && age < this.#keptMs) return;
    this.#old = age < 2 * this.#keptMs ? this.#young : new Map();
    this.#young = new Map();
    this.#since = now;
  }
}
