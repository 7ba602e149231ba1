import type { Mirror, MirrorProgress, MirrorStore } from '@assay/core';

/** Mirrors without a database. */
export class InMemoryMirrorStore implements MirrorStore {
  readonly #mirrors = new Map<string, Mirror>();
  readonly #leases = new Map<string, number>();

  async addMirror(mirror: Mirror): Promise<'added' | 'taken'> {
    if ([...this.#mirrors.values()].some(({ url }) => url === mirror.url)) return 'taken';
    this.#mirrors.set(mirror.id, mirror);
    return 'added';
  }

  async mirrors(): Promise<readonly Mirror[]> {
    return [...this.#mirrors.values()].sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  }

  async findMirror(id: string): Promise<Mirror | undefined> {
    return this.#mirrors.get(id);
  }

  async removeMirror(id: string): Promise<boolean> {
    this.#leases.delete(id);
    return this.#mirrors.delete(id);
  }

  async claimMirror(id: string, now: number, until: number): Promise<Mirror | undefined> {
    if ((this.#leases.get(id) ?? 0) > now) return undefined;
    const mirror = this.#mirrors.get(id);
    if (mirror !== undefined) this.#leases.set(id, until);
    return mirror;
  }

  async saveProgress(id: string, progress: MirrorProgress): Promise<void> {
    const mirror = this.#mirrors.get(id);
    if (mirror === undefined) return;
    const { syncedTo, walk, lastSuccessAt, lastAttemptAt, nextAt, failures, error, skipped, skippedExample } = progress;
    const parts = { syncedTo, walk, lastSuccessAt, lastAttemptAt, nextAt, failures, error, skipped, skippedExample };
    this.#mirrors.set(id, { ...mirror, ...parts });
  }

  async extendClaim(id: string, until: number): Promise<boolean> {
    if (!this.#mirrors.has(id)) return false;
    this.#leases.set(id, until);
    return true;
  }

  async releaseMirror(id: string, now: number): Promise<void> {
    await this.extendClaim(id, now);
  }
}
