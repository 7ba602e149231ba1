import { sha256 } from './canonical-json.js';

const prefix = 'sha256:';

/** Bytes of `sha256:` and 64 hexadecimal digits; undefined when the text is something else. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^sha256:[0-9a-f]{64}$/.test(text)) return undefined;
  const digits = text.slice(prefix.length).match(/../g) ?? [];
  return Uint8Array.from(digits, (pair) => Number.parseInt(pair, 16));
}

/** RFC 6962: leaves and inner nodes are hashed apart by their first byte. */
async function hashed(mark: 0 | 1, ...texts: readonly string[]): Promise<string> {
  const parts = texts.map(bytesOf);
  const bytes = parts.every((part) => part !== undefined) ? parts.flatMap((part) => [...part]) : [];
  return prefix + (await sha256(Uint8Array.of(mark, ...bytes)));
}

/** Merkle root over the hashes of the records of a group, of which there is at least one. */
export async function merkleRoot(leaves: readonly string[]): Promise<string> {
  return rootOf(await Promise.all(leaves.map((leaf) => hashed(0, leaf))));
}

async function rootOf(nodes: readonly string[]): Promise<string> {
  const [only] = nodes;
  if (only === undefined) throw new RangeError('A tree has at least one leaf.');
  if (nodes.length === 1) return only;
  const split = 2 ** Math.floor(Math.log2(nodes.length - 1));
  const [left, right] = await Promise.all([rootOf(nodes.slice(0, split)), rootOf(nodes.slice(split))]);
  return hashed(1, left, right);
}

/** The root a path leads to (RFC 9162, section 2.1.3.2); undefined when it cannot be one of that place. */
export async function rootByPath(
  leaf: string,
  index: number,
  size: number,
  path: readonly string[],
): Promise<string | undefined> {
  if (!(index >= 0 && index < size)) return undefined;
  let [place, last] = [index, size - 1];
  let node = await hashed(0, leaf);
  for (const beside of path) {
    if (last === 0 || bytesOf(beside) === undefined) return undefined;
    if (place % 2 === 1 || place === last) {
      node = await hashed(1, beside, node);
      while (place % 2 === 0 && place !== 0) [place, last] = [place >> 1, last >> 1];
    } else node = await hashed(1, node, beside);
    [place, last] = [place >> 1, last >> 1];
  }
  return last === 0 ? node : undefined;
}
