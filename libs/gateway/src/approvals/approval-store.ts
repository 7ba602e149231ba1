import type { ApprovalSettings, ApprovalState, InvocationStatus } from '@assay/contracts';
import type { Approval, ApprovalDelegation, PausedCall, UserDecision } from './approval.js';

export interface ApprovalQuery {
  /** Of this organisation, all; null for the caller's own alone. */
  readonly organisationId: string | null;
  readonly principalId: string | null;
  /** Of the organisation's, those of tools in these namespaces alone; null for all. */
  readonly namespaces: readonly string[] | null;
  readonly state?: ApprovalState | undefined;
  /** Ids below this one. */
  readonly before?: string | undefined;
  readonly limit: number;
}

export interface Decided {
  readonly approval: Approval;
  /**
   * Whether this decision was taken: false when it was decided, or had expired, or the same user had decided or delegated. A user
   * who has agreed may still deny while it waits for another.
   */
  readonly taken: boolean;
}

/** Approvals, and what goes on when they are given. Every answer is durable. */
export interface ApprovalStore {
  /** Keeps it with its call; the one that waits under the same caller's idempotency key instead, when there is one. */
  open(approval: Approval, call: PausedCall): Promise<Approval>;
  find(id: string): Promise<Approval | undefined>;
  /** How many calls of a caller wait. */
  waiting(principalId: string): Promise<number>;
  /** The newest one of a call. */
  ofInvocation(invocationId: string): Promise<Approval | undefined>;
  /** Undefined once the arguments have been forgotten. */
  call(id: string): Promise<PausedCall | undefined>;
  /** Newest first. */
  list(query: ApprovalQuery): Promise<readonly Approval[]>;
  /** One user's decision: a denial ends it, as do as many consents as are needed. Undefined when there is no such one. */
  decide(id: string, decision: UserDecision): Promise<Decided | undefined>;
  /**
   * Hands the decision of one user to another, instead of the one it was handed to before. Undefined when the approval does
   * not wait, when either has decided, or when the delegate has delegated it.
   */
  delegate(id: string, delegation: ApprovalDelegation): Promise<Approval | undefined>;
  /** Undefined when the approval does not wait, or nothing was delegated. */
  takeBack(id: string, from: string, at: number): Promise<Approval | undefined>;
  /** Whether a person's link to it, known by when it was issued, had not been used. */
  useLink(id: string, principalId: string, issuedAt: number, at: number): Promise<boolean>;
  /** Ends one that is pending without anybody's decision; false when it was not. */
  close(id: string, state: 'expired' | 'cancelled', at: number): Promise<boolean>;
  /** Pending ones whose time is over, oldest first. */
  due(at: number, limit: number): Promise<readonly Approval[]>;
  /** Those that ended before `closedBefore` and whose call has not, oldest first. */
  unsettled(closedBefore: number, limit: number): Promise<readonly Approval[]>;
  /** Its call has ended so; false when it had before. */
  settle(id: string, outcome: InvocationStatus, at: number): Promise<boolean>;
  /** Forgets the arguments of calls that ended before; answers how many. */
  forget(settledBefore: number): Promise<number>;
  settings(organisationId: string): Promise<ApprovalSettings>;
  putSettings(organisationId: string, settings: ApprovalSettings, at: number, by: string | null): Promise<void>;
}
