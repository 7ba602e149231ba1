import type { AcceptedCall, AcceptedCalls, AcceptedReach, AcceptedState } from '@assay/gateway';
import type pg from 'pg';
import type { HolderLease } from '../idempotency/holder-lease.js';

interface Row {
  readonly id: string;
  readonly organisation_id: string;
  readonly principal_id: string;
  readonly asked_for: string;
  readonly key: string | null;
  readonly accepted_at: Date;
  readonly reached_tool: string | null;
  readonly reached_version: string | null;
  readonly is_held: boolean;
}

export interface AcceptedCallsOptions {
  readonly pool: pg.Pool;
  readonly lease: HolderLease;
}

const columns = 'id, organisation_id, principal_id, asked_for, key, accepted_at, reached_tool, reached_version';
const holderLives = `EXISTS (
  SELECT FROM idempotency_holders AS held WHERE held.id = accepted.holder AND held.lease_until > clock_timestamp())`;

/** Accepted calls as rows, held under the lease that the process has for its idempotency keys as well. */
export class PostgresAcceptedCalls implements AcceptedCalls {
  readonly #pool: pg.Pool;
  readonly #lease: HolderLease;

  constructor({ pool, lease }: AcceptedCallsOptions) {
    this.#pool = pool;
    this.#lease = lease;
  }

  async start(): Promise<void> {
    await this.#lease.hold();
  }

  async accept({ id, organisationId, principalId, askedFor, key, acceptedAt }: AcceptedCall): Promise<void> {
    const holder = await this.#lease.hold();
    await this.#pool.query({
      name: 'accept-call',
      text: `INSERT INTO accepted_calls (id, organisation_id, principal_id, asked_for, key, holder, accepted_at)
        VALUES ($1, $2, $3, $4, $5, $6, to_timestamp($7 / 1000.0))`,
      values: [id, organisationId, principalId, askedFor, key, holder, acceptedAt],
    });
  }

  async reach(id: string, { tool, version }: AcceptedReach): Promise<boolean> {
    const { rowCount } = await this.#pool.query({
      name: 'reach-accepted',
      text: `UPDATE accepted_calls SET reached_tool = $3, reached_version = $4
        WHERE id = $1 AND holder = $2 AND NOT is_lost`,
      values: [id, await this.#lease.hold(), tool, version],
    });
    return rowCount === 1;
  }

  async find(id: string): Promise<AcceptedState | undefined> {
    const { rows } = await this.#pool.query<Row>(
      `SELECT ${columns}, (NOT is_lost AND ${holderLives}) AS is_held FROM accepted_calls AS accepted WHERE id = $1`,
      [id],
    );
    return rows[0] && toState(rows[0]);
  }

  async end(id: string): Promise<void> {
    await this.#pool.query({ name: 'end-accepted', text: 'DELETE FROM accepted_calls WHERE id = $1', values: [id] });
  }

  async cancel(id: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      `UPDATE accepted_calls AS accepted SET is_unwanted = true WHERE id = $1 AND NOT is_lost AND ${holderLives}`,
      [id],
    );
    return rowCount === 1;
  }

  async unwanted(): Promise<readonly string[]> {
    const { rows } = await this.#pool.query<{ id: string }>({
      name: 'unwanted-calls',
      text: 'SELECT id FROM accepted_calls WHERE holder = $1 AND is_unwanted AND NOT is_lost',
      values: [await this.#lease.hold()],
    });
    return rows.map((row) => row.id);
  }

  async takeLost(id: string): Promise<AcceptedState | undefined> {
    const { rows } = await this.#pool.query<Row>(
      `UPDATE accepted_calls AS accepted SET holder = $1, is_lost = true
       WHERE id = $2 AND (is_lost OR NOT ${holderLives}) RETURNING ${columns}, false AS is_held`,
      [await this.#lease.hold(), id],
    );
    return rows[0] && toState(rows[0]);
  }
}

const toState = (row: Row): AcceptedState => ({
  id: row.id,
  organisationId: row.organisation_id,
  principalId: row.principal_id,
  askedFor: row.asked_for,
  key: row.key,
  acceptedAt: row.accepted_at.getTime(),
  reached: row.reached_tool === null ? null : { tool: row.reached_tool, version: row.reached_version ?? '' },
  isHeld: row.is_held,
});
