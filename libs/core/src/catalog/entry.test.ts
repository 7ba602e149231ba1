import { entrySchema } from '@assay/contracts';
import { aManifest, aNamespace, aPrincipal, aVersion } from '@assay/testing';
import { describe, expect, it } from '@jest/globals';
import { Directory } from '../identity/directory.js';
import { describeEntry } from './entry.js';

const trustOf = () => ({ score: 0.7, confidence: 0.1 });
const id = '00000000-0000-7000-8000-000000000001';

function directory() {
  const made = new Directory();
  made.apply({ kind: 'organisation', id: 'org-acme', state: { id: 'org-acme', name: 'acme-inc', createdAt: 0 } });
  made.apply({ kind: 'principal', id: 'principal-ann', state: aPrincipal() });
  made.apply({ kind: 'namespace', id: 'n', state: aNamespace({ visibility: 'public' }) });
  return made;
}

describe('describeEntry', () => {
  it('is a manifest with what the registry says of it, as the contract has it', () => {
    const version = aVersion(aManifest({ visibility: 'organisation' }), {
      id,
      publishedBy: 'principal-ann',
      quarantined: { since: 1_000, finding: 'drift' },
      sunsetAt: 2_000,
    });
    const entry = describeEntry(version, directory(), trustOf);
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
      quarantined: { since: '1970-01-01T00:00:01.000Z', finding: 'drift' },
      createdBy: 'user:ann',
    });
    expect(entry).not.toHaveProperty('organisationId');
  });

  it('shows the namespace’s visibility where the tool has none, and Assay where nobody published', () => {
    expect(describeEntry(aVersion(), directory(), trustOf)).toMatchObject({
      visibility: 'public',
      createdBy: 'service:assay',
    });
    expect(describeEntry(aVersion(), new Directory(), trustOf)).toMatchObject({ visibility: 'private', provider: '' });
  });
});
