import type { ApprovalStore, StandingApprovalStore } from '@assay/gateway';
import type { Sealer } from '@assay/kernel';
import type pg from 'pg';
import { PostgresApprovalStore } from './postgres-approval-store.js';
import { PostgresStandingApprovals } from './postgres-standing-approvals.js';

/** What people decide about calls. */
export interface ApprovalStores {
  readonly approvals: ApprovalStore;
  readonly standingApprovals: StandingApprovalStore;
}

export const approvalStores = (pool: pg.Pool, sealer: Sealer): ApprovalStores => ({
  approvals: new PostgresApprovalStore(pool, sealer),
  standingApprovals: new PostgresStandingApprovals(pool),
});
