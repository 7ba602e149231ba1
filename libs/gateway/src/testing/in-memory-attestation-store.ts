import type { Attestation, AttestationStore, Verification, Withdrawal } from '@assay/trust';
import type { InMemoryCatalogueStore } from './in-memory-catalogue-store.js';
import type { InMemoryVerificationStore } from './in-memory-verification-store.js';

/** Attestations without a database. */
export class InMemoryAttestationStore implements AttestationStore {
  #attestations: Attestation[] = [];

  constructor(
    private readonly catalogue: InMemoryCatalogueStore,
    private readonly verifications: InMemoryVerificationStore,
  ) {}

  async add(attestation: Attestation, verification: Verification | null): Promise<boolean> {
    const { versionId, kind, organisationId } = attestation;
    if (this.catalogue.version(versionId) === undefined) return false;
    this.#attestations.unshift(attestation);
    if (verification !== null) this.verifications.keep(verification);
    this.catalogue.amend(versionId, (version) => {
      const { audit } = version.assurance;
      const known =
        kind === 'identity' ? { identityOf: organisationId } : { audit: audit === 'third-party' ? audit : kind };
      const at = Math.max(version.lastVerifiedAt ?? 0, verification?.endedAt ?? 0);
      return { ...version, lastVerifiedAt: at === 0 ? null : at, assurance: { ...version.assurance, ...known } };
    });
    return true;
  }

  async find(id: string): Promise<Attestation | undefined> {
    return this.#attestations.find((it) => it.id === id);
  }

  async withdraw(id: string, withdrawn: Withdrawal): Promise<boolean> {
    const found = await this.find(id);
    if (found === undefined || found.withdrawn !== null) return false;
    this.#attestations = this.#attestations.map((it) => (it.id === id ? { ...it, withdrawn } : it));
    const left = this.#attestations.filter((it) => it.versionId === found.versionId && it.withdrawn === null);
    const kinds = new Set(left.map((it) => it.kind));
    const audit = kinds.has('third-party') ? 'third-party' : kinds.has('self') ? 'self' : 'none';
    const identityOf = left.find((it) => it.kind === 'identity')?.organisationId ?? null;
    const before = await this.verifications.greenBefore(found.versionId, found.at);
    this.catalogue.amend(found.versionId, (version) => ({
      ...version,
      lastVerifiedAt:
        found.kind === 'third-party' && version.lastVerifiedAt === found.at ? before : version.lastVerifiedAt,
      assurance: { ...version.assurance, audit, identityOf },
    }));
    return true;
  }

  async list(query: { versionId: string; after?: string; limit: number }): Promise<readonly Attestation[]> {
    const { versionId, after, limit } = query;
    return this.#attestations
      .filter((it) => it.versionId === versionId && (after === undefined || it.id < after))
      .slice(0, limit);
  }
}
