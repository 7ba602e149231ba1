import type { Directory } from '../identity/directory.js';
import type { AuditLog } from '../kernel/audit-log.js';
import type { ChangeFeed } from '../kernel/change-feed.js';
import type { Clock, Random } from '../kernel/clock.js';
import type { Catalogue } from './catalogue.js';
import type { CatalogueStore } from './catalogue-store.js';

/** What every use case of the catalogue works with. */
export interface CataloguePorts {
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly store: CatalogueStore;
  readonly audit: AuditLog;
  readonly feed: Pick<ChangeFeed, 'caughtUp'>;
  readonly clock: Clock;
  readonly random: Random;
}
