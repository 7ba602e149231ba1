import { type Checkpoint, type CheckpointState, type Signer, signCheckpoint } from '@assay/kernel';
import type pg from 'pg';

/** What is to be said of a chain. */
export interface CheckpointDraft {
  readonly chain: string;
  readonly sequence: number;
  readonly hash: string;
  readonly state: CheckpointState;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/**
 * Signs a checkpoint under the next number. One writer at a time among all replicas, so that numbers have no gaps; the
 * client's transaction holds the lock until it ends.
 */
export async function writeCheckpoint(
  client: pg.ClientBase,
  signer: Signer,
  draft: CheckpointDraft,
): Promise<Checkpoint> {
  await client.query("SELECT pg_advisory_xact_lock(hashtext('assay.audit_checkpoints'))");
  const { rows } = await client.query<{ number: string }>(
    'SELECT coalesce(max(number), 0) + 1 AS number FROM audit_checkpoints',
  );
  const checkpoint = signCheckpoint(signer, { ...draft, at: Math.trunc(draft.at), number: Number(rows[0]?.number) });
  await client.query(
    `INSERT INTO audit_checkpoints (number, chain, sequence, hash, state, at, key_id, signature)
     VALUES ($1, $2, $3, $4, $5, to_timestamp($6 / 1000.0), $7, $8)`,
    [
      checkpoint.number,
      checkpoint.chain,
      checkpoint.sequence,
      checkpoint.hash,
      checkpoint.state,
      checkpoint.at,
      checkpoint.keyId,
      checkpoint.signature,
    ],
  );
  return checkpoint;
}
