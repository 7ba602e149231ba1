/** One after the other, in the order they were asked for. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  take<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work, work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Resolves when it is the caller's turn, which ends when the caller says so. */
  hold(): Promise<() => void> {
    return new Promise((resolve) => {
      void this.take(() => new Promise<void>((done) => resolve(done)));
    });
  }
}
