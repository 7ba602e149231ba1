import { TimestampSchema } from '@bufbuild/protobuf/wkt';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readMessage, WireError, WireReader } from './wire-reader.js';

const reading = (...bytes: number[]) => new WireReader(Uint8Array.from(bytes));
const uint64 = (...bytes: number[]) => reading(...bytes).read((it) => it.uint64());

describe('WireReader', () => {
  it('reads numbers of up to 64 bits', () => {
    expect(uint64(0)).toBe(0n);
    expect(uint64(0xac, 0x02)).toBe(300n);
    expect(uint64(...Array<number>(9).fill(0xff), 0x01)).toBe(2n ** 64n - 1n);
    expect(() => uint64(...Array<number>(11).fill(0xff))).toThrow(WireError);
  });

  it('reads what a writer wrote, whatever the number', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (value) => {
        const bytes: number[] = [];
        let rest = value;
        for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
        expect(uint64(...bytes, Number(rest))).toBe(value);
      }),
    );
  });

  it('skips every kind of field, groups too', () => {
    const reader = reading(
      0x08,
      0x96,
      0x01,
      0x12,
      1,
      65,
      0x1b,
      0x08,
      1,
      0x1c,
      0x25,
      1,
      2,
      3,
      4,
      0x29,
      1,
      2,
      3,
      4,
      5,
      6,
      7,
      8,
    );
    const seen: number[] = [];
    while (!reader.done) {
      const tag = reader.tag();
      seen.push(tag.field);
      reader.skip(tag);
    }
    expect(seen).toEqual([1, 2, 3, 4, 5]);
    expect([...reading(0x08, 1, 0x1c).group(3)]).toEqual([0x08, 1]);
  });

  it.each([
    ['an end in the middle', [0x12, 5, 1]],
    ['a field without a number', [0x00]],
    ['an unknown wire type', [0x0f]],
    ['the end of another group', [0x1b, 0x24]],
    ['groups without end', Array<number>(200).fill(0x1b)],
    ['groups nested too deeply', [...Array<number>(70).fill(0x1b), ...Array<number>(70).fill(0x1c)]],
  ])('refuses %s', (_what, bytes) => {
    const reader = reading(...bytes);
    expect(() => reader.skip(reader.tag())).toThrow(WireError);
  });

  it('never does more than throw WireError, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const reader = new WireReader(bytes);
        try {
          while (!reader.done) reader.skip(reader.tag());
        } catch (error) {
          expect(error).toBeInstanceOf(WireError);
        }
      }),
    );
  });
});

describe('readMessage', () => {
  it('reads a message of a known type, without its unknown fields unless they are wanted', () => {
    const bytes = Uint8Array.from([0x08, 5, 0x18, 1]);
    expect(readMessage(TimestampSchema, bytes)).toMatchObject({ seconds: 5n, nanos: 0 });
    expect(readMessage(TimestampSchema, bytes)).not.toHaveProperty('$unknown');
    expect(readMessage(TimestampSchema, bytes, true).$unknown).toHaveLength(1);
  });

  it('throws WireError for other bytes', () => {
    expect(() => readMessage(TimestampSchema, Uint8Array.from([0x08]))).toThrow(
      new WireError('the bytes end in the middle of a field'),
    );
  });
});
