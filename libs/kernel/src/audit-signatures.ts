import { isoTime } from './iso-time.js';
import { merkleRoot } from './merkle-tree.js';
import type { SignatureVerifier, Signer } from './signer.js';

/** Records of one chain that were written together, signed together. Times in ms since the epoch. */
export interface SignedGroup {
  readonly chain: string;
  /** Sequences of the first and the last record; every one between them belongs to it. */
  readonly first: number;
  readonly last: number;
  /** Merkle root over the records' hashes in their order. */
  readonly root: string;
  readonly signedAt: number;
  readonly keyId: string;
  readonly signature: string;
}

/**
 * What a checkpoint says of its chain: it goes on, its writer ended it, its writer left it without a word, or the records
 * up to here were removed because they were old enough.
 */
export const checkpointStates = ['open', 'closed', 'left', 'pruned'] as const;
export type CheckpointState = (typeof checkpointStates)[number];

/** How far a chain had come, signed. Checkpoints of all chains are numbered from 1 without gaps. */
export interface Checkpoint {
  readonly number: number;
  readonly chain: string;
  readonly sequence: number;
  /** Of the record of that sequence. */
  readonly hash: string;
  readonly state: CheckpointState;
  readonly at: number;
  readonly keyId: string;
  readonly signature: string;
}

/** Most records of a group. */
export const groupCap = 500;

/** What is signed of a group: five lines, the first of which keeps this purpose apart from every other. */
export const groupText = ({ chain, first, last, root, signedAt }: Omit<SignedGroup, 'keyId' | 'signature'>): string =>
  `assay-receipts-v1\n${chain}\n${first}-${last}\n${root}\n${isoTime(signedAt)}`;

/** What is signed of a checkpoint. */
export const checkpointText = (checkpoint: Omit<Checkpoint, 'keyId' | 'signature'>): string => {
  const { number, chain, sequence, hash, state, at } = checkpoint;
  return `assay-checkpoint-v1\n${number}\n${chain}\n${sequence}\n${hash}\n${state}\n${isoTime(at)}`;
};

/** Signs records that follow each other in a chain, by their hashes. */
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

/** A public key and until when what it signs is believed; null while there is no end. */
export interface AuditKey {
  readonly keyId: string;
  readonly publicKey: string;
  readonly validUntil: number | null;
}

/** Checks what the registry's keys, former ones included, have signed. */
export class AuditKeys {
  /** Those whose signatures were met and held. */
  readonly used = new Set<string>();
  readonly #keys: ReadonlyMap<string, AuditKey>;
  readonly #verifier: Pick<SignatureVerifier, 'verify'>;

  constructor(keys: readonly AuditKey[], verifier: Pick<SignatureVerifier, 'verify'>) {
    this.#keys = new Map(keys.map((key) => [key.keyId, key]));
    this.#verifier = verifier;
  }

  /** Why a signature does not hold; undefined when it does. */
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
