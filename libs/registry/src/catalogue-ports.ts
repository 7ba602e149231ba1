import type { Directory } from '@assay/identity';
import type { AuditLog, ChangeFeed, Clock, Random } from '@assay/kernel';
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
