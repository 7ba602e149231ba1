import type { AuditVerdict } from '@assay/contracts';
import { type AuditKeys, type ChainBreak, ChainCheck } from '@assay/kernel';
import type pg from 'pg';
import { type ChainOutline, chainEvents, nextChain, outlineOf, strayOf } from './chain-reader.js';
import { missingAtEnd, type WrittenEnd } from './written-end.js';

export interface VerifyOptions {
  /** Called regularly with the number of checked records. */
  readonly onProgress?: ((checked: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** What the verifying server wrote itself, and so must find. */
  readonly end?: WrittenEnd | undefined;
}

/** So many parts of a chain are checked before others get their turn: signatures take a fraction of a millisecond each. */
const partsAtOnce = 100;
const reportEvery = 5_000;

interface Counts {
  length: number;
  chains: number;
  groups: number;
  unsigned: number;
  uncovered: number;
  pruned: number;
}

/**
 * Walks every chain in order and checks links, signatures and checkpoints; stops at the first break. Memory is bounded by
 * a batch of rows, whatever the length. Chains that were removed whole are missed by the numbers of their checkpoints.
 */
export async function verifyChains(pool: pg.Pool, keys: AuditKeys, options: VerifyOptions = {}): Promise<AuditVerdict> {
  const counts: Counts = { length: 0, chains: 0, groups: 0, unsigned: 0, uncovered: 0, pruned: 0 };
  let firstBreak: ChainBreak | undefined;
  for (let chain = await nextChain(pool); chain !== undefined; chain = await nextChain(pool, chain)) {
    counts.chains += 1;
    const stray = await strayOf(pool, chain);
    firstBreak =
      stray === undefined
        ? await verifySteadily(pool, chain, keys, counts, options)
        : { chain, sequence: 0, reason: `${stray} is outside every chain` };
    if (firstBreak !== undefined) break;
  }
  const checkpoints = await numberedCheckpoints(pool);
  firstBreak ??= checkpoints.missing ?? (options.end && (await missingAtEnd(pool, options.end)));
  return {
    ok: firstBreak === undefined,
    ...counts,
    checkpoints: checkpoints.last,
    keys: [...keys.used].sort(),
    ...(firstBreak && { firstBreak }),
  };
}

/** Old months may be removed while a chain is read: it is read again from where it begins now. */
async function verifySteadily(
  pool: pg.Pool,
  chain: string,
  keys: AuditKeys,
  counts: Counts,
  options: VerifyOptions,
): Promise<ChainBreak | undefined> {
  const before = { ...counts };
  for (let outline = await outlineOf(pool, chain); ; ) {
    const found = await verifyChain(pool, outline, keys, counts, options);
    const now = found === undefined ? outline : await outlineOf(pool, chain);
    if (now.pruned?.number === outline.pruned?.number) return found;
    Object.assign(counts, before);
    outline = now;
  }
}

async function verifyChain(
  pool: pg.Pool,
  outline: ChainOutline,
  keys: AuditKeys,
  counts: Counts,
  { onProgress, signal }: VerifyOptions,
): Promise<ChainBreak | undefined> {
  const { chain, pruned, upTo } = outline;
  const isSigned = outline.signedFrom !== null || outline.isSpokenFor;
  const check = new ChainCheck({ chain, from: pruned, isSigned }, keys);
  let parts = 0;
  for await (const event of chainEvents(pool, chain, 0, upTo)) {
    if (event.kind === 'record') counts.length += 1;
    const found = check.next(event);
    if (found !== undefined) return found;
    if (event.kind === 'group') counts.groups += 1;
    parts += 1;
    if (parts % partsAtOnce === 0) await aTurn(signal);
    if (event.kind === 'record' && counts.length % reportEvery === 0) onProgress?.(counts.length);
  }
  counts.unsigned += check.unsigned;
  counts.uncovered += check.uncovered;
  counts.pruned += pruned?.sequence ?? 0;
  return check.end();
}

async function aTurn(signal: AbortSignal | undefined): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  signal?.throwIfAborted();
}

/** The number of the last checkpoint, and the first that is missing before it. */
async function numberedCheckpoints(pool: pg.Pool): Promise<{ last: number; missing: ChainBreak | undefined }> {
  const { rows } = await pool.query<{ last: string; missing: string | null; chain: string | null }>(
    `WITH numbered AS (
       SELECT number, chain, number - 1 AS before, lag(number, 1, 0) OVER (ORDER BY number) AS present
       FROM audit_checkpoints
     ), gap AS (SELECT present + 1 AS missing, chain FROM numbered WHERE present <> before ORDER BY number LIMIT 1)
     SELECT coalesce(max(number), 0) AS last, (SELECT missing FROM gap), (SELECT chain FROM gap)
     FROM audit_checkpoints`,
  );
  const [row] = rows;
  const missing =
    row?.missing == null
      ? undefined
      : {
          chain: row.chain ?? '',
          sequence: 0,
          reason: `checkpoint ${row.missing} is missing: it was removed, possibly with a whole chain`,
        };
  return { last: Number(row?.last ?? 0), missing };
}
