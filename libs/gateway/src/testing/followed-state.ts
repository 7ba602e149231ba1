import type { ChangeFeed } from '@assay/kernel';
import type { StoreChange } from './in-memory-change-feed.js';

type StateOf<K extends StoreChange['kind']> = Extract<StoreChange, { readonly kind: K }>['state'];

/** A subscriber's knowledge: the last reported state of each row. */
export class FollowedState {
  readonly #states = new Map<string, unknown>();
  /** Every change as it came. */
  readonly reported: StoreChange[] = [];

  constructor(private readonly feed: ChangeFeed<StoreChange>) {}

  async start(): Promise<this> {
    await this.feed.start((changes) => this.#apply(changes));
    return this;
  }

  /** The state of a row once everything committed so far has arrived; null when there is none. */
  async of<K extends StoreChange['kind']>(kind: K, id: string): Promise<StateOf<K>> {
    await this.feed.caughtUp();
    return (this.#states.get(`${kind} ${id}`) ?? null) as StateOf<K>;
  }

  /** The states of all rows of a kind that were delivered so far. */
  all<K extends StoreChange['kind']>(kind: K): NonNullable<StateOf<K>>[] {
    return [...this.#states].flatMap(([key, state]) =>
      key.startsWith(`${kind} `) ? [state as NonNullable<StateOf<K>>] : [],
    );
  }

  caughtUp = (): Promise<void> => this.feed.caughtUp();

  get size(): number {
    return this.#states.size;
  }

  #apply(changes: readonly StoreChange[]): void {
    for (const change of changes) {
      this.reported.push(change);
      if (change.state === null) this.#states.delete(`${change.kind} ${change.id}`);
      else this.#states.set(`${change.kind} ${change.id}`, change.state);
    }
  }
}
