import type { CheckpointView, HashedRecord, SignedGroupView } from '@assay/contracts';
import { canonicalJson, sha256 } from './canonical-json.js';
import type { ReadKey } from './public-key.js';

const digestText = async (text: string): Promise<string> => `sha256:${await sha256(new TextEncoder().encode(text))}`;

/** What the first record of a chain points to. */
export const chainStart = (chain: string): Promise<string> => digestText(`assay audit chain ${chain}`);

/** SHA-256 over the previous hash, a line feed, and the record's canonical JSON with its time in milliseconds. */
export function recordHash({ previous, hash: _hash, at, ...record }: HashedRecord): Promise<string> {
  const { chain, sequence, organisationId, principalId, action, subject, details } = record;
  const members = { action, at: Date.parse(at), chain, details, organisationId, principalId, sequence, subject };
  return digestText(`${previous}\n${canonicalJson(members)}`);
}

/** What is signed of a group of records. */
export const groupText = ({ chain, first, last, root, signedAt }: SignedGroupView): string =>
  `assay-receipts-v1\n${chain}\n${first}-${last}\n${root}\n${signedAt}`;

/** What is signed of a checkpoint. */
export const checkpointText = ({ number, chain, sequence, hash, state, at }: CheckpointView): string =>
  `assay-checkpoint-v1\n${number}\n${chain}\n${sequence}\n${hash}\n${state}\n${at}`;

/** Why a signature of the registry does not hold, as the end of a sentence; null when it does. */
export async function signatureProblem(
  keys: readonly ReadKey[],
  { keyId, signature }: { readonly keyId: string; readonly signature: string },
  text: string,
  at: string,
): Promise<string | null> {
  const key = keys.find((it) => it.keyId === keyId);
  if (key === undefined) return `was made with the key ${keyId}, which is not among your trusted keys`;
  if (!(await key.verify(text, signature))) return `is none of the key ${keyId} over this content`;
  if (key.until !== null && Date.parse(at) > key.until) return `was made after the key ${keyId} had ended`;
  return null;
}
