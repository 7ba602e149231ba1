import type { Entry } from '@assay/contracts';
import { entryText, manifestDigest, manifestOf } from './manifest-of.js';
import { type ReadKey, readPublicKey, type TrustedKey } from './public-key.js';

/** Keys that are trusted already: nothing is asked of the network. */
export interface TrustedKeys {
  /** The registry's own. */
  readonly registry: readonly TrustedKey[];
  /** Of the namespace's owners. */
  readonly publisher: readonly TrustedKey[];
}

export interface CheckedSignature {
  readonly by: 'registry' | 'publisher';
  readonly keyId: string;
  readonly signedAt: string;
  /** Why it does not hold; null when it does. */
  readonly problem: string | null;
}

export interface Verification {
  /** Whether the digest is that of the manifest shown, the registry signed it, and every signature there is holds. */
  readonly ok: boolean;
  /** As the entry states it, and as the manifest shown has it. */
  readonly digest: { readonly stated: string; readonly computed: string; readonly holds: boolean };
  readonly signatures: readonly CheckedSignature[];
  /** Everything that is wrong, a sentence each; empty when all is well. */
  readonly problems: readonly string[];
}

/**
 * Verifies an entry with keys that are already trusted, offline: recomputes the digest from the shown manifest (SHA-256
 * over RFC 8785 canonical JSON), and verifies each signature (Ed25519) of that digest under the manifest's own name.
 * @throws TypeError when one of the keys is not an Ed25519 public key.
 */
export async function verifyEntry(entry: Entry, keys: TrustedKeys): Promise<Verification> {
  const manifest = manifestOf(entry);
  const computed = await manifestDigest(manifest);
  const holds = computed === entry.manifestDigest;
  const text = entryText(manifest, computed);
  const known = {
    registry: await Promise.all(keys.registry.map(readPublicKey)),
    publisher: await Promise.all(keys.publisher.map(readPublicKey)),
  };
  const signatures = await Promise.all(
    entry.signatures.map(async ({ by, keyId, signature, signedAt }): Promise<CheckedSignature> => {
      const problem = await wrongWith(known[by], { keyId, signature, signedAt }, text);
      return { by, keyId, signedAt, problem: problem && `The ${by}'s signature ${problem}.` };
    }),
  );
  const problems = [
    ...(holds
      ? []
      : [`The manifest is not the one that was published: its digest is ${computed}, not ${entry.manifestDigest}.`]),
    ...signatures.flatMap(({ problem }) => problem ?? []),
    ...(signatures.some(({ by }) => by === 'registry') ? [] : ['The registry has not signed it.']),
  ];
  const digest = { stated: entry.manifestDigest, computed, holds };
  return { ok: problems.length === 0, digest, signatures, problems };
}

async function wrongWith(
  keys: readonly ReadKey[],
  { keyId, signature, signedAt }: { readonly keyId: string; readonly signature: string; readonly signedAt: string },
  text: string,
): Promise<string | null> {
  const key = keys.find((it) => it.keyId === keyId);
  if (key === undefined) return `was made with the key ${keyId}, which is not among your trusted keys`;
  if (!(await key.verify(text, signature))) return `does not match the manifest with key ${keyId}`;
  if (key.until !== null && Date.parse(signedAt) > key.until)
    return `was made after the key ${keyId} had ended (${new Date(key.until).toISOString()})`;
  return null;
}
