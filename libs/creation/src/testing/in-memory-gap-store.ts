import {
  type GapBounds,
  type GapQuery,
  type GapStore,
  gapBounds,
  type TracedCall,
  type UnmetRequest,
  type UnmetSum,
} from '../gaps/gap-store.js';

type Owned = Pick<TracedCall, 'organisationId' | 'principalId' | 'at'>;

/** Keeps what gaps are found from in memory. */
export class InMemoryGapStore implements GapStore {
  #requests: UnmetRequest[] = [];
  #calls: TracedCall[] = [];

  constructor(private readonly bounds: GapBounds = gapBounds) {}

  async addRequests(requests: readonly UnmetRequest[]): Promise<void> {
    this.#requests.push(...requests);
  }

  async requests(query: GapQuery): Promise<readonly UnmetSum[]> {
    const byKey = Map.groupBy(this.#requests.filter(within(query)), ({ key }) => key);
    const sums = [...byKey.values()].map((all): UnmetSum => {
      const last = all.reduce((a, b) => (b.at >= a.at ? b : a));
      return {
        ...{ key: last.key, text: last.text, nearest: last.nearest, times: all.length },
        callers: new Set(all.map(({ principalId }) => principalId)).size,
        ...{ firstAt: Math.min(...all.map(({ at }) => at)), lastAt: last.at },
      };
    });
    return sums.sort((a, b) => b.times - a.times || b.lastAt - a.lastAt).slice(0, query.limit);
  }

  async addCalls(calls: readonly TracedCall[]): Promise<void> {
    this.#calls.push(...calls.filter(({ id }) => !this.#calls.some((it) => it.id === id)));
  }

  async calls(query: GapQuery): Promise<readonly TracedCall[]> {
    return this.#calls
      .filter(within(query))
      .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
      .slice(-query.limit);
  }

  async forget(before: number): Promise<void> {
    this.#requests = this.#requests.filter(({ at }) => at >= before);
    this.#calls = this.#calls.filter(({ at }) => at >= before);
  }

  async trim(): Promise<void> {
    this.#requests = this.#newest(this.#requests);
    this.#calls = this.#newest(this.#calls);
  }

  #newest<T extends Owned>(all: readonly T[]): T[] {
    const { perOrganisation, perCaller } = this.bounds;
    const newestOf = (of: readonly T[], max: number) => [...of].sort((a, b) => b.at - a.at).slice(0, max);
    const perCallers = [...Map.groupBy(all, (it) => `${it.organisationId} ${it.principalId}`).values()];
    const bounded = perCallers.flatMap((it) => newestOf(it, perCaller));
    return [...Map.groupBy(bounded, (it) => it.organisationId).values()].flatMap((it) => newestOf(it, perOrganisation));
  }
}

const within =
  ({ organisationId, principalId, since }: GapQuery) =>
  (it: Owned): boolean =>
    it.organisationId === organisationId && (principalId ?? it.principalId) === it.principalId && it.at >= since;
