import { describe, expect, it } from '@jest/globals';
import { aManifest, aVersion } from '../testing/builders.js';
import { entryText } from './entry-text.js';

describe('entryText', () => {
  it('names purpose, version and content, each on a line', () => {
    const version = aVersion(aManifest({ version: '1.0.0+build.7' }));
    expect(entryText(version)).toBe(`assay-entry-v1\nacme/orders.create@1.0.0+build.7\n${version.manifestDigest}`);
  });

  it('uses the name it was published under, independent of renames', () => {
    const renamed = aVersion(aManifest({ name: 'new/name' }), { publishedAs: 'acme/orders.create' });
    expect(entryText(renamed)).toContain('\nacme/orders.create@1.0.0\n');
  });
});
