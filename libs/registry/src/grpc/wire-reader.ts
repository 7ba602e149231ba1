/** Thrown for bytes that are not a valid Protocol Buffers message. */
export class WireError extends Error {
  override readonly name = 'WireError';
}

/** Wire types of field values (Protocol Buffers encoding guide, "Message structure"). */
export const wireTypes = { varint: 0, fixed64: 1, bytes: 2, groupStart: 3, groupEnd: 4, fixed32: 5 } as const;

const maxGroup = 64;
const word = 0xffff_ffffn;

/**
 * Reads the wire format of Protocol Buffers. Throws WireError for invalid bytes, and never reads past their end.
 * Written by hand and interpreted, because descriptors are untrusted: no code is generated from them.
 */
export class WireReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Offset of the next byte. */
  get at(): number {
    return this.#at;
  }

  get done(): boolean {
    return this.#at >= this.#bytes.length;
  }

  tag(): { readonly field: number; readonly type: number } {
    const tag = Number(this.varint() & word);
    const field = tag >>> 3;
    if (field === 0) throw new WireError('a field has the number 0');
    return { field, type: tag & 7 };
  }

  /** An unsigned number of at most 64 bits. */
  varint(): bigint {
    let low = 0;
    for (let index = 0; index < 4; index += 1) {
      const byte = this.#byte();
      low += (byte & 127) * 2 ** (7 * index);
      if (byte < 128) return BigInt(low);
    }
    let value = BigInt(low);
    for (let shift = 28n; shift < 70n; shift += 7n) {
      const byte = this.#byte();
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return BigInt.asUintN(64, value);
    }
    throw new WireError('a number is longer than 64 bits');
  }

  fixed32(): number {
    return this.#view.getUint32(this.#take(4), true);
  }

  fixed64(): bigint {
    return this.#view.getBigUint64(this.#take(8), true);
  }

  float(): number {
    return this.#view.getFloat32(this.#take(4), true);
  }

  double(): number {
    return this.#view.getFloat64(this.#take(8), true);
  }

  /** The bytes of a length-delimited field; a view, not a copy. */
  bytes(): Uint8Array {
    const length = Number(this.varint());
    const from = this.#take(length);
    return this.#bytes.subarray(from, from + length);
  }

  /** Skips the value of an unknown field. */
  skip({ field, type }: { readonly field: number; readonly type: number }, depth = 0): void {
    if (type === wireTypes.varint) this.varint();
    else if (type === wireTypes.fixed64) this.#take(8);
    else if (type === wireTypes.bytes) this.bytes();
    else if (type === wireTypes.fixed32) this.#take(4);
    else if (type === wireTypes.groupStart && depth < maxGroup) this.#skipGroup(field, depth);
    else throw new WireError(`the wire type ${type} has no place here`);
  }

  /** The bytes of a group after its start tag; skips its end tag. */
  group(field: number): Uint8Array {
    const from = this.#at;
    return this.#bytes.subarray(from, this.#skipGroup(field, 0));
  }

  /** The offset of the group's end. */
  #skipGroup(field: number, depth: number): number {
    let end = this.#at;
    let tag = this.tag();
    while (tag.type !== wireTypes.groupEnd) {
      this.skip(tag, depth + 1);
      end = this.#at;
      tag = this.tag();
    }
    if (tag.field !== field) throw new WireError('a group ends that did not begin');
    return end;
  }

  #byte(): number {
    return this.#bytes[this.#take(1)] as number;
  }

  /** The offset of the next `length` bytes, which are passed over. */
  #take(length: number): number {
    const from = this.#at;
    if (length > this.#bytes.length - from) throw new WireError('the bytes end in the middle of a field');
    this.#at = from + length;
    return from;
  }
}
