import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { firstIndex, lastIndex } from './find-text.js';

const ab = (lengths: { readonly minLength?: number; readonly maxLength: number }) =>
  fc.string({ unit: fc.constantFrom('a', 'b'), ...lengths });

it("finds the same positions as the language's own search", () => {
  fc.assert(
    fc.property(
      ab({ minLength: 1, maxLength: 3 }),
      fc.nat(60),
      ab({ maxLength: 40 }),
      fc.nat(400),
      (unit, times, rest, from) => {
        const search = unit.repeat(times) + rest;
        const text = `${unit.repeat(times + 7)}${rest}${rest}${search}a${unit.repeat(times)}${rest}`;
        expect(firstIndex(text, search, from)).toBe(text.indexOf(search, from));
        expect(firstIndex(text, `${search}b`)).toBe(text.indexOf(`${search}b`));
        expect(lastIndex(text, search)).toBe(text.lastIndexOf(search));
        expect(lastIndex(text, search, from)).toBe(text.lastIndexOf(search, from));
      },
    ),
  );
});

it('scans long texts once, in every case', () => {
  const length = 500_000;
  const text = 'a'.repeat(2 * length);
  for (const search of [
    `${'a'.repeat(length)}b`,
    `b${'a'.repeat(length)}`,
    `${'a'.repeat(length / 2)}b${'a'.repeat(length / 2)}`,
  ])
    expect([firstIndex(text, search), lastIndex(text, search)]).toEqual([-1, -1]);
});
