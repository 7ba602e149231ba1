import type { Mirror, MirrorClaim, MirrorProgress, MirrorStore } from '../mirrors/mirror.js';

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

  async claimMirror({ id, until }: MirrorClaim, now: number): Promise<Mirror | undefined> {
    if ((this.#leases.get(id) ?? 0) > now) return undefined;
    const mirror = this.#mirrors.get(id);
    if (mirror !== undefined) this.#leases.set(id, until);
    return mirror;
  }

  async saveProgress({ id, until }: MirrorClaim, progress: MirrorProgress): Promise<boolean> {
    const mirror = this.#mirrors.get(id);
    if (mirror === undefined || this.#leases.get(id) !== until) return false;
    const { syncedTo, walk, lastSuccessAt, lastAttemptAt, nextAt, failures, error, skipped, skippedExample } = progress;
    const parts = { syncedTo, walk, lastSuccessAt, lastAttemptAt, nextAt, failures, error, skipped, skippedExample };
    this.#mirrors.set(id, { ...mirror, ...parts });
    return true;
  }

  async extendClaim(claim: MirrorClaim, until: number): Promise<MirrorClaim | undefined> {
    if (this.#leases.get(claim.id) !== claim.until) return undefined;
    this.#leases.set(claim.id, until);
    return { id: claim.id, until };
  }

  async releaseMirror(claim: MirrorClaim, now: number): Promise<void> {
    await this.extendClaim(claim, now);
  }
}
