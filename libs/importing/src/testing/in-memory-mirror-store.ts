import type { Mirror, MirrorProgress, MirrorStore } from '../mirrors/mirror.js';

/** Mirrors without a database. */
export class InMemoryMirrorStore implements MirrorStore {
  readonly #mirrors = new Map<string, Mirror>();

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
    return this.#mirrors.delete(id);
  }

  async saveProgress(id: string, progress: MirrorProgress): Promise<boolean> {
    const mirror = this.#mirrors.get(id);
    if (mirror === undefined) return false;
    const { syncedTo, walk, lastSuccessAt, lastAttemptAt, nextAt, failures, error, skipped, skippedExample } = progress;
    const parts = { syncedTo, walk, lastSuccessAt, lastAttemptAt, nextAt, failures, error, skipped, skippedExample };
    this.#mirrors.set(id, { ...mirror, ...parts });
    return true;
  }
}
