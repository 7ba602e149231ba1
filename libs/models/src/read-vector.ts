/**
 * A vector as endpoints write it, a list of numbers or base64 of little-endian float32, brought to length 1. Undefined
 * when it is neither, is empty, points nowhere or holds what is not a finite number.
 */
export function readVector(written: unknown): Float32Array | undefined {
  const read = typeof written === 'string' ? fromBase64(written) : fromNumbers(written);
  if (read === undefined || read.length === 0) return undefined;
  let squares = 0;
  for (const value of read) squares += value * value;
  const length = Math.sqrt(squares);
  if (!Number.isFinite(length) || length === 0) return undefined;
  return Float32Array.from(read, (value) => value / length);
}

function fromBase64(text: string): number[] | undefined {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length % 4 !== 0) return undefined;
  return Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(at * 4));
}

function fromNumbers(written: unknown): readonly number[] | undefined {
  return Array.isArray(written) && written.every((value) => typeof value === 'number') ? written : undefined;
}
