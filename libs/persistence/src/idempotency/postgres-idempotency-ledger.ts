import {
  type Claim,
  type ClaimAnswer,
  type IdempotencyLedger,
  idempotencyDefaults,
  type KeptResult,
  type KeyedCallState,
  type KeyHeld,
  type KeyUse,
  type LostClaim,
  type Reach,
} from '@assay/gateway';
import type pg from 'pg';
import {
  type CallRow,
  type ClaimRow,
  claimColumns,
  claimStatement,
  findCallStatement,
  takeLostStatement,
  toCallState,
  toClaim,
  toEarlier,
} from './claim-rows.js';
import type { HolderLease } from './holder-lease.js';

export interface IdempotencyLedgerOptions {
  readonly pool: pg.Pool;
  readonly lease: HolderLease;
  /** How long a key is kept; 24 h. */
  readonly keepMs?: number;
}

interface HeldRow {
  readonly invocation_id: string;
  readonly request_digest: string;
  readonly result: KeptResult | null;
}

/**
 * The ledger in one table: a claim is a row, taken by one statement. Leases go by the database's clock, which all
 * replicas share; how long a key is kept goes by the caller's.
 */
export class PostgresIdempotencyLedger implements IdempotencyLedger {
  readonly #options: IdempotencyLedgerOptions;

  constructor(options: IdempotencyLedgerOptions) {
    this.#options = options;
  }

  async claim(use: KeyUse, at: number): Promise<ClaimAnswer> {
    const holder = await this.#options.lease.hold();
    const { organisationId, principalId, key, requestDigest, invocationId } = use;
    const expiresAt = at + this.#keepMs;
    const values = [principalId, key, organisationId, requestDigest, invocationId, holder, at, expiresAt];
    for (;;) {
      const { rows } = await this.#options.pool.query<ClaimRow>({ name: 'claim-key', text: claimStatement, values });
      if (rows[0] !== undefined) return { state: 'claimed', claim: toClaim(rows[0]), earlier: toEarlier(rows[0]) };
      const kept = await this.#row(principalId, key);
      // Freed between the two statements: the next round takes it.
      if (kept !== undefined) return answerOf(kept, requestDigest);
    }
  }

