import type { ChainEvent, Checkpoint, KeptLink, SignedGroup } from '@assay/kernel';
import type pg from 'pg';
import {
  type CheckpointRow,
  checkpointColumns,
  type GroupRow,
  groupColumns,
  toCheckpoint,
  toSignedGroup,
} from './group-rows.js';
import { type RecordRow, recordColumns, toKeptRecord } from './record-rows.js';

/** Sequences read at once; what a reader holds in memory. */
const windowSize = 2_000;

/** What can be said of a chain before it is read. */
export interface ChainOutline {
  readonly chain: string;
  /** Sequence of the last record, group or checkpoint there is; nothing later is read. */
  readonly upTo: number;
  /** First record of the first group; null when none of its records is signed in one. */
  readonly signedFrom: number | null;
  /** Whether its own server has signed a checkpoint of it: one that does signs its records in groups, too. */
  readonly isSpokenFor: boolean;
  /** The last checkpoint that says that records were removed. */
  readonly pruned: Checkpoint | undefined;
}

/** The first chain in the order of their names, or the next one after another; undefined after the last. */
export async function nextChain(pool: pg.Pool, after?: string): Promise<string | undefined> {
  const later = after === undefined ? '' : 'WHERE chain > $1';
  const { rows } = await pool.query<{ chain: string | null }>(
    `SELECT min(chain) AS chain FROM (
       SELECT min(chain) AS chain FROM audit_records ${later}
       UNION ALL SELECT min(chain) FROM audit_groups ${later}
       UNION ALL SELECT min(chain) FROM audit_checkpoints ${later}
     ) AS first`,
    after === undefined ? [] : [after],
  );
  return rows[0]?.chain ?? undefined;
}

/**
 * What stands under a chain's name at a sequence that no chain has, such as 0 or -1, in words; undefined when nothing
 * does. No walk from the first record on would come by it.
 */
export async function strayOf(pool: pg.Pool, chain: string): Promise<string | undefined> {
  const outside = (column: string) => `(${column} < 1 OR ${column} > ${Number.MAX_SAFE_INTEGER})`;
  const { rows } = await pool.query<{ what: string }>(
    `(SELECT 'record ' || sequence AS what FROM audit_records WHERE chain = $1 AND ${outside('sequence')} LIMIT 1)
     UNION ALL (SELECT 'the signed group ' || first || ' to ' || last FROM audit_groups
       WHERE chain = $1 AND ${outside('last')} LIMIT 1)
     UNION ALL (SELECT 'checkpoint ' || number || ' at ' || sequence FROM audit_checkpoints
       WHERE chain = $1 AND ${outside('sequence')} LIMIT 1)`,
    [chain],
  );
  return rows[0]?.what;
}

/** Signatures are looked at before records are: what is written meanwhile then never looks like a cut end. */
export async function outlineOf(pool: pg.Pool, chain: string): Promise<ChainOutline> {
  const signed = await pool.query<{ first: string | null; spoken: boolean; last: string }>(
    `SELECT (SELECT first FROM audit_groups WHERE chain = $1 ORDER BY last LIMIT 1) AS first,
       EXISTS (SELECT FROM audit_checkpoints WHERE chain = $1 AND state IN ('open', 'closed')) AS spoken,
       greatest(0, (SELECT max(last) FROM audit_groups WHERE chain = $1),
         (SELECT max(sequence) FROM audit_checkpoints WHERE chain = $1)) AS last`,
    [chain],
  );
  const kept = await pool.query<{ last: string | null }>(
    'SELECT max(sequence) AS last FROM audit_records WHERE chain = $1',
    [chain],
  );
  const pruned = await pool.query<CheckpointRow>(
    `SELECT ${checkpointColumns} FROM audit_checkpoints WHERE chain = $1 AND state = 'pruned'
     ORDER BY sequence DESC LIMIT 1`,
    [chain],
  );
  const [row] = signed.rows;
  return {
    chain,
    upTo: Math.max(Number(row?.last ?? 0), Number(kept.rows[0]?.last ?? 0)),
    signedFrom: row?.first == null ? null : Number(row.first),
    isSpokenFor: row?.spoken ?? false,
    pruned: pruned.rows[0] && toCheckpoint(pruned.rows[0]),
  };
}

