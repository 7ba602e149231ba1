import type { Clock, PublicKey, Signer } from '@assay/kernel';
import { dayMs } from '@assay/kernel';
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

/** The registry's current and former public keys: their signatures are verified for as long as they are shown. */
export interface RegistryKeyStore {
  /**
   * Makes this the active key: adds it, or removes its end. Every other key without an end ends at `othersUntil`.
   * Returns the key ids that were given an end.
   */
  useRegistryKey(key: RegistryKey, othersUntil: number): Promise<readonly string[]>;
  /** Newest first. */
  registryKeys(): Promise<readonly RegistryKey[]>;
  /** Adds signatures by version id, except where the same key has already signed the same part. */
  addSignatures(signatures: ReadonlyMap<string, Signature>): Promise<void>;
}

/** How long replicas with the former key may sign with it after a new one appears. */
const handOverMs = dayMs;
const batchSize = 500;

/** Publishes the key that the registry signs with. Returns the ids of former keys that now have an end. */
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
 * Signs every version without a signature of the registry, from before signatures existed. Runs at start, so that no
 * entry is ever shown without one. Returns their number.
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
