import { type ApprovalSettings, type InvocationStatus, parseExactJson } from '@assay/contracts';
import {
  type Approval,
  type ApprovalDelegation,
  type ApprovalQuery,
  type ApprovalStore,
  approvalSettingsDefaults,
  type Decided,
  type PausedCall,
  type UserDecision,
} from '@assay/gateway';
import type { Sealer } from '@assay/kernel';
import type pg from 'pg';
import { type ApprovalRow, approvalColumns, toApproval } from './approval-rows.js';

const ms = (place: string): string => `to_timestamp(${place} / 1000.0)`;
/** Binds a sealed call to its approval. */
const placeOf = (id: string): string => `approval ${id}`;

/** Approvals in PostgreSQL; the calls that wait, with their arguments, are sealed. */
export class PostgresApprovalStore implements ApprovalStore {
  constructor(
    private readonly pool: pg.Pool,
    private readonly sealer: Sealer,
  ) {}

  async open(approval: Approval, call: PausedCall): Promise<Approval> {
    const { rowCount } = await this.pool.query(insertStatement, [
      ...valuesOf(approval),
      this.sealer.seal(JSON.stringify(call), placeOf(approval.id)),
    ]);
    if (rowCount === 1) return approval;
    const waiting = await this.#one(
      `asked.state = 'pending' AND asked.principal_id = $1 AND asked.idempotency_key = $2`,
      [approval.principalId, approval.idempotencyKey],
    );
    // Decided between the two statements: another may wait now.
    return waiting ?? this.open(approval, call);
  }

  find = (id: string): Promise<Approval | undefined> => this.#one('asked.id = $1', [id]);

  ofInvocation = (invocationId: string): Promise<Approval | undefined> =>
    this.#one('asked.invocation_id = $1', [invocationId]);

  async call(id: string): Promise<PausedCall | undefined> {
    const { rows } = await this.pool.query<{ sealed: string | null }>('SELECT sealed FROM approvals WHERE id = $1', [
      id,
    ]);
    const sealed = rows[0]?.sealed;
    return sealed ? (parseExactJson(this.sealer.open(sealed, placeOf(id))) as PausedCall) : undefined;
  }

  async waiting(principalId: string): Promise<number> {
    const text = `SELECT count(*)::int AS calls FROM approvals WHERE state = 'pending' AND principal_id = $1`;
    return (await this.pool.query<{ calls: number }>(text, [principalId])).rows[0]?.calls ?? 0;
  }

  list({ organisationId, principalId, namespaces, state, before, limit }: ApprovalQuery): Promise<readonly Approval[]> {
    return this.#many(
      `(asked.principal_id = $2
           OR asked.organisation_id = $1 AND ($6::text[] IS NULL OR split_part(asked.tool, '/', 1) = ANY ($6)))
         AND ($3::text IS NULL OR asked.state = $3) AND ($4::uuid IS NULL OR asked.id < $4)
       ORDER BY asked.id DESC LIMIT $5`,
      [organisationId, principalId, state ?? null, before ?? null, limit, namespaces],
    );
  }

  async decide(id: string, decision: UserDecision): Promise<Decided | undefined> {
    const { principalId, reason, at } = decision;
    // One user's decision after the other: each sees those before it.
    const taken = await this.#inTransaction(async (client) => {
      if (!(await isWaiting(client, id, at))) return false;
      const said = await client.query(
        `INSERT INTO approval_decisions (approval_id, principal_id, organisation_id, decision, reason, decided_at)
         SELECT id, $2, organisation_id, $3, $4, ${ms('$5')} FROM approvals WHERE id = $1
           AND NOT EXISTS (SELECT FROM approval_delegations WHERE approval_id = $1 AND from_id = $2)
         ON CONFLICT (approval_id, principal_id) DO UPDATE
           SET decision = EXCLUDED.decision, reason = EXCLUDED.reason, decided_at = EXCLUDED.decided_at
           WHERE approval_decisions.decision = 'approve' AND EXCLUDED.decision = 'deny'`,
        [id, principalId, decision.decision, reason, at],
      );
      if (said.rowCount === 1) await client.query(closeWhenDecided, [id, decision.decision, at]);
      return said.rowCount === 1;
    });
    const approval = await this.find(id);
    return approval && { approval, taken };
  }

  async delegate(id: string, { from, to, reason, at }: ApprovalDelegation): Promise<Approval | undefined> {
    const isDone = await this.#inTransaction(async (client) => {
      if (!(await isWaiting(client, id, at))) return false;
      const { rowCount } = await client.query(
        `INSERT INTO approval_delegations (approval_id, from_id, to_id, organisation_id, reason, delegated_at)
         SELECT id, $2, $3, organisation_id, $4, ${ms('$5')} FROM approvals WHERE id = $1
           AND NOT EXISTS (SELECT FROM approval_decisions WHERE approval_id = $1 AND principal_id IN ($2, $3))
           AND NOT EXISTS (SELECT FROM approval_delegations WHERE approval_id = $1 AND from_id = $3)
         ON CONFLICT (approval_id, from_id) DO UPDATE
           SET to_id = EXCLUDED.to_id, reason = EXCLUDED.reason, delegated_at = EXCLUDED.delegated_at`,
        [id, from, to, reason, at],
      );
      return rowCount === 1;
    });
    return isDone ? this.find(id) : undefined;
  }

  async takeBack(id: string, from: string, at: number): Promise<Approval | undefined> {
    const isDone = await this.#inTransaction(async (client) => {
      if (!(await isWaiting(client, id, at))) return false;
      const text = 'DELETE FROM approval_delegations WHERE approval_id = $1 AND from_id = $2';
      return (await client.query(text, [id, from])).rowCount === 1;
    });
    return isDone ? this.find(id) : undefined;
  }

  useLink = (id: string, principalId: string, issuedAt: number, at: number): Promise<boolean> =>
    this.#changed(
      `INSERT INTO used_approval_links (approval_id, principal_id, organisation_id, issued_at, used_at)
       SELECT id, $2, organisation_id, ${ms('$3')}, ${ms('$4')} FROM approvals WHERE id = $1
       ON CONFLICT DO NOTHING`,
      [id, principalId, issuedAt, at],
    );

  close = (id: string, state: 'expired' | 'cancelled', at: number): Promise<boolean> =>
    this.#changed(`UPDATE approvals SET state = $2, closed_at = ${ms('$3')} WHERE id = $1 AND state = 'pending'`, [
      id,
      state,
      at,
    ]);

  due = (at: number, limit: number): Promise<readonly Approval[]> =>
    this.#many(`asked.state = 'pending' AND asked.expires_at <= ${ms('$1')} ORDER BY asked.expires_at LIMIT $2`, [
      at,
      limit,
    ]);

  unsettled = (closedBefore: number, limit: number): Promise<readonly Approval[]> =>
    this.#many(
      `asked.settled_at IS NULL AND asked.state <> 'pending' AND asked.closed_at < ${ms('$1')}
       ORDER BY asked.closed_at LIMIT $2`,
      [closedBefore, limit],
    );

  settle = (id: string, outcome: InvocationStatus, at: number): Promise<boolean> =>
    this.#changed(`UPDATE approvals SET outcome = $2, settled_at = ${ms('$3')} WHERE id = $1 AND settled_at IS NULL`, [
      id,
      outcome,
      at,
    ]);

  async forget(settledBefore: number): Promise<number> {
    const text = `UPDATE approvals SET sealed = NULL WHERE sealed IS NOT NULL AND settled_at < ${ms('$1')}`;
    return (await this.pool.query(text, [settledBefore])).rowCount ?? 0;
  }

  async settings(organisationId: string): Promise<ApprovalSettings> {
    const { rows } = await this.pool.query<{ four_eyes: boolean; own_user_decides: boolean }>(
      'SELECT four_eyes, own_user_decides FROM approval_settings WHERE organisation_id = $1',
      [organisationId],
    );
    const [row] = rows;
    return row === undefined
      ? approvalSettingsDefaults
      : { fourEyes: row.four_eyes, ownUserDecides: row.own_user_decides };
  }

  async putSettings(organisationId: string, settings: ApprovalSettings, at: number, by: string | null): Promise<void> {
    await this.pool.query(
      `INSERT INTO approval_settings (organisation_id, four_eyes, own_user_decides, set_at, set_by)
       VALUES ($1, $2, $3, ${ms('$4')}, $5)
       ON CONFLICT (organisation_id) DO UPDATE SET four_eyes = EXCLUDED.four_eyes,
         own_user_decides = EXCLUDED.own_user_decides, set_at = EXCLUDED.set_at, set_by = EXCLUDED.set_by`,
      [organisationId, settings.fourEyes, settings.ownUserDecides, at, by],
    );
  }

  async #one(where: string, values: readonly unknown[]): Promise<Approval | undefined> {
    const [first] = await this.#many(`${where} ORDER BY asked.id DESC LIMIT 1`, values);
    return first;
  }

  async #many(rest: string, values: readonly unknown[]): Promise<readonly Approval[]> {
    const text = `SELECT ${approvalColumns} FROM approvals AS asked WHERE ${rest}`;
    return (await this.pool.query<ApprovalRow>(text, [...values])).rows.map(toApproval);
  }

  async #changed(text: string, values: readonly unknown[]): Promise<boolean> {
    return (await this.pool.query(text, [...values])).rowCount === 1;
  }

  async #inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    try {
      await client.query('BEGIN');
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } catch (cause) {
      await client.query('ROLLBACK').catch(() => undefined);
      throw cause;
    } finally {
      client.release();
    }
  }
}

