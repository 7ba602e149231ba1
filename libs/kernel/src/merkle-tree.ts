import { digestBytes } from './digest.js';

/**
 * The Merkle tree of RFC 6962, section 2.1, over record hashes. Leaves and inner nodes are hashed with different
 * prefixes, so that one cannot be presented as the other. Hashes are written `sha256:` and 64 hexadecimal digits; a
 * leaf is the 32 bytes of one.
 */

const prefix = 'sha256:';
const leafMark = Buffer.of(0);
const nodeMark = Buffer.of(1);

const bytesOf = (text: string): Buffer => Buffer.from(text.slice(prefix.length), 'hex');
const leafOf = (recordHash: string): string => digestBytes(Buffer.concat([leafMark, bytesOf(recordHash)]));
const nodeOf = (left: string, right: string): string =>
  digestBytes(Buffer.concat([nodeMark, bytesOf(left), bytesOf(right)]));

/** The largest power of two below `size`, which is at least 2: the position where a tree splits. */
const splitOf = (size: number): number => 2 ** Math.floor(Math.log2(size - 1));

/** Requires at least one leaf. */
export function merkleRoot(leaves: readonly string[]): string {
  return rootOf(leaves.map(leafOf));
}

function rootOf(nodes: readonly string[]): string {
  const [only] = nodes;
  if (only === undefined) throw new RangeError('A tree has at least one leaf.');
  if (nodes.length === 1) return only;
  const split = splitOf(nodes.length);
  return nodeOf(rootOf(nodes.slice(0, split)), rootOf(nodes.slice(split)));
}

/** The sibling nodes on the path from a leaf to the root, lowest first: the inclusion proof. */
export function merklePath(leaves: readonly string[], index: number): string[] {
  if (!(index >= 0 && index < leaves.length)) throw new RangeError(`A tree of ${leaves.length} has no leaf ${index}.`);
  return pathOf(leaves.map(leafOf), index);
}

function pathOf(nodes: readonly string[], index: number): string[] {
  if (nodes.length === 1) return [];
  const split = splitOf(nodes.length);
  const [left, right] = [nodes.slice(0, split), nodes.slice(split)];
  return index < split ? [...pathOf(left, index), rootOf(right)] : [...pathOf(right, index - split), rootOf(left)];
}

/** The root computed from a proof (RFC 9162, section 2.1.3.2); undefined when the path has the wrong length. */
export function rootByPath(leaf: string, index: number, size: number, path: readonly string[]): string | undefined {
  if (!(index >= 0 && index < size)) return undefined;
  let [place, last] = [index, size - 1];
  let node = leafOf(leaf);
  for (const beside of path) {
    if (last === 0) return undefined;
    if (place % 2 === 1 || place === last) {
      node = nodeOf(beside, node);
      while (place % 2 === 0 && place !== 0) [place, last] = [place >> 1, last >> 1];
    } else node = nodeOf(node, beside);
    [place, last] = [place >> 1, last >> 1];
  }
  return last === 0 ? node : undefined;
}
