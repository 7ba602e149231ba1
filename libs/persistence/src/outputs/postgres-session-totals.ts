import {
  keepSessionMs,
  type ModelWindow,
  type SessionCall,
  type SessionKey,
  type SessionTotal,
  type SessionTotals,
} from '@assay/gateway';
import type pg from 'pg';

/** Totals of sessions in PostgreSQL, a row for each version that was called in one. */
export class PostgresSessionTotals implements SessionTotals {
  constructor(private readonly pool: pg.Pool) {}

  /** One statement, its rows in the order of their keys, so that two concurrent writers do not deadlock. */
  async add(calls: readonly SessionCall[], at: number): Promise<void> {
    const column = <T>(of: (call: SessionCall) => T): T[] => calls.map(of);
    await this.pool.query(addStatement, [
      column((it) => it.principalId),
      column((it) => it.session),
      column((it) => it.versionId),
      column((it) => it.organisationId),
      column((it) => it.tokens.schemas),
      column((it) => it.tokens.arguments),
      column((it) => it.tokens.result),
      column((it) => it.tokens.validation),
      new Date(at),
      column((it) => it.calls ?? 1),
    ]);
  }

  async read(principalId: string, session: string): Promise<SessionTotal | undefined> {
    const [totals, kept] = await Promise.all([
      this.pool.query<Record<'calls' | 'schemas' | 'arguments' | 'result' | 'validation', string | null>>(
        `SELECT sum(calls) AS calls, sum(schemas) AS schemas, sum(arguments) AS arguments, sum(result) AS result,
           sum(validation) AS validation
         FROM session_tokens WHERE principal_id = $1 AND session = $2`,
        [principalId, session],
      ),
      this.pool.query<{ model_window: ModelWindow | null; released: string }>(
        'SELECT model_window, released FROM session_windows WHERE principal_id = $1 AND session = $2',
        [principalId, session],
      ),
    ]);
    const [row] = totals.rows;
    const [window] = kept.rows;
    if (row === undefined || (row.calls === null && window === undefined)) return undefined;
    const { calls, schemas, arguments: args, result, validation } = row;
    return {
      ...(window?.model_window && { window: window.model_window }),
      released: Number(window?.released ?? 0),
      calls: Number(calls),
      tokens: {
        schemas: Number(schemas),
        arguments: Number(args),
        result: Number(result),
        validation: Number(validation),
      },
    };
  }

  async setWindow(
    { principalId, session, organisationId }: SessionKey,
    window: ModelWindow,
    at: number,
  ): Promise<void> {
    await this.pool.query(
      `INSERT INTO session_windows (principal_id, session, organisation_id, model_window, touched_at)
       SELECT id, $2, $3, $4, $5 FROM principals WHERE id = $1
       ON CONFLICT (principal_id, session) DO UPDATE
       SET model_window = excluded.model_window, touched_at = excluded.touched_at`,
      [principalId, session, organisationId, JSON.stringify(window), new Date(at)],
    );
  }

  async release({ principalId, session, organisationId }: SessionKey, tokens: number, at: number): Promise<void> {
    await this.pool.query(
      `INSERT INTO session_windows AS known (principal_id, session, organisation_id, released, touched_at)
       SELECT id, $2, $3, $4, $5 FROM principals WHERE id = $1
       ON CONFLICT (principal_id, session) DO UPDATE
       SET released = greatest(known.released, excluded.released), touched_at = excluded.touched_at`,
      [principalId, session, organisationId, tokens, new Date(at)],
    );
  }

  async prune(at: number): Promise<number> {
    const before = new Date(at - keepSessionMs);
    const totals = await this.pool.query('DELETE FROM session_tokens WHERE last_call_at <= $1', [before]);
    const windows = await this.pool.query('DELETE FROM session_windows WHERE touched_at <= $1', [before]);
    return (totals.rowCount ?? 0) + (windows.rowCount ?? 0);
  }
}

/** Principals deleted meanwhile are skipped. */
const addStatement = `
  INSERT INTO session_tokens AS known
    (principal_id, session, version_id, organisation_id, calls, schemas, arguments, result, validation, last_call_at)
  SELECT call.principal_id, call.session, call.version_id, call.organisation_id, sum(call.calls), max(call.schemas),
    sum(call.arguments), sum(call.result), sum(call.validation), $9::timestamptz
  FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[],
    $10::bigint[])
    AS call (principal_id, session, version_id, organisation_id, schemas, arguments, result, validation, calls)
  JOIN principals ON principals.id = call.principal_id
  GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3
  ON CONFLICT (principal_id, session, version_id) DO UPDATE
  SET calls = known.calls + excluded.calls, schemas = greatest(known.schemas, excluded.schemas), arguments = known.arguments + excluded.arguments,
    result = known.result + excluded.result, validation = known.validation + excluded.validation,
    last_call_at = greatest(known.last_call_at, excluded.last_call_at)`;
