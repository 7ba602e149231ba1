interface Change {
  readonly kind: string;
}

/** Keeps what is in memory with the database: each kind of change has one follower that applies it. */
export class ChangeFollowers {
  readonly #followers = new Map<string, (change: never) => void>();
  readonly #listeners: ((changes: readonly Change[]) => void)[] = [];
  #applyRest: (changes: readonly never[]) => Promise<void> = async () => {};

  /** Changes of these kinds are applied by `take`. */
  follow<C extends Change>(kinds: readonly C['kind'][], take: (change: C) => void): void {
    for (const kind of kinds) this.#followers.set(kind, take);
  }

  /** Changes of every other kind are applied together. */
  followRest<C extends Change>(apply: (changes: readonly C[]) => Promise<void>): void {
    this.#applyRest = apply;
  }

  /** Called with each batch once it has been applied. */
  afterwards(listener: (changes: readonly Change[]) => void): void {
    this.#listeners.push(listener);
  }

  apply = async (changes: readonly Change[]): Promise<void> => {
    const rest: Change[] = [];
    for (const change of changes) {
      const take = this.#followers.get(change.kind);
      if (take === undefined) rest.push(change);
      else take(change as never);
    }
    await this.#applyRest(rest as unknown as readonly never[]);
    for (const listener of this.#listeners) listener(changes);
  };
}
