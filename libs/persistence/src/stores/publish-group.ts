import { isAboutData } from '../database/connect.js';
import type { Publication } from './insert-versions.js';

interface Waiting {
  readonly publication: Publication;
  readonly resolve: (inserted: boolean) => void;
  readonly reject: (cause: unknown) => void;
}

const maxGroup = 200;

/**
 * Writes versions that are published at the same time as one group: while one is being written the next collects, so
 * that a commit's wait for the disk is shared. Nobody waits for a group to fill.
 */
export class PublishGroup {
  private waiting: Waiting[] = [];
  private isWriting = false;

  /** `insert` answers the ids of the versions that went in. */
  constructor(private readonly insert: (publications: readonly Publication[]) => Promise<ReadonlySet<string>>) {}

  /** Whether the version was inserted; false when its tool has other versions than its publisher knows. */
  add(publication: Publication): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ publication, resolve, reject });
      if (!this.isWriting) void this.write();
    });
  }

  private async write(): Promise<void> {
    this.isWriting = true;
    // What is published in the same turn of the event loop belongs to the first group.
    await Promise.resolve();
    while (this.waiting.length > 0) {
      const group = this.waiting.splice(0, maxGroup);
      await this.writeGroup(group);
    }
    this.isWriting = false;
  }

  /** A group that fails for what is in it is written one by one: a bad version harms nobody but its publisher. */
  private async writeGroup(group: readonly Waiting[]): Promise<void> {
    try {
      const inserted = await this.insert(group.map((entry) => entry.publication));
      for (const entry of group) entry.resolve(inserted.has(entry.publication.version.id));
    } catch (cause) {
      if (group.length === 1 || !isAboutData(cause)) for (const entry of group) entry.reject(cause);
      else for (const entry of group) await this.writeGroup([entry]);
    }
  }
}
