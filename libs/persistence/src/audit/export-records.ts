import type { AuditLine, HashedRecord } from '@assay/contracts';
import {
  type ChainEvent,
  type Checkpoint,
  type Failure,
  fail,
  isoTime,
  isoTimeOrNull,
  type KeptLink,
  ok,
  type Result,
  type SignedGroup,
} from '@assay/kernel';
import type pg from 'pg';
import { chainEvents, nextChain, outlineOf } from './chain-reader.js';
import { isChainName, isCount, isMoment } from './cursor-parts.js';

export interface ExportQuery {
  readonly organisationId: string;
  /** Its name, for the first line. */
  readonly organisation: string;
  /** Milliseconds since the epoch, as `until` and `now`. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  /** Of a mark; the times asked for are those of the export it comes from. */
  readonly cursor?: string | undefined;
  readonly now: number;
}

export interface AuditExport {
  lines(): AsyncGenerator<AuditLine, void>;
}

/** The position of an export: times in ms, and the last exported record. */
interface Position {
  readonly from: number | null;
  readonly until: number | null;
  /** The last checkpoint there was when it began. */
  readonly checkpoints: number;
  readonly chain: string;
  readonly sequence: number;
}

/** A broken export loses so many records at most. */
const markEvery = 1_000;

/**
 * Tells the records of an organisation chain by chain with groups and checkpoints between them; of others' records the
 * hashes, without which the chain could not be checked. Times choose whole groups, so that their signatures can be
 * checked without their neighbours.
 */
export async function exportRecords(pool: pg.Pool, query: ExportQuery): Promise<Result<AuditExport, Failure>> {
  const resumed = query.cursor === undefined ? undefined : decodeCursor(query.cursor);
  if (query.cursor !== undefined && resumed === undefined)
    return fail('invalid_request', 'The cursor is not from an export; start again without a cursor.');
  const { from = null, until = null } = query;
  if (from !== null && until !== null && from >= until)
    return fail('invalid_request', 'The start time is not before the end time.');
  const position = resumed ?? { from, until, checkpoints: await lastNumber(pool), chain: '', sequence: 0 };
  return ok({ lines: () => new Telling(pool, query, position).lines(resumed === undefined) });
}

async function lastNumber(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ last: string | null }>('SELECT max(number) AS last FROM audit_checkpoints');
  return Number(rows[0]?.last ?? 0);
}

const encodeCursor = ({ from, until, checkpoints, chain, sequence }: Position): string =>
  Buffer.from(JSON.stringify(['export', from, until, checkpoints, chain, sequence])).toString('base64url');

function decodeCursor(cursor: string): Position | undefined {
  try {
    const [kind, from, until, checkpoints, chain, sequence] = JSON.parse(
      Buffer.from(cursor, 'base64url').toString('utf8'),
    ) as unknown[];
    const isTime = (value: unknown): boolean => value === null || isMoment(value);
    const isPosition =
      kind === 'export' &&
      isTime(from) &&
      isTime(until) &&
      isCount(checkpoints) &&
      isChainName(chain) &&
      isCount(sequence);
    return isPosition ? ({ from, until, checkpoints, chain, sequence } as Position) : undefined;
  } catch {
    return undefined;
  }
}

class Telling {
  #records = 0;
  #hidden = 0;
  #sinceMark = 0;

  constructor(
    private readonly pool: pg.Pool,
    private readonly query: ExportQuery,
    private readonly start: Position,
  ) {}

