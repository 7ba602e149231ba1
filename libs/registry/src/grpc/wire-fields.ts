import { WireReader, wireTypes } from './wire-reader.js';

const text = new TextDecoder('utf-8');

/** The raw fields of one message by number: enough for messages with a known shape. */
export class WireFields {
  readonly #values = new Map<number, (bigint | Uint8Array)[]>();

  /** Throws WireError for invalid bytes. */
  constructor(bytes: Uint8Array) {
    const reader = new WireReader(bytes);
    while (!reader.done) {
      const tag = reader.tag();
      if (tag.type === wireTypes.varint) this.#add(tag.field, reader.varint());
      else if (tag.type === wireTypes.bytes) this.#add(tag.field, reader.bytes());
      else reader.skip(tag);
    }
  }

  /** A numeric field; the last occurrence counts. */
  number(field: number): number | undefined {
    const last = this.#values.get(field)?.findLast((it) => typeof it === 'bigint');
    return last === undefined ? undefined : Number(BigInt.asIntN(64, last));
  }

  flag(field: number): boolean {
    return (this.number(field) ?? 0) !== 0;
  }

  bytes(field: number): readonly Uint8Array[] {
    return (this.#values.get(field) ?? []).filter((it) => typeof it !== 'bigint');
  }

  /** Messages of a repeated field. */
  messages(field: number): WireFields[] {
    return this.bytes(field).map((it) => new WireFields(it));
  }

  /** A message field; several occurrences are merged. */
  message(field: number): WireFields {
    const parts = this.bytes(field);
    return new WireFields(parts.length === 1 ? (parts[0] as Uint8Array) : joined(parts));
  }

  texts(field: number): string[] {
    return this.bytes(field).map((it) => text.decode(it));
  }

  text(field: number): string {
    return this.texts(field).at(-1) ?? '';
  }

  has(field: number): boolean {
    return this.#values.has(field);
  }

  /** A repeated field of small numbers, packed or not. */
  numbers(field: number): number[] {
    return (this.#values.get(field) ?? []).flatMap((it) => {
      if (typeof it === 'bigint') return [Number(it)];
      const reader = new WireReader(it);
      const found: number[] = [];
      while (!reader.done) found.push(Number(reader.varint()));
      return found;
    });
  }

  #add(field: number, value: bigint | Uint8Array): void {
    const former = this.#values.get(field);
    if (former === undefined) this.#values.set(field, [value]);
    else former.push(value);
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, it) => sum + it.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
