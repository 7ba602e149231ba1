import type { Checkpoint, CheckpointState, SignedGroup } from '@assay/kernel';

export interface GroupRow {
  readonly chain: string;
  readonly first: string;
  readonly last: string;
  readonly root: string;
  readonly signed_at: string;
  readonly key_id: string;
  readonly signature: string;
}

/** Columns of a group; times as milliseconds. */
export const groupColumns = `chain, first, last, root, (extract(epoch FROM signed_at) * 1000)::bigint AS signed_at,
  key_id, signature`;

export const toSignedGroup = (row: GroupRow): SignedGroup => ({
  chain: row.chain,
  first: Number(row.first),
  last: Number(row.last),
  root: row.root,
  signedAt: Number(row.signed_at),
  keyId: row.key_id,
  signature: row.signature,
});

export interface CheckpointRow {
  readonly number: string;
  readonly chain: string;
  readonly sequence: string;
  readonly hash: string;
  readonly state: CheckpointState;
  readonly at: string;
  readonly key_id: string;
  readonly signature: string;
}

/** Columns of a checkpoint; times as milliseconds. */
export const checkpointColumns = `number, chain, sequence, hash, state, (extract(epoch FROM at) * 1000)::bigint AS at,
  key_id, signature`;

export const toCheckpoint = (row: CheckpointRow): Checkpoint => ({
  number: Number(row.number),
  chain: row.chain,
  sequence: Number(row.sequence),
  hash: row.hash,
  state: row.state,
  at: Number(row.at),
  keyId: row.key_id,
  signature: row.signature,
});
