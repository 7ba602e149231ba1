import type { Directory } from '@assay/identity';
import type { AuditLog, ChangeFeed, Clock, Notices } from '@assay/kernel';
import type { Catalogue } from '../catalogue.js';
import type { CatalogueStore } from '../catalogue-store.js';
import type { Consumers } from '../consumers.js';

/** Ports of the lifecycle of versions. */
export interface LifecyclePorts {
  readonly catalogue: Pick<Catalogue, 'tool' | 'version' | 'sortedIds' | 'revocations'>;
  readonly directory: Directory;
  readonly store: Pick<CatalogueStore, 'changeStatus' | 'recordNotice'>;
  readonly audit: AuditLog;
  readonly feed: Pick<ChangeFeed, 'caughtUp'>;
  readonly notices: Notices;
  readonly consumers: Consumers;
  readonly clock: Clock;
}
