import { dayMs } from '@assay/kernel';
/**
 * A person's consent in advance: covers a number of calls of one tool by one caller, whose arguments fit the bounds. It
 * gives no permission beside that. Times are milliseconds since the epoch.
 */
export interface StandingApproval {
  readonly id: string;
  /** The caller's organisation, whose users decide. */
  readonly organisationId: string;
  /** The caller. */
  readonly principalId: string;
  /** `ns/tool`. */
  readonly tool: string;
  /** How many calls it covers, and how many it has covered. */
  readonly count: number;
  readonly used: number;
  readonly expiresAt: number;
  /** JSON Schema of the arguments. */
  readonly bounds: Readonly<Record<string, unknown>>;
  readonly createdAt: number;
  readonly createdBy: string;
  readonly revokedAt: number | null;
}

/** Its maximum duration in ms. */
export const maxStandingMs = 90 * dayMs;

/** Standing approvals. Every answer is durable. */
export interface StandingApprovalStore {
  add(standing: StandingApproval): Promise<void>;
  find(id: string): Promise<StandingApproval | undefined>;
  /** Of an organisation, newest first, revoked and spent ones included; at most a thousand. */
  list(organisationId: string): Promise<readonly StandingApproval[]>;
  /** The standing approvals that could cover a call of the caller now, by expiry. */
  usable(principalId: string, tool: string, now: number): Promise<readonly StandingApproval[]>;
  /** Spends one call, atomically; undefined when it is spent, revoked or expired by now. */
  spend(id: string, now: number): Promise<StandingApproval | undefined>;
  /** False when it is unknown or revoked already. */
  revoke(id: string, at: number): Promise<boolean>;
}
