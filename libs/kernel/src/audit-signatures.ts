import { isoTime } from './iso-time.js';
import { merkleRoot } from './merkle-tree.js';
import type { SignatureVerifier, Signer } from './signer.js';

/** Records of one chain, written and signed together. Times in ms since the epoch. */
export interface SignedGroup {
  readonly chain: string;
  /** Sequences of the first and the last record; the group includes every record between them. */
  readonly first: number;
  readonly last: number;
  /** Merkle root over the records' hashes in order. */
  readonly root: string;
  readonly signedAt: number;
  readonly keyId: string;
  readonly signature: string;
}

/**
 * The chain's state at a checkpoint: it continues, its writer closed it, its writer stopped without closing it, or the
 * records up to here were removed at the end of their retention.
 */
export const checkpointStates = ['open', 'closed', 'left', 'pruned'] as const;
export type CheckpointState = (typeof checkpointStates)[number];

/** A signed position in a chain. Checkpoints of all chains are numbered from 1 without gaps. */
export interface Checkpoint {
  readonly number: number;
  readonly chain: string;
  readonly sequence: number;
  /** Of the record with that sequence. */
  readonly hash: string;
  readonly state: CheckpointState;
  readonly at: number;
  readonly keyId: string;
  readonly signature: string;
}

/** Maximum records of a group. */
export const groupCap = 500;

/** The signed text of a group: five lines, the first of which separates this purpose from every other. */
export const groupText = ({ chain, first, last, root, signedAt }: Omit<SignedGroup, 'keyId' | 'signature'>): string =>
  `assay-receipts-v1\n${chain}\n${first}-${last}\n${root}\n${isoTime(signedAt)}`;

/** The signed text of a checkpoint. */
export const checkpointText = (checkpoint: Omit<Checkpoint, 'keyId' | 'signature'>): string => {
  const { number, chain, sequence, hash, state, at } = checkpoint;
  return `assay-checkpoint-v1\n${number}\n${chain}\n${sequence}\n${hash}\n${state}\n${isoTime(at)}`;
};

/** Signs consecutive records of a chain by their hashes. */
export function signGroup(
  signer: Signer,
  { chain, first, hashes }: { readonly chain: string; readonly first: number; readonly hashes: readonly string[] },
  signedAt: number,
): SignedGroup {
  const group = { chain, first, last: first + hashes.length - 1, root: merkleRoot(hashes), signedAt };
  return { ...group, keyId: signer.keyId, signature: signer.sign(groupText(group)) };
}

export const signCheckpoint = (signer: Signer, checkpoint: Omit<Checkpoint, 'keyId' | 'signature'>): Checkpoint => ({
  ...checkpoint,
  keyId: signer.keyId,
  signature: signer.sign(checkpointText(checkpoint)),
});

/** A public key and the time until which its signatures are trusted; null while there is no end. */
export interface AuditKey {
  readonly keyId: string;
  readonly publicKey: string;
  readonly validUntil: number | null;
}

/** Verifies signatures of the registry's current and former keys. */
export class AuditKeys {
  /** Keys with at least one valid signature so far. */
  readonly used = new Set<string>();
  readonly #keys: ReadonlyMap<string, AuditKey>;
  readonly #verifier: Pick<SignatureVerifier, 'verify'>;

  constructor(keys: readonly AuditKey[], verifier: Pick<SignatureVerifier, 'verify'>) {
    this.#keys = new Map(keys.map((key) => [key.keyId, key]));
    this.#verifier = verifier;
  }

  /** Why a signature is invalid; undefined when it is valid. */
  problem(
    text: string,
    { keyId, signature }: Pick<SignedGroup, 'keyId' | 'signature'>,
    at: number,
  ): string | undefined {
    const key = this.#keys.get(keyId);
    if (key === undefined) return `made with the key ${keyId}, which is none of the registry's`;
    if (key.validUntil !== null && at > key.validUntil) return `made after the key ${keyId} had ended`;
    if (!this.#verifier.verify(key.publicKey, text, signature)) return `not one of the key ${keyId}`;
    this.used.add(keyId);
    return undefined;
  }
}
