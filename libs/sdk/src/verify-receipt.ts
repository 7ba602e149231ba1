import type { Envelope, SignedReceipt } from '@assay/contracts';
import { groupText, recordHash, signatureProblem } from './audit-texts.js';
import { digestJson } from './canonical-json.js';
import { rootByPath } from './merkle-path.js';
import { readPublicKey, type TrustedKey } from './public-key.js';

export interface ReceiptVerification {
  /** Whether the registry signed exactly this record, and the envelope, when one was given, is the one it records. */
  readonly ok: boolean;
  readonly keyId: string | null;
  readonly signedAt: string | null;
  /** Everything that is wrong, a sentence each; empty when all is well. */
  readonly problems: readonly string[];
}

/**
 * Verifies a signed receipt with keys that are already trusted, offline: recomputes the record's hash from its content
 * and its path to the root (RFC 6962), and verifies the signature (Ed25519) of that root. With the envelope of the call
 * it also checks that arguments and result match the record. @throws TypeError when one of the keys is not an Ed25519
 * public key.
 */
export async function verifyReceipt(
  receipt: SignedReceipt,
  keys: readonly TrustedKey[],
  envelope?: Envelope,
): Promise<ReceiptVerification> {
  const { record, proof, invocationId } = receipt;
  const problems: string[] = [];
  if ((await recordHash(record)) !== record.hash) problems.push('The record is not the one that was hashed.');
  if (record.details.invocationId !== invocationId) problems.push('The record is that of another call.');
  if (proof === null) problems.push('The record has no signature of its own: only a checkpoint covers it.');
  else problems.push(...(await proofProblems(receipt, proof, keys)));
  if (envelope !== undefined) problems.push(...(await envelopeProblems(receipt, envelope)));
  return { ok: problems.length === 0, keyId: proof?.keyId ?? null, signedAt: proof?.signedAt ?? null, problems };
}

async function proofProblems(
  { record }: SignedReceipt,
  proof: NonNullable<SignedReceipt['proof']>,
  keys: readonly TrustedKey[],
): Promise<string[]> {
  const { chain, first, last, index, path, root, signedAt } = proof;
  const isPlace = chain === record.chain && first + index === record.sequence;
  const led = isPlace ? await rootByPath(record.hash, index, last - first + 1, path) : undefined;
  const known = await Promise.all(keys.map(readPublicKey));
  const problem = await signatureProblem(known, proof, groupText(proof), signedAt);
  return [
    ...(led === root ? [] : ['The proof does not lead from the record to the root that was signed.']),
    ...(problem === null ? [] : [`The signature ${problem}.`]),
  ];
}

async function envelopeProblems({ record }: SignedReceipt, envelope: Envelope): Promise<string[]> {
  const { details } = record;
  const { provenance, receipt, output } = envelope;
  const problems: string[] = [];
  const differs = (what: string, isSame: boolean): void => {
    if (!isSame) problems.push(`The envelope's ${what} is not the recorded one.`);
  };
  differs('id', envelope.id === details.invocationId);
  differs('status', envelope.status === details.status);
  differs('tool', record.subject === `${envelope.tool}@${envelope.version ?? '?'}`);
  if (receipt !== null) differs('receipt', receipt.hash === record.hash);
  if (provenance !== null) {
    differs('digest of the arguments', provenance.argumentsDigest === details.argumentsDigest);
    differs('digest of the result', provenance.resultDigest === details.resultDigest);
  }
  // Whatever the envelope says of itself: an output is the recorded one or it is not.
  if (output !== undefined) differs('output', (await digestJson(output)) === details.resultDigest);
  return problems;
}
