/** Which signed timestamps have been used. */
export interface UsedProofs {
  /**
   * Marks the timestamp `at` of a domain as used; false when it was used before. It is remembered until `goodUntil`,
   * after which it is expired anyway. Times in ms since the epoch, `now` included.
   */
  take(domain: string, at: number, goodUntil: number, now: number): Promise<boolean>;
}

/** Remembers within one process. */
export class UsedProofsInMemory implements UsedProofs {
  readonly #goodUntil = new Map<string, number>();

  async take(domain: string, at: number, goodUntil: number, now: number): Promise<boolean> {
    for (const [used, until] of this.#goodUntil) if (until < now) this.#goodUntil.delete(used);
    const key = `${domain} ${at}`;
    if (this.#goodUntil.has(key)) return false;
    this.#goodUntil.set(key, goodUntil);
    return true;
  }
}