/**
 * What a chain holds after one sequence and up to another, in the order in which it is checked. It is read by windows of
 * sequences, so that each read is a short walk along an index whatever the planner knows of the table, and at most one
 * window is in memory.
 */
export async function* chainEvents(
  pool: pg.Pool,
  chain: string,
  after: number,
  upTo: number,
): AsyncGenerator<ChainEvent> {
  for (let from: number | undefined = after; from !== undefined && from < upTo; ) {
    const to: number = Math.min(from + windowSize, upTo);
    const events = await windowOf({ pool, chain, from, to });
    yield* events;
    from = events.length > 0 ? to : await beforeNext(pool, chain, to);
  }
}

interface Window {
  readonly pool: pg.Pool;
  readonly chain: string;
  /** Everything after this sequence … */
  readonly from: number;
  /** … and up to this one. */
  readonly to: number;
}

/** A record, the group that ends with it, checkpoints at it. */
async function windowOf(window: Window): Promise<ChainEvent[]> {
  const [records, groups, checkpoints] = await Promise.all([
    recordsOf(window),
    groupsOf(window),
    checkpointsOf(window),
  ]);
  const placed = [
    ...records.map((record) => ({ at: record.sequence, event: { kind: 'record', record } as const })),
    ...groups.map((group) => ({ at: group.last, event: { kind: 'group', group } as const })),
    ...checkpoints.map((checkpoint) => ({
      at: checkpoint.sequence,
      event: { kind: 'checkpoint', checkpoint } as const,
    })),
  ];
  // Sorting keeps the order of equals: records first, then groups.
  return placed.sort((a, b) => a.at - b.at).map(({ event }) => event);
}

/** Where to continue after an empty window: a forged record with a distant number does not cause a long scan. */
async function beforeNext(pool: pg.Pool, chain: string, after: number): Promise<number | undefined> {
  const { rows } = await pool.query<{ next: string | null }>(
    `SELECT least((SELECT min(sequence) FROM audit_records WHERE chain = $1 AND sequence > $2),
       (SELECT min(last) FROM audit_groups WHERE chain = $1 AND last > $2),
       (SELECT min(sequence) FROM audit_checkpoints WHERE chain = $1 AND sequence > $2)) AS next`,
    [chain, after],
  );
  return rows[0]?.next == null ? undefined : Number(rows[0].next) - 1;
}

/** One record too many shows that one is there twice; a million forged ones need not be read. */
async function recordsOf({ pool, chain, from, to }: Window): Promise<KeptLink[]> {
  const { rows } = await pool.query<RecordRow>(
    `SELECT ${recordColumns} FROM audit_records WHERE chain = $1 AND sequence > $2 AND sequence <= $3
     ORDER BY sequence, audit_records.at LIMIT ${windowSize + 1}`,
    [chain, from, to],
  );
  return rows.map(toKeptRecord);
}

async function groupsOf({ pool, chain, from, to }: Window): Promise<SignedGroup[]> {
  const { rows } = await pool.query<GroupRow>(
    `SELECT ${groupColumns} FROM audit_groups WHERE chain = $1 AND last > $2 AND last <= $3
     ORDER BY last, audit_groups.at LIMIT ${windowSize + 1}`,
    [chain, from, to],
  );
  return rows.map(toSignedGroup);
}

/** Several may stand at one record: of a chain that was left, and later pruned. */
async function checkpointsOf({ pool, chain, from, to }: Window): Promise<Checkpoint[]> {
  const { rows } = await pool.query<CheckpointRow>(
    `SELECT ${checkpointColumns} FROM audit_checkpoints WHERE chain = $1 AND sequence > $2 AND sequence <= $3
     ORDER BY sequence, number`,
    [chain, from, to],
  );
  return rows.map(toCheckpoint);
}
