import type { Attestation, AttestationStore, Verification } from '@assay/core';
import type { InMemoryCatalogueStore } from './in-memory-catalogue-store.js';
import type { InMemoryVerificationStore } from './in-memory-verification-store.js';

/** Attestations without a database. */
export class InMemoryAttestationStore implements AttestationStore {
  readonly #attestations: Attestation[] = [];

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

  async list(query: { versionId: string; after?: string; limit: number }): Promise<readonly Attestation[]> {
    const { versionId, after, limit } = query;
    return this.#attestations
      .filter((it) => it.versionId === versionId && (after === undefined || it.id < after))
      .slice(0, limit);
  }
}
