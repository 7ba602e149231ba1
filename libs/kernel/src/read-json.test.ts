import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { NestedTooDeeply, readJsonInSteps } from './read-json.js';
import { runAtOnce } from './slices.js';
import { memberNames } from './wide-objects.js';

const read = (text: string, maxLevels?: number) =>
  runAtOnce(readJsonInSteps(text, maxLevels === undefined ? {} : { maxLevels }));

const wide = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${count - at}`, at]));

describe('readJsonInSteps', () => {
  it('reads everything that JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.constantFrom(0, 1, 2), (text, indent) => {
        const spaced = JSON.stringify(JSON.parse(text), null, indent);
        expect(read(spaced)).toEqual(JSON.parse(spaced));
      }),
    );
  });

  it('rejects everything that JSON.parse rejects', () => {
    const valid = '{"a":[1,-2.5e3,"x\\n\\u0041",null,true],"b":{"c":{}}}';
    fc.assert(
      fc.property(fc.nat(valid.length), fc.constantFrom('', ...'{}[],:"\\0x \n'), fc.nat(2), (at, put, cut) => {
        const text = valid.slice(0, at) + put + valid.slice(at + cut);
        let expected: unknown;
        try {
          expected = JSON.parse(text);
        } catch {
          expect(() => read(text)).toThrow(SyntaxError);
          return;
        }
        expect(read(text)).toEqual(expected);
      }),
      { numRuns: 1_000 },
    );
    for (const text of [
      '',
      ' ',
      '01',
      '-',
      '1.',
      '+1',
      'nul',
      '"\u0001"',
      '"\\x"',
      '{"a"}',
      '[1 2]',
      '[1,]',
      '1 1',
      '{,}',
      "'a'",
    ])
      expect(() => read(text)).toThrow(SyntaxError);
  });

  it('keeps the last of two members with one name, and __proto__ as a member', () => {
    expect(read('{"a":1,"a":2}')).toEqual({ a: 2 });
    const value = read('{"__proto__":{"x":1}}') as object;
    expect([Object.keys(value), Object.getPrototypeOf(value)]).toEqual([['__proto__'], Object.prototype]);
  });

  it('keeps numbers that a double cannot represent', () => {
    const text = '[12345678901234567890,1e999,0.1,-7]';
    expect(JSON.stringify(read(text))).toBe(text);
  });

  it('stops at the maximum nesting', () => {
    expect(read('[[[1]]]', 3)).toEqual([[[1]]]);
    expect(() => read('[[[1]]]', 2)).toThrow(NestedTooDeeply);
    expect(() => read('['.repeat(1_000_000), 64)).toThrow(NestedTooDeeply);
  });

  it('takes a number of steps that depends on the text alone, and caches the names of wide objects', () => {
    const stepsOf = (count: number) => {
      const work = readJsonInSteps(JSON.stringify(wide(count)));
      let steps = 1;
      let step = work.next();
      for (; !step.done; step = work.next()) steps += 1;
      expect(memberNames(step.value as object)).toEqual(Object.keys(wide(count)));
      return steps;
    };
    const [less, more] = [stepsOf(6_000), stepsOf(60_000)];
    expect(more).toBeGreaterThan(100);
    expect(more).toBeLessThanOrEqual(less * 10);
  });

  it('lists a member of a wide object once, however often it appears', () => {
    const text = JSON.stringify(wide(10_000)).replace('}', ',"k1":7,"k9999":8}');
    const value = read(text) as Record<string, unknown>;
    expect([memberNames(value).length, value.k1, value.k9999]).toEqual([10_000, 7, 8]);
  });
});
