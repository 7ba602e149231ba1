import type { Directory } from '../../identity/directory.js';
import type { AuditLog } from '../../kernel/audit-log.js';
import type { ChangeFeed } from '../../kernel/change-feed.js';
import type { Clock } from '../../kernel/clock.js';
import type { Notices } from '../../kernel/notices.js';
import type { Catalogue } from '../catalogue.js';
import type { CatalogueStore } from '../catalogue-store.js';
import type { Consumers } from '../consumers.js';

/** What the lifecycle of versions works with. */
export interface LifecyclePorts {
  readonly catalogue: Pick<Catalogue, 'tool' | 'version' | 'sortedIds' | 'revocations'>;
  readonly directory: Directory;
  readonly store: Pick<CatalogueStore, 'changeStatus' | 'noteTold'>;
  readonly audit: AuditLog;
  readonly feed: Pick<ChangeFeed, 'caughtUp'>;
  readonly notices: Notices;
  readonly consumers: Consumers;
  readonly clock: Clock;
}
