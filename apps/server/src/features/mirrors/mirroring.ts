import type { Directory } from '@assay/identity';
import {
  FollowMirrors,
  type FollowPorts,
  ManageMirrors,
  type MirrorStore,
  type RegistryServerStore,
  type RegistrySource,
} from '@assay/importing';
import type { AuditLog, ChangeFeed, Clock, Jobs, Notices, Random } from '@assay/kernel';

export interface MirroringPorts {
  readonly mirrors: MirrorStore;
  readonly servers: RegistryServerStore;
  readonly revocationOf: FollowPorts['revocationOf'];
  readonly source: RegistrySource;
  readonly notices: Notices;
  readonly jobs: Jobs;
  readonly directory: Directory;
  readonly audit: AuditLog;
  readonly feed: Pick<ChangeFeed, 'caughtUp'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly isOwn: (url: string) => boolean;
}

/** Following other registries: the job that does it in turn, and walks that are asked for. */
export class Mirroring {
  readonly manage: ManageMirrors;
  readonly #follow: FollowMirrors;
  readonly #stopping = new AbortController();
  readonly #walks = new Set<Promise<void>>();

  constructor(ports: MirroringPorts) {
    this.manage = new ManageMirrors(ports);
    this.#follow = new FollowMirrors(ports);
    ports.jobs.add(this.#follow.job);
  }

  /** Walks a mirror now, beside whatever asked for it. A walk that breaks off is due again at the job's next turn. */
  soon(id: string): void {
    const walk = this.#follow
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
