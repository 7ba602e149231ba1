import { type AuditVerdict, parseExactJson, type Receipt } from '@assay/contracts';
import type { RecordedCallGroup } from '@assay/gateway';
import {
  type AuditKey,
  AuditKeys,
  type Failure,
  fail,
  type KeptLink,
  ok,
  type Result,
  type SignatureVerifier,
} from '@assay/kernel';
import type pg from 'pg';
import { isChainName, isCount, isMoment } from './cursor-parts.js';
import { type AuditExport, type ExportQuery, exportRecords } from './export-records.js';
import { type KeptReceipt, receiptAt } from './receipt-at.js';
import { type RecordRow, recordColumns, toKeptRecord } from './record-rows.js';
import { type VerifyOptions, verifyChains } from './verify-chains.js';
import type { WrittenEnd } from './written-end.js';

export type KeptRecord = KeptLink;

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
  /** Checks every chain of every organisation from the first record on. */
  verify(options?: VerifyOptions): Promise<AuditVerdict>;
  /** Groups among the newest recorded calls of an organisation since a time, the most frequent first. */
  callGroups(
    organisationId: string,
    since: number,
    limits: { readonly calls: number; readonly groups: number },
  ): Promise<readonly RecordedCallGroup[]>;
  /** About how many records there are, without counting them. */
  estimate(): Promise<number>;
  /** As it was recorded last: of a call that waited for a person there are two records, or more. */
  findInvocation(id: string): Promise<KeptInvocation | undefined>;
  /** The record a receipt names, and its way to a signature. */
  receipt(receipt: Pick<Receipt, 'chain' | 'sequence'>): Promise<KeptReceipt | undefined>;
  /** Refuses a cursor that it did not make. */
  export(query: ExportQuery): Promise<Result<AuditExport, Failure>>;
}

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
    const isPosition = isMoment(at) && isChainName(chain) && isCount(sequence);
    return isPosition ? ({ at, chain, sequence } as Position) : undefined;
  } catch {
    return undefined;
  }
}

export interface AuditReaderOptions {
  readonly pool: pg.Pool;
  readonly verifier: Pick<SignatureVerifier, 'verify'>;
  /** The registry's keys, former ones included. */
  readonly keys: () => Promise<readonly AuditKey[]>;
  /** What this server wrote itself; absent where only others' writing is read. */
  readonly end?: () => WrittenEnd;
}

/** Reads the audit log in PostgreSQL. */
export class PostgresAuditReader implements AuditReader {
  private readonly pool: pg.Pool;

  constructor(private readonly options: AuditReaderOptions) {
    this.pool = options.pool;
  }

  async list(query: AuditQuery): Promise<Result<AuditPage, Failure>> {
    const before = query.cursor === undefined ? null : decodeCursor(query.cursor);
    if (before === undefined) {
      return fail('invalid_request', 'The cursor is not valid for this list; start again without a cursor.');
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

  async verify(options?: VerifyOptions): Promise<AuditVerdict> {
    const { keys, verifier } = this.options;
    const end = this.options.end?.();
    return verifyChains(this.pool, new AuditKeys(await keys(), verifier), { end, ...options });
  }

  async callGroups(
    organisationId: string,
    since: number,
    { calls, groups }: { readonly calls: number; readonly groups: number },
  ): Promise<readonly RecordedCallGroup[]> {
    const { rows } = await this.pool.query<RecordedCallGroup>(
      `SELECT principal_id AS "principalId", subject AS tool, count(*)::int AS calls
       FROM (
         SELECT principal_id, subject FROM audit_records
         WHERE organisation_id = $1 AND at >= to_timestamp($2 / 1000.0) AND action = 'tool.call'
         ORDER BY at DESC LIMIT $3
       ) AS newest
       GROUP BY principal_id, subject ORDER BY calls DESC, subject, principal_id LIMIT $4`,
      [organisationId, since, calls, groups],
    );
    return rows;
  }

  async estimate(): Promise<number> {
    const { rows } = await this.pool.query<{ estimate: string }>(
      `SELECT coalesce(sum(greatest(reltuples, 0)), 0)::bigint AS estimate FROM pg_class
       JOIN pg_inherits ON inhrelid = pg_class.oid WHERE inhparent = 'audit_records'::regclass`,
    );
    return Number(rows[0]?.estimate ?? 0);
  }

  receipt(receipt: Pick<Receipt, 'chain' | 'sequence'>): Promise<KeptReceipt | undefined> {
    return receiptAt(this.pool, receipt);
  }

  export(query: ExportQuery): Promise<Result<AuditExport, Failure>> {
    return exportRecords(this.pool, query);
  }

  async findInvocation(id: string): Promise<KeptInvocation | undefined> {
    const { rows } = await this.pool.query<RecordRow & { body: string }>(
      `SELECT call.organisation_id, call.principal_id, (extract(epoch FROM call.at) * 1000)::bigint AS at, call.body::text AS body,
         call.chain, call.sequence, record.hash
       FROM invocations AS call
       LEFT JOIN audit_records AS record
         ON record.chain = call.chain AND record.sequence = call.sequence AND record.at = call.at
       WHERE call.id = $1
         AND call.principal_id IS NOT DISTINCT FROM (SELECT principal_id FROM invocations WHERE id = $1 ORDER BY at LIMIT 1)
       ORDER BY call.at DESC, call.sequence DESC LIMIT 1`,
      [id],
    );
    const row = rows[0];
    if (!row) return undefined;
    return {
      organisationId: row.organisation_id,
      principalId: row.principal_id,
      at: Number(row.at),
      body: parseExactJson(row.body),
      receipt: row.hash === null ? null : { chain: row.chain, sequence: Number(row.sequence), hash: row.hash },
    };
  }
}
