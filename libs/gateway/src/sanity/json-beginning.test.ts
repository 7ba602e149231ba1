import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { jsonBeginning } from './json-beginning.js';

/** A list that counts how often one of its entries is read. */
function counted(entries: number) {
  let reads = 0;
  const list = new Proxy(
    Array.from({ length: entries }, (_, at) => at),
    {
      get(target, name, receiver) {
        if (typeof name === 'string' && /^[0-9]/.test(name)) reads += 1;
        return Reflect.get(target, name, receiver);
      },
    },
  );
  return { list, reads: () => reads };
}

describe('jsonBeginning', () => {
  it('begins as JSON.stringify does, and is the whole where that is short', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.integer({ min: 1, max: 60 }), (value, length) => {
        const whole = JSON.stringify(value);
        const begun = jsonBeginning(value, length);
        expect(begun.slice(0, length)).toBe(whole.slice(0, length));
        expect(begun.length > length).toBe(whole.length > length);
      }),
    );
    expect(jsonBeginning({ n: 5n, none: undefined }, 200)).toBe('{"n":5}');
    expect(jsonBeginning(undefined, 200)).toBe('');
  });

  it('reads no more than it writes', () => {
    const { list, reads } = counted(100_000);
    expect(jsonBeginning({ list }, 200).length).toBeLessThan(2_000);
    expect(reads()).toBeLessThan(1_000);
  });
});
