import { AuditKeys, type Clock, checkpointText, dayMs, type Signer } from '@assay/kernel';
import type pg from 'pg';
import { inTransaction } from '../ownership/in-transaction.js';
import type { AuditReaderOptions } from './audit-reader.js';
import { type CheckpointRow, checkpointColumns, toCheckpoint } from './group-rows.js';
import { writeCheckpoint } from './write-checkpoint.js';

export interface PrunedMonth {
  /** Such as `2026m01`. */
  readonly month: string;
  readonly records: number;
  readonly chains: number;
}

export interface PruneOptions extends AuditReaderOptions {
  readonly signer: Signer;
  readonly clock: Pick<Clock, 'now'>;
  readonly retentionDays: number;
}

/**
 * Removes the oldest month of the audit log whose every record is older than the retention, and which checkpoints cover
 * whole; undefined when there is none. What stays behind of each of its chains is a signed checkpoint that says where the
 * chain begins now. Calls of that month go with their records.
 */
export async function pruneOldestMonth(options: PruneOptions): Promise<PrunedMonth | undefined> {
  const { pool, signer, clock, retentionDays } = options;
  const before = clock.now() - retentionDays * dayMs;
  return inTransaction(pool, async (client) => {
    // Two replicas that prune at once, and the making of partitions, wait for each other.
    await client.query("SELECT pg_advisory_xact_lock(hashtext('assay.ensure_partitions'))");
    const month = await oldestMonth(client, before);
    if (month === undefined) return undefined;
    const partition = `audit_records_y${month}`;
    const ends = await endsWithin(client, partition);
    await requireSigned(client, partition, ends, new AuditKeys(await options.keys(), options.verifier));
    for (const { chain, sequence, hash } of ends)
      await writeCheckpoint(client, signer, {
        chain,
        sequence: Number(sequence),
        hash,
        state: 'pruned',
        at: clock.now(),
      });
    for (const parent of ['audit_records', 'audit_groups', 'invocations'])
      await client.query(`DROP TABLE IF EXISTS ${parent}_y${month}`);
    const records = ends.reduce((sum, { records: of }) => sum + Number(of), 0);
    return { month, records, chains: ends.length };
  });
}

/** Partitions are called `audit_records_y2026m01`; names of another form are none of ours. */
async function oldestMonth(client: pg.ClientBase, before: number): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
     WHERE inhparent = 'audit_records'::regclass AND relname ~ '^audit_records_y[0-9]{4}m[0-9]{2}$'
     ORDER BY relname LIMIT 1`,
  );
  const month = rows[0]?.name.slice('audit_records_y'.length);
  if (month === undefined) return undefined;
  const [year = 0, number = 0] = month.split('m').map(Number);
  return Date.UTC(year, number, 1) <= before ? month : undefined;
}

interface End {
  readonly chain: string;
  readonly sequence: string;
  readonly hash: string;
  readonly records: string;
}

/** @throws when a chain's records in the month are not its first ones, or not covered by a checkpoint. */
async function endsWithin(client: pg.ClientBase, partition: string): Promise<End[]> {
  const { rows } = await client.query<End & { covered: boolean; elsewhere: boolean }>(
    `WITH ends AS (SELECT chain, max(sequence) AS sequence, count(*) AS records FROM ${partition} GROUP BY chain)
     SELECT ends.*, (SELECT hash FROM ${partition} AS last WHERE last.chain = ends.chain AND last.sequence = ends.sequence
         LIMIT 1) AS hash,
       EXISTS (SELECT FROM audit_checkpoints AS it WHERE it.chain = ends.chain AND it.sequence >= ends.sequence) AS covered,
       EXISTS (SELECT FROM audit_records AS it WHERE it.chain = ends.chain AND it.sequence < ends.sequence
         AND it.tableoid <> '${partition}'::regclass) AS elsewhere
     FROM ends ORDER BY chain`,
  );
  const held = rows.find(({ covered, elsewhere }) => !covered || elsewhere);
  if (held === undefined) return rows;
  const reason = held.covered ? 'older records of it are elsewhere' : 'no checkpoint covers it';
  throw new Error(`${partition} is kept although it is old enough: in chain ${held.chain}, ${reason}.`);
}

/** @throws when what covers a chain's records in the month is no checkpoint that the registry has signed. */
async function requireSigned(
  client: pg.ClientBase,
  partition: string,
  ends: readonly End[],
  keys: AuditKeys,
): Promise<void> {
  for (const { chain, sequence } of ends) {
    const { rows } = await client.query<CheckpointRow>(
      `SELECT ${checkpointColumns} FROM audit_checkpoints WHERE chain = $1 AND sequence >= $2
       ORDER BY sequence, number LIMIT 1`,
      [chain, sequence],
    );
    const covering = rows[0] && toCheckpoint(rows[0]);
    const problem = covering && keys.problem(checkpointText(covering), covering, covering.at);
    if (problem !== undefined)
      throw new Error(
        `${partition} is kept although it is old enough: in chain ${chain}, the signature of checkpoint ${covering?.number} is ${problem}.`,
      );
  }
}
