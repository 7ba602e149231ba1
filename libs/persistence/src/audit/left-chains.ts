import { AuditKeys, ChainCheck, type Checkpoint, type Clock, type Signer } from '@assay/kernel';
import type pg from 'pg';
import { inTransaction } from '../ownership/in-transaction.js';
import type { AuditReaderOptions } from './audit-reader.js';
import { chainEvents } from './chain-reader.js';
import { checkpointEveryMs } from './checkpoints.js';
import { type CheckpointRow, checkpointColumns, toCheckpoint } from './group-rows.js';
import { writeCheckpoint } from './write-checkpoint.js';

export interface LeftChainsOptions extends AuditReaderOptions {
  readonly signer: Signer;
  readonly clock: Pick<Clock, 'now'>;
  /** Of this server, which speaks for itself. */
  readonly ownChain: string;
  /** Called for a chain whose end does not match its signature; it gets no checkpoint. */
  readonly onProblem?: ((cause: unknown) => void) | undefined;
}

interface Head {
  readonly chain: string;
  readonly sequence: number;
  readonly hash: string;
}

/** A server that lives would have said something by then. */
const silentForMs = 3 * checkpointEveryMs;

/**
 * Gives chains whose servers died without a word their last checkpoint, once the records since the one before have been
 * checked: what no server signed is not signed now either. Answers how many there were.
 */
export async function closeLeftChains(options: LeftChainsOptions): Promise<number> {
  const { pool, clock, signer, ownChain } = options;
  let closed = 0;
  for (const head of await uncoveredHeads(pool, clock.now() - silentForMs)) {
    if (head.chain === ownChain) continue;
    const problem = await problemBehindCheckpoint(options, head);
    if (problem !== undefined) {
      options.onProblem?.(new Error(`The audit chain ${head.chain} gets no checkpoint: ${problem}.`));
      continue;
    }
    const { chain, sequence, hash } = head;
    const draft = { chain, sequence, hash, state: 'left', at: clock.now() } as const;
    await inTransaction(pool, (client) => writeCheckpoint(client, signer, draft));
    closed += 1;
  }
  return closed;
}

async function problemBehindCheckpoint(options: LeftChainsOptions, head: Head): Promise<string | undefined> {
  const { pool, keys, verifier } = options;
  const from = await lastCheckpoint(pool, head.chain);
  const check = new ChainCheck({ chain: head.chain, from, isSigned: true }, new AuditKeys(await keys(), verifier));
  for await (const event of chainEvents(pool, head.chain, from?.sequence ?? 0, head.sequence)) {
    const found = check.next(event);
    if (found !== undefined) return `record ${found.sequence}: ${found.reason}`;
  }
  return check.end()?.reason;
}

async function lastCheckpoint(pool: pg.Pool, chain: string): Promise<Checkpoint | undefined> {
  const { rows } = await pool.query<CheckpointRow>(
    `SELECT ${checkpointColumns} FROM audit_checkpoints WHERE chain = $1 ORDER BY sequence DESC, number DESC LIMIT 1`,
    [chain],
  );
  return rows[0] && toCheckpoint(rows[0]);
}

/**
 * Chains of before receipts were signed have nothing but their links. Once, before the first checkpoint of all, their ends
 * are signed as they are found; from then on nothing unsigned is taken in.
 */
export async function adoptUnsignedChains(pool: pg.Pool, signer: Signer, clock: Pick<Clock, 'now'>): Promise<number> {
  const present = await pool.query('SELECT FROM audit_checkpoints LIMIT 1');
  if ((present.rowCount ?? 0) > 0) return 0;
  const adopted = await inTransaction(pool, async (client) => {
    await client.query("SELECT pg_advisory_xact_lock(hashtext('assay.audit_checkpoints'))");
    const { rowCount } = await client.query('SELECT FROM audit_checkpoints LIMIT 1');
    if (rowCount !== 0) return 0;
    const { rows } = await client.query<HeadRow>(`${heads} WHERE NOT EXISTS (
      SELECT FROM audit_groups WHERE audit_groups.chain = chains.chain)`);
    for (const { chain, sequence, hash } of rows) {
      const draft = { chain, sequence: Number(sequence), hash, state: 'left', at: clock.now() } as const;
      await writeCheckpoint(client, signer, draft);
    }
    return rows.length;
  });
  return adopted ?? 0;
}

interface HeadRow {
  readonly chain: string;
  readonly sequence: string;
  readonly hash: string;
}

async function uncoveredHeads(pool: pg.Pool, before: number): Promise<Head[]> {
  const { rows } = await pool.query<HeadRow>(
    `${heads}
     WHERE head.at < to_timestamp($1 / 1000.0) AND head.sequence > coalesce(
       (SELECT max(sequence) FROM audit_checkpoints WHERE audit_checkpoints.chain = chains.chain), 0)`,
    [before],
  );
  return rows.map(({ chain, sequence, hash }) => ({ chain, sequence: Number(sequence), hash }));
}

/** Every chain with its last record: two looks into an index a chain, however many records there are. */
const heads = `
  WITH RECURSIVE chains AS (
    (SELECT min(chain) AS chain FROM audit_records)
    UNION ALL
    SELECT (SELECT min(record.chain) FROM audit_records AS record WHERE record.chain > chains.chain)
    FROM chains WHERE chains.chain IS NOT NULL
  )
  SELECT chains.chain, head.sequence, head.hash FROM chains CROSS JOIN LATERAL (
    SELECT sequence, hash, at FROM audit_records AS record
    WHERE record.chain = chains.chain ORDER BY sequence DESC, at DESC LIMIT 1
  ) AS head`;
