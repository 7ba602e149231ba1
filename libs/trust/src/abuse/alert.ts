import type { AlertOutcome, AlertSeverity } from '@assay/contracts';

/** An advisory against a tool. Times in ms since the epoch. */
export interface SecurityAlert {
  readonly id: string;
  /** The organisation that raised it. */
  readonly organisationId: string;
  /** `ns/*`, `ns/tool` or `ns/tool@range`, as it was called then. */
  readonly target: string;
  readonly reason: string;
  readonly severity: AlertSeverity;
  readonly evidenceUrl: string | null;
  readonly raisedAt: number;
  /** Id of a principal. */
  readonly raisedBy: string;
  readonly outcome: AlertOutcome;
  /** Null until its outcome has come about. */
  readonly settledAt: number | null;
  readonly revocationId: string | null;
}

export interface AlertQuery {
  /** Undefined: of every organisation. */
  readonly organisationId?: string;
  /** Id of the last one shown. */
  readonly after?: string;
  readonly limit: number;
}

/** Alerts, kept for good. */
export interface AlertStore {
  add(alert: SecurityAlert): Promise<void>;
  /** What followed from it; settling twice keeps the first. */
  settle(id: string, settled: { readonly at: number; readonly revocationId: string | null }): Promise<void>;
  /** Those not settled, the oldest first. */
  unsettled(limit: number): Promise<readonly SecurityAlert[]>;
  /** Newest first. */
  list(query: AlertQuery): Promise<readonly SecurityAlert[]>;
}
