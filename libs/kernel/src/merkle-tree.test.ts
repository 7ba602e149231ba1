import { hash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { merklePath, merkleRoot, rootByPath } from './merkle-tree.js';

const leafOf = (text: string) => `sha256:${hash('sha256', text)}`;
const leaves = (size: number) => Array.from({ length: size }, (_, index) => leafOf(String(index)));
const hexOf = (...hex: string[]) => hash('sha256', Buffer.from(hex.join(''), 'hex'));
const hex = (text: string) => text.slice('sha256:'.length);

describe('the tree of RFC 6962', () => {
  it('hashes leaves and nodes differently', () => {
    const [a, b, c] = leaves(3).map(hex) as [string, string, string];
    expect(merkleRoot(leaves(1))).toBe(`sha256:${hexOf('00', a)}`);
    const pair = hexOf('01', hexOf('00', a), hexOf('00', b));
    expect(merkleRoot(leaves(2))).toBe(`sha256:${pair}`);
    expect(merkleRoot(leaves(3))).toBe(`sha256:${hexOf('01', pair, hexOf('00', c))}`);
  });

  it('proves every leaf of every size, and rejects all others', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 70 }), fc.nat(), fc.nat(), (size, at, other) => {
        const all = leaves(size);
        const index = at % size;
        const path = merklePath(all, index);
        const root = merkleRoot(all);
        expect(rootByPath(all[index] as string, index, size, path)).toBe(root);
        expect(rootByPath(leafOf('forged'), index, size, path)).not.toBe(root);
        if (other % size !== index) expect(rootByPath(all[index] as string, other % size, size, path)).not.toBe(root);
        expect(rootByPath(all[index] as string, index, size, [...path, root])).not.toBe(root);
        if (size > 1) expect(rootByPath(all[index] as string, index, size, path.slice(1))).not.toBe(root);
      }),
    );
  });

  it('has at least one leaf, and no position outside', () => {
    expect(() => merkleRoot([])).toThrow(RangeError);
    expect(() => merklePath(leaves(2), 2)).toThrow(RangeError);
    expect(rootByPath(leafOf('0'), 3, 2, [])).toBeUndefined();
  });
});
