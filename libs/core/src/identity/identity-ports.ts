import type { AuditLog } from '../kernel/audit-log.js';
import type { ChangeFeed } from '../kernel/change-feed.js';
import type { Clock, Random } from '../kernel/clock.js';
import type { Directory } from './directory.js';
import type { IdentityStore } from './identity-store.js';

/** What the administration of identity works with. */
export interface IdentityPorts {
  readonly directory: Directory;
  readonly store: IdentityStore;
  readonly audit: AuditLog;
  readonly feed: Pick<ChangeFeed, 'caughtUp'>;
  readonly clock: Clock;
  readonly random: Random;
}
