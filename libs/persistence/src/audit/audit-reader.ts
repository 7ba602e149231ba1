import type { AuditVerdict, Receipt } from '@assay/contracts';
import { type ChainedRecord, type Failure, fail, ok, type Result } from '@assay/core';
import type pg from 'pg';
import { verifyChains } from './verify-chains.js';

/** A record as it is kept. */
export interface KeptRecord extends ChainedRecord {
  readonly previous: string;
  readonly hash: string;
}

export interface AuditQuery {
  readonly organisationId: string;
  readonly action?: string;
  readonly subject?: string;
  readonly cursor?: string;
  readonly limit: number;
}

export interface AuditPage {
  readonly items: readonly KeptRecord[];
  readonly nextCursor: string | null;
}

/** A call as it was recorded. The body was written before its receipt was known to it. */
export interface KeptInvocation {
  readonly organisationId: string | null;
  readonly principalId: string | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly body: unknown;
  /** Null when the audit record beside it is missing, which only tampering can bring about. */
  readonly receipt: Receipt | null;
}

export interface AuditReader {
  /** Newest first. Refuses a cursor that it did not make. */
  list(query: AuditQuery): Promise<Result<AuditPage, Failure>>;
  /** Recomputes every chain of every organisation from the first record on. */
  verify(): Promise<AuditVerdict>;
  findInvocation(id: string): Promise<KeptInvocation | undefined>;
}

export interface RecordRow {
  readonly chain: string;
  readonly sequence: string;
  readonly at: string;
  readonly organisation_id: string | null;
  readonly principal_id: string | null;
  readonly action: string;
  readonly subject: string;
  readonly details: Record<string, unknown>;
  readonly previous: string;
  readonly hash: string;
}

/** Columns of a record; times as milliseconds. */
export const recordColumns = `chain, sequence, (extract(epoch FROM at) * 1000)::bigint AS at, organisation_id,
  principal_id, action, subject, details, previous, hash`;

export const toKeptRecord = (row: RecordRow): KeptRecord => ({
  chain: row.chain,
  sequence: Number(row.sequence),
  at: Number(row.at),
  organisationId: row.organisation_id,
  principalId: row.principal_id,
  action: row.action,
  subject: row.subject,
  details: row.details,
  previous: row.previous,
  hash: row.hash,
});

interface Position {
  readonly at: number;
  readonly chain: string;
  readonly sequence: number;
}

const encodeCursor = ({ at, chain, sequence }: Position): string =>
  Buffer.from(JSON.stringify([at, chain, sequence])).toString('base64url');

function decodeCursor(cursor: string): Position | undefined {
  try {
    const [at, chain, sequence] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown[];
    const isPosition = Number.isSafeInteger(at) && typeof chain === 'string' && Number.isSafeInteger(sequence);
    return isPosition ? ({ at, chain, sequence } as Position) : undefined;
  } catch {
    return undefined;
  }
}

/** Reads the audit log in PostgreSQL. */
export class PostgresAuditReader implements AuditReader {
  constructor(private readonly pool: pg.Pool) {}

  async list(query: AuditQuery): Promise<Result<AuditPage, Failure>> {
    const before = query.cursor === undefined ? null : decodeCursor(query.cursor);
    if (before === undefined) {
      return fail('invalid_request', 'The cursor is not one of this list; begin again without a cursor.');
    }
    const { rows } = await this.pool.query<RecordRow>(
      `SELECT ${recordColumns} FROM audit_records
       WHERE organisation_id = $1 AND ($2::text IS NULL OR action = $2) AND ($3::text IS NULL OR subject = $3)
         AND ($4::bigint IS NULL OR at <= to_timestamp($4 / 1000.0))
         AND ($4::bigint IS NULL OR (at, chain, sequence) < (to_timestamp($4 / 1000.0), $5::text, $6::bigint))
       ORDER BY audit_records.at DESC, chain DESC, sequence DESC LIMIT $7`,
      [
        query.organisationId,
        query.action ?? null,
        query.subject ?? null,
        before?.at ?? null,
        before?.chain ?? null,
        before?.sequence ?? null,
        query.limit + 1,
      ],
    );
    const items = rows.slice(0, query.limit).map(toKeptRecord);
    const last = items.at(-1);
    return ok({ items, nextCursor: rows.length > query.limit && last ? encodeCursor(last) : null });
  }

  verify(): Promise<AuditVerdict> {
    return verifyChains(this.pool);
  }

  async findInvocation(id: string): Promise<KeptInvocation | undefined> {
    const { rows } = await this.pool.query<RecordRow & { body: unknown }>(
      `SELECT call.organisation_id, call.principal_id, (extract(epoch FROM call.at) * 1000)::bigint AS at, call.body,
         call.chain, call.sequence, record.hash
       FROM invocations AS call
       LEFT JOIN audit_records AS record
         ON record.chain = call.chain AND record.sequence = call.sequence AND record.at = call.at
       WHERE call.id = $1 ORDER BY call.at LIMIT 1`,
      [id],
    );
    const row = rows[0];
    if (!row) return undefined;
    return {
      organisationId: row.organisation_id,
      principalId: row.principal_id,
      at: Number(row.at),
      body: row.body,
      receipt: row.hash === null ? null : { chain: row.chain, sequence: Number(row.sequence), hash: row.hash },
    };
  }
}