  async *lines(isFirst: boolean): AsyncGenerator<AuditLine, void> {
    const { from, until, chain: reached, sequence } = this.start;
    const { organisation, now } = this.query;
    const times = { at: isoTime(now), from: isoTimeOrNull(from), until: isoTimeOrNull(until) };
    if (isFirst) yield { type: 'export', version: 1, organisation, ...times, checkpoints: this.start.checkpoints };
    if (reached !== '') yield* this.#chain(reached, sequence);
    for (
      let chain = await nextChain(this.pool, reached);
      chain !== undefined;
      chain = await nextChain(this.pool, chain)
    )
      yield* this.#chain(chain, undefined);
    yield { type: 'end', records: this.#records, hidden: this.#hidden };
  }

  async *#chain(chain: string, reached: number | undefined): AsyncGenerator<AuditLine, void> {
    const range = await this.#rangeOf(chain);
    if (range === undefined) return;
    const { pruned } = range;
    if (reached === undefined && pruned !== undefined && range.after < pruned.sequence) yield checkpointLine(pruned);
    const after = reached ?? range.after;
    let last: { readonly kind: ChainEvent['kind']; readonly sequence: number } | undefined;
    for await (const event of chainEvents(this.pool, chain, after, range.upTo)) {
      if (event.kind === 'record' && last !== undefined && this.#isMarkDue(last.kind, range.isSigned)) {
        this.#sinceMark = 0;
        yield { type: 'mark', cursor: encodeCursor({ ...this.start, chain, sequence: last.sequence }) };
      }
      last = {
        kind: event.kind,
        sequence: event.kind === 'record' ? event.record.sequence : (last?.sequence ?? after),
      };
      yield this.#line(event);
    }
  }

  /** A mark stands between groups, never within one. */
  #isMarkDue = (last: ChainEvent['kind'], isSigned: boolean): boolean =>
    this.#sinceMark >= markEvery && (last !== 'record' || !isSigned);

  #line(event: ChainEvent): AuditLine {
    if (event.kind === 'group') return groupLine(event.group);
    if (event.kind === 'checkpoint') return checkpointLine(event.checkpoint);
    const { record } = event;
    this.#sinceMark += 1;
    if (record.organisationId === this.query.organisationId) {
      this.#records += 1;
      return { type: 'record', ...hashedRecord(record) };
    }
    this.#hidden += 1;
    return { type: 'hidden', chain: record.chain, sequence: record.sequence, hash: record.hash };
  }

  /** Whole groups that begin in the time asked for; undefined when there are none. */
  async #rangeOf(chain: string) {
    const { from, until } = this.start;
    const { upTo, signedFrom, pruned } = await outlineOf(this.pool, chain);
    const isSigned = signedFrom !== null;
    if (from === null && until === null) return { after: 0, upTo, isSigned, pruned };
    const [table, first, last] = isSigned
      ? ['audit_groups', 'first', 'last']
      : ['audit_records', 'sequence', 'sequence'];
    const { rows } = await this.pool.query<{ after: string | null; last: string | null }>(
      `SELECT (SELECT ${first} - 1 FROM ${table} WHERE chain = $1 AND ($2::bigint IS NULL OR at >= to_timestamp($2 / 1000.0))
           ORDER BY ${last} LIMIT 1) AS after,
         (SELECT ${last} FROM ${table} WHERE chain = $1 AND ($3::bigint IS NULL OR at < to_timestamp($3 / 1000.0))
           ORDER BY ${last} DESC LIMIT 1) AS last`,
      [chain, from, until],
    );
    const [row] = rows;
    if (row?.after == null || row.last == null || Number(row.last) <= Number(row.after)) return undefined;
    const after = from === null ? 0 : Number(row.after);
    return { after, upTo: Math.min(upTo, Number(row.last)), isSigned, pruned };
  }
}

/** A record with everything its hash covers. */
export const hashedRecord = (record: KeptLink): HashedRecord => ({
  chain: record.chain,
  sequence: record.sequence,
  at: isoTime(record.at),
  organisationId: record.organisationId,
  principalId: record.principalId,
  action: record.action,
  subject: record.subject,
  details: record.details,
  previous: record.previous,
  hash: record.hash,
});

const groupLine = (group: SignedGroup): AuditLine => ({ type: 'group', ...group, signedAt: isoTime(group.signedAt) });
const checkpointLine = (it: Checkpoint): AuditLine => ({ type: 'checkpoint', ...it, at: isoTime(it.at) });