  async reach(claim: Claim, { versionId, tool, version, repeatable }: Reach): Promise<boolean> {
    const { rowCount } = await this.#options.pool.query({
      name: 'reach-under-key',
      text: `UPDATE idempotency_keys
        SET reached_by = invocation_id, reached_version_id = $5, reached_tool = $6, reached_version = $7, reached_repeatable = $8
        WHERE ${isHeld}`,
      values: [...fenced(claim), versionId, tool, version, repeatable],
    });
    return rowCount === 1;
  }

  async finish(claim: Claim, result: KeptResult, unknown: boolean): Promise<boolean> {
    const { rowCount } = await this.#options.pool.query({
      name: 'finish-key',
      text: `UPDATE idempotency_keys SET result = $5::json, unknown = $6, holder = NULL WHERE ${isHeld}`,
      values: [...fenced(claim), JSON.stringify(result), unknown],
    });
    return rowCount === 1;
  }

  async park(claim: Claim, result: KeptResult, until: number): Promise<boolean> {
    const { rowCount } = await this.#options.pool.query(
      `UPDATE idempotency_keys SET result = $5::json, holder = NULL,
         expires_at = GREATEST(expires_at, to_timestamp($6 / 1000.0))
       WHERE ${isHeld}`,
      [...fenced(claim), JSON.stringify(result), until],
    );
    return rowCount === 1;
  }

  async reopen(principalId: string, key: string, at: number): Promise<Claim | undefined> {
    const holder = await this.#options.lease.hold();
    const { rows } = await this.#options.pool.query<ClaimRow>(
      `UPDATE idempotency_keys SET result = NULL, holder = $3, fence = fence + 1,
         expires_at = GREATEST(expires_at, to_timestamp($4 / 1000.0))
       WHERE principal_id = $1 AND key = $2 AND result -> 'envelope' ->> 'status' IN ('awaiting_approval', 'scheduled')
       RETURNING ${claimColumns}`,
      [principalId, key, holder, at + this.#keepMs],
    );
    return rows[0] && toClaim(rows[0]);
  }

  async release(claim: Claim, reached: boolean): Promise<void> {
    const text = reached
      ? `UPDATE idempotency_keys SET holder = NULL WHERE ${isHeld}`
      : `DELETE FROM idempotency_keys WHERE ${isHeld}`;
    await this.#options.pool.query(text, fenced(claim));
  }

  async find(principalId: string, key: string, at: number): Promise<KeyHeld | undefined> {
    const row = await this.#row(principalId, key, at);
    return (
      row && { invocationId: row.invocation_id, requestDigest: row.request_digest, isFinished: row.result !== null }
    );
  }

  async findCall(principalId: string, invocationId: string, at: number): Promise<KeyedCallState | undefined> {
    const { rows } = await this.#options.pool.query<CallRow>({
      name: 'find-keyed-call',
      text: findCallStatement,
      values: [principalId, invocationId, at],
    });
    return rows[0] && toCallState(rows[0]);
  }

  async takeLost(graceMs: number, limit: number): Promise<readonly LostClaim[]> {
    const holder = await this.#options.lease.hold();
    const { rows } = await this.#options.pool.query<ClaimRow>(takeLostStatement, [holder, graceMs, limit]);
    return rows.flatMap((row) => {
      const earlier = toEarlier(row);
      return earlier === null ? [] : [{ claim: toClaim(row), earlier }];
    });
  }

  async reported({ principalId, key }: Pick<Claim, 'principalId' | 'key'>): Promise<void> {
    await this.#options.pool.query('UPDATE idempotency_keys SET told = true WHERE principal_id = $1 AND key = $2', [
      principalId,
      key,
    ]);
  }

  async untold(limit: number) {
    const { rows } = await this.#options.pool.query<ClaimRow & { result: KeptResult }>(
      `SELECT ${claimColumns}, result FROM idempotency_keys
       WHERE unknown AND NOT told AND result IS NOT NULL ORDER BY claimed_at LIMIT $1`,
      [limit],
    );
    return rows.map((row) => ({ ...toClaim(row), ...row.result }));
  }

  async prune(at: number): Promise<number> {
    const { rowCount } = await this.#options.pool.query(
      `DELETE FROM idempotency_keys WHERE expires_at <= to_timestamp($1 / 1000.0)
         AND NOT EXISTS (SELECT FROM idempotency_holders WHERE id = holder AND lease_until > clock_timestamp())`,
      [at],
    );
    await this.#options.pool.query(
      `DELETE FROM idempotency_holders WHERE lease_until < clock_timestamp() - interval '1 day'`,
    );
    return rowCount ?? 0;
  }

  close = (): Promise<void> => this.#options.lease.end();

  get #keepMs(): number {
    return this.#options.keepMs ?? idempotencyDefaults.keepMs;
  }

  async #row(principalId: string, key: string, at: number | null = null): Promise<HeldRow | undefined> {
    const { rows } = await this.#options.pool.query<HeldRow>({
      name: 'find-key',
      text: `SELECT invocation_id, request_digest, result FROM idempotency_keys
        WHERE principal_id = $1 AND key = $2 AND ($3::bigint IS NULL OR expires_at > to_timestamp($3 / 1000.0))`,
      values: [principalId, key, at],
    });
    return rows[0];
  }
}

/** A claim that is nobody else's by now. A key that was set free begins with the first fence again, but for another call. */
const isHeld =
  'principal_id = $1 AND key = $2 AND fence = $3 AND invocation_id = $4 AND holder IS NOT NULL AND result IS NULL';
const fenced = ({ principalId, key, fence, invocationId }: Claim): unknown[] => [principalId, key, fence, invocationId];

function answerOf(
  { invocation_id: invocationId, request_digest, result }: HeldRow,
  requestDigest: string,
): ClaimAnswer {
  if (request_digest !== requestDigest) return { state: 'other', invocationId };
  return result === null ? { state: 'running', invocationId } : { state: 'finished', invocationId, result };
}
