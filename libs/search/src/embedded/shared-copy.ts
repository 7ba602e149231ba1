import type { Sliced } from '@assay/kernel';

type Column = Uint32Array | Uint8Array | Int8Array | Float64Array | Float32Array;

/** Bytes that are copied in a step. */
const stepBytes = 2 ** 21;
/** Strings that are written in a step. */
const stepStrings = 8_192;

/** The first `length` numbers of a column in memory that other threads see. */
export function* sharedCopy<T extends Column>(column: T, length: number): Sliced<T> {
  const { constructor: Kind, BYTES_PER_ELEMENT } = column as T & {
    readonly constructor: new (buffer: SharedArrayBuffer) => T;
  };
  const copy = new Kind(new SharedArrayBuffer(length * BYTES_PER_ELEMENT));
  const numbers = stepBytes / BYTES_PER_ELEMENT;
  for (let from = 0; from < length; from += numbers) {
    if (from > 0) yield;
    copy.set(column.subarray(from, Math.min(length, from + numbers)) as never, from);
  }
  return copy;
}

/** Strings without line breaks in memory that other threads see. */
export function* sharedStrings(strings: readonly string[]): Sliced<Uint8Array> {
  const chunks: Buffer[] = [];
  for (let from = 0; from < strings.length; from += stepStrings) {
    if (from > 0) yield;
    chunks.push(Buffer.from(`${strings.slice(from, from + stepStrings).join('\n')}\n`));
  }
  const bytes = new Uint8Array(new SharedArrayBuffer(chunks.reduce((sum, chunk) => sum + chunk.length, 0)));
  let at = 0;
  for (const chunk of chunks) {
    yield;
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

export function stringsIn(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  return text === '' ? [] : text.slice(0, -1).split('\n');
}
