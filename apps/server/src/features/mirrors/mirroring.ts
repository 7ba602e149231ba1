import type { FollowMirrors } from '@assay/importing';

/** Walks of mirrors that are asked for, beside the job that walks each in turn. */
export class Mirroring {
  readonly #stopping = new AbortController();
  readonly #walks = new Set<Promise<void>>();

  constructor(private readonly following: Pick<FollowMirrors, 'follow'>) {}

  /** Walks a mirror now, beside whatever asked for it. A walk that breaks off is due again at the job's next turn. */
  soon(id: string): void {
    const walk = this.following
      .follow(id, this.#stopping.signal)
      .catch(() => undefined)
      .finally(() => this.#walks.delete(walk));
    this.#walks.add(walk);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#walks);
  }
}