/** Locks it, so that one change of what people decided follows another. */
async function isWaiting(client: pg.PoolClient, id: string, at: number): Promise<boolean> {
  const text = `SELECT FROM approvals WHERE id = $1 AND state = 'pending' AND expires_at > ${ms('$2')} FOR UPDATE`;
  return (await client.query(text, [id, at])).rowCount === 1;
}

const insertStatement = `INSERT INTO approvals (id, organisation_id, invocation_id, principal_id, api_key_id,
    idempotency_key, tool, version, version_id, level, arguments_digest, policy_digest, policies, why, marks, needed,
    opened_at, expires_at, subject, sealed)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::jsonb, $14, $15::jsonb, $16, ${ms('$17')},
    ${ms('$18')}, $19, $20)
  ON CONFLICT (principal_id, idempotency_key) WHERE state = 'pending' AND idempotency_key IS NOT NULL DO NOTHING`;

const valuesOf = (approval: Approval): readonly unknown[] => [
  approval.id,
  approval.organisationId,
  approval.invocationId,
  approval.principalId,
  approval.keyId,
  approval.idempotencyKey,
  approval.tool,
  approval.version,
  approval.versionId,
  approval.level,
  approval.argumentsDigest,
  approval.policyDigest,
  JSON.stringify(approval.policies),
  approval.why,
  JSON.stringify(approval.risks),
  approval.needed,
  approval.openedAt,
  approval.expiresAt,
  approval.subject,
];

/** A denial ends it, as do as many consents as are needed. */
const closeWhenDecided = `UPDATE approvals AS asked
  SET state = CASE WHEN $2 = 'deny' THEN 'denied' ELSE 'approved' END, closed_at = ${ms('$3')}
  WHERE id = $1 AND ($2 = 'deny' OR needed <= (
    SELECT count(*) FROM approval_decisions AS said WHERE said.approval_id = asked.id AND said.decision = 'approve'
  ))`;
