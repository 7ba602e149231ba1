import { parseExactJson } from '@assay/contracts';
import { digestText, type Sealer } from '@assay/kernel';
import type { CallNote, CallNoteStore, NotedCall } from '@assay/runs';
import type pg from 'pg';

const ms = (place: string): string => `to_timestamp(${place}::bigint / 1000.0)`;

interface NoteRow {
  readonly sealed: string;
}

/** What calls of compositions noted, in PostgreSQL, sealed. */
export class PostgresCallNoteStore implements CallNoteStore {
  constructor(
    private readonly pool: pg.Pool,
    private readonly sealer: Sealer,
  ) {}

  async recall(call: NotedCall, isAgain: boolean, at: number): Promise<readonly CallNote[]> {
    const { principalId, key, invocationId } = call;
    const { rows } = await this.pool.query<NoteRow>(
      `WITH older AS (
         DELETE FROM call_notes
         WHERE principal_id = $1 AND call_digest = $2 AND invocation_id <> $3 AND NOT $5::boolean
       )
       UPDATE call_notes SET invocation_id = $3, touched_at = ${ms('$4')}
       WHERE principal_id = $1 AND call_digest = $2 AND (invocation_id = $3 OR $5) RETURNING sealed`,
      [principalId, digestText(key), invocationId, at, isAgain],
    );
    return rows.map(({ sealed }) => parseExactJson(this.sealer.open(sealed, placeOf(call))) as CallNote);
  }

  async keep(call: NotedCall, notes: readonly CallNote[], at: number): Promise<void> {
    const { organisationId, principalId, key, invocationId } = call;
    const places = notes.map(({ path }) => digestText(path));
    const sealed = notes.map((note) => this.sealer.seal(JSON.stringify(note), placeOf(call)));
    await this.pool.query(
      `INSERT INTO call_notes (principal_id, call_digest, place_digest, organisation_id, invocation_id, sealed, touched_at)
       SELECT $1, $2, noted.place, $3, $4, noted.sealed, ${ms('$5')}
       FROM unnest($6::text[], $7::text[]) AS noted (place, sealed)
       ON CONFLICT (principal_id, call_digest, place_digest) DO UPDATE
         SET sealed = EXCLUDED.sealed, invocation_id = EXCLUDED.invocation_id, touched_at = EXCLUDED.touched_at`,
      [principalId, digestText(key), organisationId, invocationId, at, places, sealed],
    );
  }

  async forget(untouchedSince: number): Promise<number> {
    const { rowCount } = await this.pool.query(`DELETE FROM call_notes WHERE touched_at < ${ms('$1')}`, [
      untouchedSince,
    ]);
    return rowCount ?? 0;
  }
}

/** Binds what is sealed to its call. */
const placeOf = ({ principalId, key }: NotedCall): string => `call note ${principalId} ${digestText(key)}`;
