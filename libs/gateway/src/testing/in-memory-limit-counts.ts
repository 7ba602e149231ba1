import { type CountsInForce, countsUntil, type LimitCounts, type SliceCount } from '../policy/limit-counts.js';

/** Counts of one place without a database; `elsewhere` is another place with the same book. */
export class InMemoryLimitCounts implements LimitCounts {
  readonly #own = new Map<string, SliceCount>();
  #isDown = false;
  #isRecorded = false;

  constructor(private readonly places: InMemoryLimitCounts[] = []) {
    places.push(this);
  }

  elsewhere = (): InMemoryLimitCounts => new InMemoryLimitCounts(this.places);

  /** No server runs at this place any more. */
  end(): void {
    this.#isDown = true;
  }

  load = async (at: number): Promise<CountsInForce> => ({
    own: sumsOf([this], at),
    shared: sumsOf(
      this.places.filter((it) => it !== this && it.#isDown),
      at,
    ),
  });

  async add(counts: readonly SliceCount[]): Promise<void> {
    for (const each of counts) {
      const name = `${each.slice} ${each.key}`;
      this.#own.set(name, { ...each, count: (this.#own.get(name)?.count ?? 0) + each.count });
    }
  }

  async raise(totals: readonly SliceCount[]): Promise<void> {
    const added: SliceCount[] = [];
    for (const total of totals) {
      const name = `${total.slice} ${total.key}`;
      const counted = this.places.reduce((sum, place) => sum + (place.#own.get(name)?.count ?? 0), 0);
      if (total.count <= counted) continue;
      added.push({ ...total, count: total.count - counted });
    }
    await this.#recorded().add(added);
  }

  /** A place where no server runs, for what others recorded. */
  #recorded(): InMemoryLimitCounts {
    const found = this.places.find((it) => it.#isRecorded);
    if (found !== undefined) return found;
    const made = this.elsewhere();
    made.#isRecorded = true;
    made.end();
    return made;
  }

  static counted = (place: InMemoryLimitCounts): ReadonlyMap<string, SliceCount> => place.#own;

  async prune(at: number): Promise<void> {
    for (const place of this.places)
      for (const [name, each] of place.#own) if (countsUntil(each) <= at) place.#own.delete(name);
  }
}

function sumsOf(places: readonly InMemoryLimitCounts[], at: number): SliceCount[] {
  const sums = new Map<string, SliceCount>();
  for (const [name, each] of places.flatMap((it) => [...InMemoryLimitCounts.counted(it)]))
    if (countsUntil(each) > at) sums.set(name, { ...each, count: (sums.get(name)?.count ?? 0) + each.count });
  return [...sums.values()].filter(({ count }) => count > 0).sort((one, other) => one.slice - other.slice);
}
