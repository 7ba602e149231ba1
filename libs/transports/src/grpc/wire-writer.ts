import { wireTypes } from '@assay/registry';

/** Writes the wire format of Protocol Buffers; fields in the order in which they are written. */
export class WireWriter {
  readonly #chunks: Buffer[] = [];
  #length = 0;

  /** Bytes written so far. */
  get length(): number {
    return this.#length;
  }

  finish(): Buffer {
    return Buffer.concat(this.#chunks, this.#length);
  }

  tag(field: number, type: (typeof wireTypes)[keyof typeof wireTypes]): void {
    this.varint(BigInt(field) * 8n + BigInt(type));
  }

  /** A number of 64 bits; a negative one is written as its two's complement. */
  varint(value: bigint): void {
    const bytes: number[] = [];
    let rest = BigInt.asUintN(64, value);
    for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) + 128);
    bytes.push(Number(rest));
    this.raw(Buffer.from(bytes));
  }

  fixed32(value: number): void {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value >>> 0);
    this.raw(bytes);
  }

  fixed64(value: bigint): void {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64LE(BigInt.asUintN(64, value));
    this.raw(bytes);
  }

  float(value: number): void {
    const bytes = Buffer.alloc(4);
    bytes.writeFloatLE(value);
    this.raw(bytes);
  }

  double(value: number): void {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(value);
    this.raw(bytes);
  }

  /** Bytes with their length in front. */
  bytes(value: Uint8Array): void {
    this.varint(BigInt(value.length));
    this.raw(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
  }

  text(field: number, value: string): void {
    this.tag(field, wireTypes.bytes);
    this.bytes(Buffer.from(value));
  }

  /** Bytes as they are. */
  raw(bytes: Buffer): void {
    this.#chunks.push(bytes);
    this.#length += bytes.length;
  }
}
