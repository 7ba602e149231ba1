import type { AuditVerdict } from '@assay/contracts';
import { chainStart, linkHash } from '@assay/core';
import type pg from 'pg';
import { type KeptRecord, type RecordRow, recordColumns, toKeptRecord } from './audit-reader.js';

const batchSize = 5_000;

/**
 * Walks every chain in order and recomputes each link; stops at the first break. Memory is bounded by one batch.
 * What a chain's end looked like cannot be told from the chain alone.
 */
export async function verifyChains(pool: pg.Pool): Promise<AuditVerdict> {
  let last: KeptRecord | undefined;
  let length = 0;
  let chains = 0;
  for await (const record of everyRecord(pool)) {
    const begins = last?.chain !== record.chain;
    const reason = breakBetween(begins ? undefined : last, record);
    if (begins) chains += 1;
    length += 1;
    if (reason !== undefined) {
      return { ok: false, length, chains, firstBreak: { chain: record.chain, sequence: record.sequence, reason } };
    }
    last = record;
  }
  return { ok: true, length, chains };
}

/** Why a record cannot follow the one before it in its chain; undefined when it can. */
function breakBetween(before: KeptRecord | undefined, record: KeptRecord): string | undefined {
  const expected = (before?.sequence ?? 0) + 1;
  if (record.sequence > expected) {
    return record.sequence === expected + 1
      ? `record ${expected} is missing`
      : `records ${expected} to ${record.sequence - 1} are missing`;
  }
  if (record.sequence < expected) return `record ${record.sequence} is there twice`;
  const previous = before?.hash ?? chainStart(record.chain);
  if (record.previous !== previous) return 'it does not point to the record before it';
  return linkHash(previous, record) === record.hash ? undefined : 'its content does not match its hash';
}

async function* everyRecord(pool: pg.Pool): AsyncGenerator<KeptRecord> {
  let after: KeptRecord | undefined;
  for (;;) {
    const { rows }: { rows: RecordRow[] } = await pool.query<RecordRow>(
      `SELECT ${recordColumns} FROM audit_records
       WHERE (chain, sequence, at) > ($1::text, $2::bigint, to_timestamp($3::bigint / 1000.0))
       ORDER BY chain, sequence, audit_records.at LIMIT ${batchSize}`,
      [after?.chain ?? '', after?.sequence ?? 0, after?.at ?? 0],
    );
    const records = rows.map(toKeptRecord);
    yield* records;
    after = records.at(-1);
    if (records.length < batchSize) return;
  }
}
