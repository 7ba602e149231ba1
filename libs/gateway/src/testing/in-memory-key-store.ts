import type { PublisherKey, PublisherKeyStore, RegistryKey, RegistryKeyStore, Signature } from '@assay/registry';
import type { InMemoryCatalogueStore } from './in-memory-catalogue-store.js';

/** Keys and signatures without a database. */
export class InMemoryKeyStore implements RegistryKeyStore, PublisherKeyStore {
  readonly #registry = new Map<string, RegistryKey>();
  readonly #publishers = new Map<string, PublisherKey>();

  constructor(private readonly catalogue: InMemoryCatalogueStore) {}

  async useRegistryKey(key: RegistryKey, othersUntil: number): Promise<readonly string[]> {
    const ended = [...this.#registry.values()].filter((it) => it.keyId !== key.keyId && it.validUntil === null);
    for (const it of ended) this.#registry.set(it.keyId, { ...it, validUntil: othersUntil });
    this.#registry.set(key.keyId, { ...(this.#registry.get(key.keyId) ?? key), validUntil: null });
    return ended.map((it) => it.keyId);
  }

  async registryKeys(): Promise<readonly RegistryKey[]> {
    return [...this.#registry.values()].sort((a, b) => b.validFrom - a.validFrom || (a.keyId < b.keyId ? -1 : 1));
  }

  async addSignatures(signatures: ReadonlyMap<string, Signature>): Promise<void> {
    for (const [id, signature] of signatures) {
      this.catalogue.amend(id, (version) => {
        const has = version.signatures.some((it) => it.by === signature.by && it.keyId === signature.keyId);
        return has ? version : { ...version, signatures: [...version.signatures, signature] };
      });
    }
  }

  async addPublisherKey(key: PublisherKey): Promise<PublisherKey> {
    const present = [...this.#publishers.values()].find(
      (it) => it.namespace === key.namespace && it.keyId === key.keyId,
    );
    if (present === undefined) this.#publishers.set(key.id, key);
    return present ?? key;
  }

  async publisherKeys(namespace: string): Promise<readonly PublisherKey[]> {
    return [...this.#publishers.values()]
      .filter((it) => it.namespace === namespace)
      .sort((a, b) => (a.keyId < b.keyId ? -1 : 1));
  }

  async retirePublisherKey(id: string, at: number): Promise<boolean> {
    const key = this.#publishers.get(id);
    if (key === undefined || key.retiredAt !== null) return false;
    this.#publishers.set(id, { ...key, retiredAt: at });
    return true;
  }
}
