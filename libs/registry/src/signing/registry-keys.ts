import type { Clock, PublicKey, Signer } from '@assay/kernel';
import type { Catalogue } from '../catalogue.js';
import type { Signature } from '../records.js';
import { hasRegistrySignature, registrySignature } from './sign-version.js';

/** One of the keys the registry has signed with. Times in ms since the epoch. */
export interface RegistryKey {
  readonly keyId: string;
  readonly organisationId: string;
  /** SPKI as PEM. */
  readonly publicKey: string;
  readonly validFrom: number;
  /** Null for the key in use. */
  readonly validUntil: number | null;
}

/** The registry's public keys, former ones included: what they signed is checked for as long as it is shown. */
export interface RegistryKeyStore {
  /**
   * Makes this the key in use: adds it, or takes its end away. Every other key that has none ends at `othersUntil`.
   * Answers the key ids that were given an end.
   */
  useRegistryKey(key: RegistryKey, othersUntil: number): Promise<readonly string[]>;
  /** Newest first. */
  registryKeys(): Promise<readonly RegistryKey[]>;
  /** Adds signatures by version id, save where the same key has signed in the same part already. */
  addSignatures(signatures: ReadonlyMap<string, Signature>): Promise<void>;
}

/** How long replicas that still run with the former key may sign with it after a new one appeared. */
const handOverMs = 24 * 60 * 60 * 1_000;
const batchSize = 500;

/** Tells the world which key the registry signs with. Answers the ids of former keys that end now. */
export const useKey = (
  store: RegistryKeyStore,
  key: PublicKey,
  organisationId: string,
  clock: Clock,
): Promise<readonly string[]> => {
  const now = clock.now();
  const used = { keyId: key.keyId, organisationId, publicKey: key.pem, validFrom: now, validUntil: null };
  return store.useRegistryKey(used, now + handOverMs);
};

/**
 * Signs every version that has no signature of the registry: those published before there were any. Run at start, so
 * that no entry is ever shown without one. Answers how many it signed.
 */
export async function signUnsigned(
  store: Pick<RegistryKeyStore, 'addSignatures'>,
  catalogue: Catalogue,
  signer: Signer,
  clock: Clock,
): Promise<number> {
  const unsigned = [...catalogue.tools()].flatMap((tool) => tool.versions.filter((it) => !hasRegistrySignature(it)));
  for (let from = 0; from < unsigned.length; from += batchSize) {
    const batch = unsigned.slice(from, from + batchSize);
    await store.addSignatures(new Map(batch.map((it) => [it.id, registrySignature(signer, it, clock.now())])));
  }
  return unsigned.length;
}
