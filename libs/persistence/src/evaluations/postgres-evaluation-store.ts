import {
  type ChosenCase,
  type DoneCase,
  type EvaluatedCase,
  type Evaluation,
  type EvaluationStore,
  maxRunningEvaluations,
} from '@assay/gateway';
import type pg from 'pg';
import { inTransaction } from '../ownership/in-transaction.js';

type Request = Pick<Evaluation, 'caller' | 'tool' | 'against' | 'calls' | 'limit' | 'tolerance'>;

interface Row {
  readonly id: string;
  readonly organisationId: string;
  readonly request: Request;
  readonly chosen: readonly ChosenCase[] | null;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly problem: string | null;
}

/** Evaluations in PostgreSQL. */
export class PostgresEvaluationStore implements EvaluationStore {
  constructor(private readonly pool: pg.Pool) {}

  async begin(evaluation: Evaluation): Promise<boolean> {
    const { id, organisationId, caller, tool, against, calls, limit, tolerance, startedAt } = evaluation;
    const request: Request = { caller, tool, against, calls, limit, tolerance };
    const begun = await inTransaction(this.pool, async (client) => {
      // One after the other, so that the last place is given once.
      await client.query('SELECT FROM organisations WHERE id = $1 FOR NO KEY UPDATE', [organisationId]);
      const { rowCount } = await client.query(
        `INSERT INTO evaluations (id, organisation_id, principal_id, request, started_at)
         SELECT $1, $2, $3, $4, $5
         WHERE (SELECT count(*) FROM evaluations WHERE organisation_id = $2 AND ended_at IS NULL) < $6`,
        [id, organisationId, caller.principalId, JSON.stringify(request), new Date(startedAt), maxRunningEvaluations],
      );
      return rowCount === 1;
    });
    return begun ?? false;
  }

  async find(id: string): Promise<Evaluation | undefined> {
    const { rows } = await this.pool.query<Row>(
      `SELECT id, organisation_id AS "organisationId", request, chosen, started_at AS "startedAt",
         ended_at AS "endedAt", problem
       FROM evaluations WHERE id = $1`,
      [id],
    );
    const [row] = rows;
    if (row === undefined) return undefined;
    const cases = await this.pool.query<{ at: number; body: EvaluatedCase }>(
      'SELECT at, body FROM evaluation_cases WHERE evaluation_id = $1 ORDER BY at',
      [id],
    );
    const { request, startedAt, endedAt, ...rest } = row;
    return {
      ...rest,
      ...request,
      cases: cases.rows.map(({ at, body }): DoneCase => ({ ...body, at })),
      startedAt: startedAt.getTime(),
      endedAt: endedAt?.getTime() ?? null,
    };
  }

  async choose(id: string, chosen: readonly ChosenCase[]): Promise<void> {
    await this.pool.query('UPDATE evaluations SET chosen = $2 WHERE id = $1 AND chosen IS NULL', [
      id,
      JSON.stringify(chosen),
    ]);
  }

  async addCase(id: string, at: number, found: EvaluatedCase): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `INSERT INTO evaluation_cases (evaluation_id, at, organisation_id, body)
       SELECT id, $2, organisation_id, $3 FROM evaluations WHERE id = $1 AND ended_at IS NULL
       ON CONFLICT (evaluation_id, at) DO NOTHING`,
      [id, at, JSON.stringify(found)],
    );
    return rowCount === 1;
  }

  async end(id: string, endedAt: number, problem: string | null): Promise<void> {
    await this.pool.query('UPDATE evaluations SET ended_at = $2, problem = $3 WHERE id = $1 AND ended_at IS NULL', [
      id,
      new Date(endedAt),
      problem,
    ]);
  }

  async unfinished(before: number, limit: number): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ id: string }>(
      'SELECT id FROM evaluations WHERE ended_at IS NULL AND started_at < $1 ORDER BY started_at, id LIMIT $2',
      [new Date(before), limit],
    );
    return rows.map(({ id }) => id);
  }

  async forget(before: number): Promise<number> {
    const { rowCount } = await this.pool.query('DELETE FROM evaluations WHERE ended_at < $1', [new Date(before)]);
    return rowCount ?? 0;
  }
}
