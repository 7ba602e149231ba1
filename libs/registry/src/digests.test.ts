import { digestJson } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { definitionDigest, manifestDigest } from './digests.js';
import { aManifest } from './testing/builders.js';

/** The same value with the members of every object in a different order. */
const shuffled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, shuffled(member)]),
  );
};

describe('digests', () => {
  it('do not depend on the order of members, and do on everything else', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const plain = JSON.parse(JSON.stringify(a));
        expect(digestJson(shuffled(plain))).toBe(digestJson(plain));
        const other = JSON.parse(JSON.stringify(b));
        expect(digestJson(plain) === digestJson(other)).toBe(
          JSON.stringify(sortedDeep(plain)) === JSON.stringify(sortedDeep(other)),
        );
      }),
    );
  });

  it('agree with an independently computed value', () => {
    // printf '{"a":1,"b":[true,null]}' | sha256sum
    expect(digestJson({ b: [true, null], a: 1 })).toBe(
      'sha256:1cc69c7fa23616ca2ec3ee70d24390a6225c8832db8a4c814c7e0e7f942f8668',
    );
  });

  it('cover exactly their input', () => {
    const manifest = aManifest();
    const dearer = { ...manifest, costPerCallUsd: 1 };
    const described = { ...manifest, description: 'Something else.' };
    expect(manifestDigest(dearer)).not.toBe(manifestDigest(manifest));
    expect(definitionDigest(dearer)).toBe(definitionDigest(manifest));
    expect(definitionDigest(described)).not.toBe(definitionDigest(manifest));
  });
});

const sortedDeep = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortedDeep);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sortedDeep(member)]),
  );
};
