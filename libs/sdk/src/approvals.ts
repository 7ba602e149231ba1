import type {
  ApprovalDetail,
  ApprovalSettings,
  ApprovalView,
  DecideApproval,
  DelegateApproval,
  Delegates,
} from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';
import { type ListQuery, listing } from './listing.js';
import type { PagedList } from './paged-list.js';

/** Calls that wait for a person. */
export class Approvals {
  constructor(private readonly connection: Connection) {}

  /** Your own, and those you may decide on, newest first. */
  list(query: ListQuery<'listApprovals'> = {}, options?: RequestOptions): PagedList<ApprovalView> {
    return listing(this.connection, 'listApprovals', { query }, options);
  }

  /** Exactly what would run. */
  show(id: string, options?: RequestOptions): Promise<ApprovalDetail> {
    return this.connection.request('showApproval', { path: { id } }, options);
  }

  /** Lets the call run, once, or denies it. Users decide, and never who called. */
  decide(id: string, decision: DecideApproval, options?: RequestOptions): Promise<ApprovalView> {
    return this.connection.request('decideApproval', { path: { id }, body: decision }, options);
  }

  /** Users to whom you can delegate your decision. */
  delegates(id: string, options?: RequestOptions): Promise<Delegates> {
    return this.connection.request('listDelegates', { path: { id } }, options);
  }

  /** Hands your decision to another user who may decide. */
  delegate(id: string, delegation: DelegateApproval, options?: RequestOptions): Promise<ApprovalView> {
    return this.connection.request('delegateApproval', { path: { id }, body: delegation }, options);
  }

  takeBack(id: string, options?: RequestOptions): Promise<ApprovalView> {
    return this.connection.request('takeBackApproval', { path: { id } }, options);
  }

  /** How your organisation decides. */
  settings(options?: RequestOptions): Promise<ApprovalSettings> {
    return this.connection.request('showApprovalSettings', {}, options);
  }

  setSettings(settings: ApprovalSettings, options?: RequestOptions): Promise<ApprovalSettings> {
    return this.connection.request('setApprovalSettings', { body: settings }, options);
  }
}
