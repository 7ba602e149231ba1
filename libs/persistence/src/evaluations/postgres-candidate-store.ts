import {
  type CandidateCounts,
  type CandidateState,
  type CandidateStore,
  type CandidateTotals,
  type CountsOfHour,
  noCounts,
} from '@assay/gateway';
import { hourMs } from '@assay/kernel';
import type pg from 'pg';

interface StateRow extends Omit<CandidateState, 'since' | 'rolledBackAt'> {
  readonly since: Date;
  readonly rolledBackAt: Date | null;
}

const stateColumns = `id, organisation_id AS "organisationId", epoch, since, rolled_back_at AS "rolledBackAt", reason`;

/** Columns of counts by their members. */
const countColumns: Readonly<Record<keyof CandidateCounts, string>> = {
  calls: 'calls',
  failures: 'failures',
  ms: 'ms',
  primaryCalls: 'primary_calls',
  primaryFailures: 'primary_failures',
  primaryMs: 'primary_ms',
  same: 'same',
  withinTolerance: 'within_tolerance',
  different: 'different',
  leftOut: 'left_out',
};
const members = Object.keys(countColumns) as (keyof CandidateCounts)[];
const columns = Object.values(countColumns);
const sums = members.map((it) => `sum(c.${countColumns[it]})::float8 AS "${it}"`).join(', ');

/** Results of shadows and canaries in PostgreSQL. */
export class PostgresCandidateStore implements CandidateStore {
  constructor(private readonly pool: pg.Pool) {}

  async states(): Promise<readonly CandidateState[]> {
    const { rows } = await this.pool.query<StateRow>(`SELECT ${stateColumns} FROM candidates ORDER BY id`);
    return rows.map(toState);
  }

  async add({ id, organisationId, epoch, at, counts }: CountsOfHour, since: number): Promise<CandidateTotals> {
    await this.pool.query(
      `INSERT INTO candidates (id, organisation_id, epoch, since) VALUES ($1, $2, 1, $3) ON CONFLICT (id) DO NOTHING`,
      [id, organisationId, new Date(at)],
    );
    await this.pool.query(
      `INSERT INTO candidate_counts (candidate_id, epoch, hour, organisation_id, ${columns.join(', ')})
       SELECT id, epoch, $3, organisation_id, ${columns.map((_, index) => `$${index + 4}`).join(', ')}
       FROM candidates WHERE id = $1 AND epoch = $2
       ON CONFLICT (candidate_id, epoch, hour) DO UPDATE
       SET ${columns.map((it) => `${it} = candidate_counts.${it} + excluded.${it}`).join(', ')}`,
      [id, epoch, hourOf(at), ...members.map((it) => counts[it])],
    );
    const found = (await this.#totals([id], since)).get(id);
    if (found === undefined) throw new Error('A candidate that was counted is gone.');
    return found;
  }

  totals = (ids: readonly string[]): Promise<ReadonlyMap<string, CandidateTotals>> => this.#totals(ids, 0);

  async rollBack(id: string, epoch: number, at: number, reason: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `UPDATE candidates SET rolled_back_at = $3, reason = $4
       WHERE id = $1 AND epoch = $2 AND rolled_back_at IS NULL`,
      [id, epoch, new Date(at), reason],
    );
    return rowCount === 1;
  }

  async resume(id: string, at: number): Promise<CandidateState | undefined> {
    const { rows } = await this.pool.query<StateRow>(
      `UPDATE candidates SET epoch = epoch + 1, since = $2, rolled_back_at = NULL, reason = NULL
       WHERE id = $1 AND rolled_back_at IS NOT NULL RETURNING ${stateColumns}`,
      [id, new Date(at)],
    );
    return rows.map(toState)[0];
  }

  async forget(before: number): Promise<number> {
    const { rowCount } = await this.pool.query('DELETE FROM candidate_counts WHERE hour < $1', [new Date(before)]);
    return rowCount ?? 0;
  }

  async #totals(ids: readonly string[], since: number): Promise<ReadonlyMap<string, CandidateTotals>> {
    const { rows } = await this.pool.query<StateRow & Record<keyof CandidateCounts, number | null>>(
      `SELECT s.id, s.organisation_id AS "organisationId", s.epoch, s.since, s.rolled_back_at AS "rolledBackAt",
         s.reason, ${sums}
       FROM candidates s
       LEFT JOIN candidate_counts c ON c.candidate_id = s.id AND c.epoch = s.epoch AND c.hour >= $2
       WHERE s.id = ANY($1::uuid[]) GROUP BY s.id`,
      [[...ids], hourOf(since)],
    );
    return new Map(
      rows.map((row) => {
        const totals = Object.fromEntries(members.map((it) => [it, row[it] ?? noCounts[it]])) as unknown;
        return [row.id, { state: toState(row), totals: totals as CandidateCounts }];
      }),
    );
  }
}

const hourOf = (at: number): Date => new Date(Math.floor(at / hourMs) * hourMs);

const toState = ({ id, organisationId, epoch, since, rolledBackAt, reason }: StateRow): CandidateState => ({
  ...{ id, organisationId, epoch, reason },
  since: since.getTime(),
  rolledBackAt: rolledBackAt?.getTime() ?? null,
});
