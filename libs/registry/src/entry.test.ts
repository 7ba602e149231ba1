import { entrySchema } from '@assay/contracts';
import { Directory } from '@assay/identity';
import { describe, expect, it } from '@jest/globals';
import { describeEntry } from './entry.js';
import { Revocations } from './revocation/revocations.js';
import { aManifest, aNamespace, aPrincipal, aRevocation, aVersion } from './testing/builders.js';

const trustOf = () => ({ score: 0.7, confidence: 0.1, view: 'outside' as const });
const viewer = { organisationId: 'org-other' };
const id = '00000000-0000-7000-8000-000000000001';

function directory() {
  const made = new Directory();
  made.apply({ kind: 'organisation', id: 'org-acme', state: { id: 'org-acme', name: 'acme-inc', createdAt: 0 } });
  made.apply({ kind: 'principal', id: 'principal-ann', state: aPrincipal() });
  made.apply({ kind: 'namespace', id: 'n', state: aNamespace({ visibility: 'public' }) });
  return made;
}

describe('describeEntry', () => {
  it("is a manifest with the registry's additions, as in the contract", () => {
    const version = aVersion(aManifest({ visibility: 'organisation' }), {
      id,
      publishedBy: 'principal-ann',
      quarantined: { since: 1_000, finding: 'drift' },
      sunsetAt: 2_000,
      statusChange: { at: 1, reason: '2.0 takes its place', supersededBy: null, notice: null },
    });
    const entry = describeEntry(version, directory(), trustOf, new Revocations(), viewer);
    expect(entrySchema.safeParse(entry).error).toBeUndefined();
    expect(entry).toMatchObject({
      ...version.manifest,
      id,
      provider: 'acme-inc',
      visibility: 'organisation',
      trustScore: 0.7,
      confidence: 0.1,
      rating: null,
      lastVerified: null,
      sunsetAt: '1970-01-01T00:00:02.000Z',
      statusReason: '2.0 takes its place',
      quarantined: { since: '1970-01-01T00:00:01.000Z', finding: 'drift' },
      createdBy: 'user:ann',
    });
    expect(entry).not.toHaveProperty('organisationId');
  });

  it('shows the namespace’s visibility where the tool has none, and Assay as publisher where there is none', () => {
    expect(describeEntry(aVersion(), directory(), trustOf, new Revocations(), viewer)).toMatchObject({
      visibility: 'public',
      createdBy: 'service:assay',
    });
    expect(describeEntry(aVersion(), new Directory(), trustOf, new Revocations(), viewer)).toMatchObject({
      visibility: 'private',
      provider: '',
    });
  });

  it('is a tombstone while a revocation covers the version, and returns to its former state afterwards', () => {
    const revocations = new Revocations();
    const revocation = aRevocation({ id, createdAt: 1_000 });
    const version = aVersion(aManifest(), { id, status: 'DEPRECATED' });
    revocations.apply(id, revocation);
    const entry = describeEntry(version, directory(), trustOf, revocations, viewer);
    expect(entrySchema.safeParse(entry).error).toBeUndefined();
    expect(entry).toMatchObject({
      status: 'REVOKED',
      revocation: { id, reason: 'It loses orders.', since: '1970-01-01T00:00:01.000Z' },
      description: 'Creates an order.',
    });
    revocations.apply(id, { ...revocation, lifted: { at: 2_000, by: null, reason: null } });
    expect(describeEntry(version, directory(), trustOf, revocations, viewer)).toMatchObject({
      status: 'DEPRECATED',
      revocation: null,
    });
  });
});
