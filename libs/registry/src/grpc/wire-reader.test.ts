import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { WireError, WireReader } from './wire-reader.js';

const reading = (...bytes: number[]) => new WireReader(Uint8Array.from(bytes));

describe('WireReader', () => {
  it('reads numbers of up to 64 bits', () => {
    expect(reading(0).varint()).toBe(0n);
    expect(reading(0xac, 0x02).varint()).toBe(300n);
    expect(reading(...Array<number>(9).fill(0xff), 0x01).varint()).toBe(2n ** 64n - 1n);
    expect(() => reading(...Array<number>(11).fill(0xff)).varint()).toThrow(WireError);
  });

  it('reads every number that a writer wrote', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (value) => {
        const bytes: number[] = [];
        let rest = value;
        for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
        expect(reading(...bytes, Number(rest)).varint()).toBe(value);
      }),
    );
  });

  it('skips every kind of field, including groups, and reports its offset', () => {
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
    expect(reader.at).toBe(24);
    expect([...reading(0x08, 1, 0x1c).group(3)]).toEqual([0x08, 1]);
  });

  it.each([
    ['an end in the middle', [0x12, 5, 1]],
    ['a field without a number', [0x00]],
    ['an unknown wire type', [0x0f]],
    ['the end of another group', [0x1b, 0x24]],
    ['groups without end', Array<number>(200).fill(0x1b)],
  ])('refuses %s', (_what, bytes) => {
    const reader = reading(...bytes);
    expect(() => reader.skip(reader.tag())).toThrow(WireError);
  });

  it('throws nothing but WireError for any bytes', () => {
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
