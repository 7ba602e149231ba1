import type { Receipt } from '@assay/contracts';
import { type KeptLink, merklePath, type SignedGroup } from '@assay/kernel';
import type pg from 'pg';
import { type GroupRow, groupColumns, toSignedGroup } from './group-rows.js';
import { type RecordRow, recordColumns, toKeptRecord } from './record-rows.js';

/** A record and the way from its hash to the root that was signed. */
export interface KeptReceipt {
  readonly record: KeptLink;
  /** Null for records of before receipts were signed. */
  readonly proof: { readonly group: SignedGroup; readonly index: number; readonly path: readonly string[] } | null;
}

/** Reads the whole group, which has a few hundred records at most. */
export async function receiptAt(
  pool: pg.Pool,
  { chain, sequence }: Pick<Receipt, 'chain' | 'sequence'>,
): Promise<KeptReceipt | undefined> {
  const { rows } = await pool.query<RecordRow>(
    `SELECT ${recordColumns} FROM audit_records WHERE chain = $1 AND sequence = $2 ORDER BY audit_records.at LIMIT 1`,
    [chain, sequence],
  );
  const record = rows[0] && toKeptRecord(rows[0]);
  if (record === undefined) return undefined;
  const group = await groupOf(pool, chain, sequence);
  if (group === undefined) return { record, proof: null };
  const hashes = await hashesOf(pool, group);
  const index = sequence - group.first;
  // A group that has lost records cannot be proved any more; the verification says which.
  if (hashes.length !== group.last - group.first + 1) return { record, proof: null };
  return { record, proof: { group, index, path: merklePath(hashes, index) } };
}

async function groupOf(pool: pg.Pool, chain: string, sequence: number): Promise<SignedGroup | undefined> {
  const { rows } = await pool.query<GroupRow>(
    `SELECT ${groupColumns} FROM audit_groups WHERE chain = $1 AND last >= $2 ORDER BY last LIMIT 1`,
    [chain, sequence],
  );
  const group = rows[0] && toSignedGroup(rows[0]);
  return group !== undefined && group.first <= sequence ? group : undefined;
}

async function hashesOf(pool: pg.Pool, { chain, first, last }: SignedGroup): Promise<string[]> {
  const { rows } = await pool.query<{ hash: string }>(
    'SELECT hash FROM audit_records WHERE chain = $1 AND sequence BETWEEN $2 AND $3 ORDER BY sequence, at',
    [chain, first, last],
  );
  return rows.map(({ hash }) => hash);
}
