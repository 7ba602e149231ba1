type Column = Uint32Array | Uint8Array | Int8Array | Float64Array | Float32Array;

/** The first `length` numbers of a column in memory that other threads see. */
export function sharedCopy<T extends Column>(column: T, length: number): T {
  const { constructor: Kind, BYTES_PER_ELEMENT } = column as T & {
    readonly constructor: new (buffer: SharedArrayBuffer) => T;
  };
  const copy = new Kind(new SharedArrayBuffer(length * BYTES_PER_ELEMENT));
  copy.set(column.subarray(0, length) as never);
  return copy;
}
