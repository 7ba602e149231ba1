import type { AuditLog, ChangeFeed, Clock, Random } from '@assay/kernel';
import type { Directory } from './directory.js';
import type { IdentityStore } from './identity-store.js';

/** Ports of the administration of identity. */
export interface IdentityPorts {
  readonly directory: Directory;
  readonly store: IdentityStore;
  readonly audit: AuditLog;
  readonly feed: Pick<ChangeFeed, 'caughtUp'>;
  readonly clock: Clock;
  readonly random: Random;
}
