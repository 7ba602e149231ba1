import type { ApprovalState, ApprovalSubject, InvocationStatus, RiskMarks } from '@assay/contracts';
import type { Approval, ApprovalDelegation, UserDecision } from '@assay/gateway';

export interface ApprovalRow {
  readonly id: string;
  readonly organisation_id: string;
  readonly invocation_id: string;
  readonly principal_id: string;
  readonly api_key_id: string | null;
  readonly idempotency_key: string | null;
  readonly subject: ApprovalSubject;
  readonly tool: string;
  readonly version: string;
  readonly version_id: string;
  readonly level: number;
  readonly arguments_digest: string;
  readonly policy_digest: string;
  readonly policies: Approval['policies'];
  readonly why: string;
  readonly marks: RiskMarks;
  readonly needed: number;
  readonly opened_at: Date;
  readonly expires_at: Date;
  readonly state: ApprovalState;
  readonly closed_at: Date | null;
  readonly outcome: InvocationStatus | null;
  readonly settled_at: Date | null;
  readonly decisions: readonly UserDecision[];
  readonly delegations: readonly ApprovalDelegation[];
}

/** An approval with its decisions and delegations, of rows called `asked`. */
export const approvalColumns = `asked.id, asked.organisation_id, asked.invocation_id, asked.principal_id,
  asked.api_key_id, asked.idempotency_key, asked.tool, asked.version, asked.version_id, asked.level,
  asked.arguments_digest, asked.policy_digest, asked.policies, asked.why, asked.marks, asked.needed, asked.opened_at,
  asked.expires_at, asked.subject, asked.state, asked.closed_at, asked.outcome, asked.settled_at,
  COALESCE((
    SELECT jsonb_agg(jsonb_build_object(
      'principalId', said.principal_id, 'decision', said.decision, 'reason', said.reason,
      'at', (extract(epoch FROM said.decided_at) * 1000)::bigint
    ) ORDER BY said.decided_at, said.principal_id)
    FROM approval_decisions AS said WHERE said.approval_id = asked.id
  ), '[]') AS decisions,
  COALESCE((
    SELECT jsonb_agg(jsonb_build_object(
      'from', given.from_id, 'to', given.to_id, 'reason', given.reason,
      'at', (extract(epoch FROM given.delegated_at) * 1000)::bigint
    ) ORDER BY given.delegated_at, given.from_id)
    FROM approval_delegations AS given WHERE given.approval_id = asked.id
  ), '[]') AS delegations`;

export const toApproval = (row: ApprovalRow): Approval => ({
  id: row.id,
  organisationId: row.organisation_id,
  invocationId: row.invocation_id,
  principalId: row.principal_id,
  keyId: row.api_key_id,
  idempotencyKey: row.idempotency_key,
  subject: row.subject,
  tool: row.tool,
  version: row.version,
  versionId: row.version_id,
  level: row.level,
  argumentsDigest: row.arguments_digest,
  policyDigest: row.policy_digest,
  policies: row.policies,
  why: row.why,
  risks: row.marks,
  needed: row.needed,
  openedAt: row.opened_at.getTime(),
  expiresAt: row.expires_at.getTime(),
  state: row.state,
  closedAt: row.closed_at?.getTime() ?? null,
  outcome: row.outcome,
  settledAt: row.settled_at?.getTime() ?? null,
  decisions: row.decisions,
  delegations: row.delegations,
});
