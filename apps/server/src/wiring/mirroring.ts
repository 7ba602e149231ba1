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

/** Following other registries, and which ones. */
export class Mirroring {
  readonly manage: ManageMirrors;
  readonly #follow: FollowMirrors;

  constructor(ports: MirroringPorts) {
    this.manage = new ManageMirrors(ports);
    this.#follow = new FollowMirrors(ports);
  }

  /** Walks a mirror now, beside whatever asked for it. */
  soon(id: string): void {
    void this.#follow.soon(id);
  }
}
