import type { ChainBreak } from '@assay/kernel';
import type pg from 'pg';
import type { PostgresAuditLog } from './postgres-audit-log.js';

/** How far a server knows that the log goes, because it wrote it. */
export interface WrittenEnd {
  /** The last record of its own chain that became durable; undefined before there is one. */
  readonly head: PostgresAuditLog['head'];
  /** The number of the last checkpoint it wrote; 0 before there is one. */
  readonly lastCheckpoint: number;
}

/**
 * What is missing at the end of the log: a server that is running remembers what it wrote, so it notices records and
 * checkpoints that were cut off, and a database that was put back as it was before. Records removed by the retention
 * period are not missing.
 */
export async function missingAtEnd(
  pool: pg.Pool,
  { head, lastCheckpoint }: WrittenEnd,
): Promise<ChainBreak | undefined> {
  if (head === undefined) return undefined;
  const { rows } = await pool.query<{ hash: string | null; ends: string | null; pruned: string | null; last: string }>(
    `SELECT (SELECT hash FROM audit_records WHERE chain = $1 AND sequence = $2) AS hash,
       (SELECT max(sequence) FROM audit_records WHERE chain = $1) AS ends,
       (SELECT max(sequence) FROM audit_checkpoints WHERE chain = $1 AND state = 'pruned') AS pruned,
       (SELECT coalesce(max(number), 0) FROM audit_checkpoints) AS last`,
    [head.chain, head.sequence],
  );
  const [row] = rows;
  const at = { chain: head.chain, sequence: head.sequence };
  if (row?.hash == null && Number(row?.pruned ?? 0) < head.sequence) {
    const end = Number(row?.ends ?? 0);
    return { ...at, reason: `this server wrote records up to ${head.sequence}, and the log ends at ${end}` };
  }
  if (row?.hash != null && row.hash !== head.hash)
    return { ...at, reason: 'this server wrote another record in this place' };
  const last = Number(row?.last ?? 0);
  if (last >= lastCheckpoint) return undefined;
  return { ...at, reason: `this server wrote checkpoint ${lastCheckpoint}, and the last one here is ${last}` };
}
