import type { AuditRecordView, AuditVerdict } from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';
import { type ListQuery, listing } from './listing.js';
import type { PagedList } from './paged-list.js';

/** The audit log. */
export class Audit {
  constructor(private readonly connection: Connection) {}

  /** Your organisation's records, newest first. */
  list(query: ListQuery<'listAudit'> = {}, options?: RequestOptions): PagedList<AuditRecordView> {
    return listing(this.connection, 'listAudit', { query }, options);
  }

  /** Checks every hash chain; `ok` is false and `firstBreak` says where when one does not hold. */
  verify(options?: RequestOptions): Promise<AuditVerdict> {
    return this.connection.request('verifyAudit', {}, options);
  }
}
