/**
 * A bounded memory: two maps, of which the older is dropped whole when the younger is full or old enough. Reading and
 * writing cost the same however much is remembered; what is written is kept for one to two times `keptMs`, or until
 * `most` newer entries have come twice.
 */
export class Generations<T> {
  #young = new Map<string, T>();
  #old: ReadonlyMap<string, T> = new Map();
  #since: number | undefined;

  readonly #most: number;
  readonly #keptMs: number;

  constructor(most: number, keptMs: number) {
    this.#most = most;
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
    if (this.#young.size < this.#most && age < this.#keptMs) return;
    this.#old = age < 2 * this.#keptMs ? this.#young : new Map();
    this.#young = new Map();
    this.#since = now;
  }
}
