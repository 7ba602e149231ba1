import { type DescMessage, fromBinary, type MessageShape } from '@bufbuild/protobuf';
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';

/** Bytes that are not a valid Protocol Buffers message. */
export class WireError extends Error {
  override readonly name = 'WireError';
}

export interface WireTag {
  readonly field: number;
  readonly type: WireType;
}

/** Groups that may be nested inside each other in an unknown field. */
const maxGroups = 64;

/**
 * Runs a read of the library. What it throws for malformed bytes becomes a WireError; `read` does nothing but read, so that no
 * bug of ours hides behind one.
 */
function reading<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    const isEnd = error instanceof RangeError;
    throw new WireError(isEnd ? 'the bytes end in the middle of a field' : (error as Error).message);
  }
}

/** A message of a type that is known beforehand; unknown fields are dropped unless they are wanted. Throws WireError. */
export const readMessage = <Desc extends DescMessage>(
  schema: Desc,
  bytes: Uint8Array,
  readUnknownFields = false,
): MessageShape<Desc> => reading(() => fromBinary(schema, bytes, { readUnknownFields }));

/** Reads a message field by field. Throws WireError for malformed bytes, and never reads past their end. */
export class WireReader {
  readonly #reader: BinaryReader;

  constructor(private readonly bytes: Uint8Array) {
    this.#reader = new BinaryReader(bytes);
  }

  get done(): boolean {
    return this.#reader.pos >= this.#reader.len;
  }

  tag(): WireTag {
    const [field, type] = reading(() => this.#reader.tag());
    return { field, type };
  }

  /** The value after a tag, by one of the library's readers. */
  read<T>(read: (reader: BinaryReader) => T): T {
    return reading(() => read(this.#reader));
  }

  /** A view of the value of a length-delimited field, not a copy. */
  message(): Uint8Array {
    return this.read((it) => it.bytes());
  }

  /** Skips the value of an unknown field. */
  skip({ field, type }: WireTag): void {
    this.read((it) => it.skip(type, field, maxGroups));
  }

  /** The bytes of a group whose start tag has been read; its end tag is skipped. */
  group(field: number): Uint8Array {
    const from = this.#reader.pos;
    for (;;) {
      const end = this.#reader.pos;
      const tag = this.tag();
      if (tag.type !== WireType.EndGroup) this.skip(tag);
      else if (tag.field === field) return this.bytes.subarray(from, end);
      else throw new WireError('a group ends that did not begin');
    }
  }
}
