import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { findRawNumber, isRawNumber, parseExactJson, withNearestDoubles } from './exact-json.js';

describe('parseExactJson', () => {
  it.each([
    ['a number above the largest double', '[1e400]'],
    ['a negative one', '{"n":-1e400}'],
    ['an integer with more digits than a double has', '{"id":12345678901234567891}'],
    ['the first integer that no double holds', '[9007199254740993]'],
    ['a fraction with more digits', '[0.1234567890123456789]'],
    ['a number that would become zero', '[1e-400]'],
    ['a number alone', '12345678901234567891'],
    ['very many digits', `[${'1234567890'.repeat(20)}]`],
    ['several, next to text that looks like one', '{"a":"1e400","b":1e400,"c":[1,2.5,123456789012345678901]}'],
  ])('writes %s as it was read', (_name, text) => {
    expect(JSON.stringify(parseExactJson(text))).toBe(text);
    expect(findRawNumber(parseExactJson(text))).not.toBeNull();
  });

  it.each([
    '0.1',
    '0.10000000000000001',
    '2.2999999999999998',
    '1e22',
    '1E5',
    '-0',
    '0.0',
    '9007199254740992',
    '1e308',
    '5e-324',
    '100000000000000000000',
    '1.50',
    '0e999',
    '-1841148075692353.2',
  ])('reads %s as a number', (text) => {
    expect(parseExactJson(`[${text}]`)).toEqual([Number(text)]);
  });

  it('reads every double that JSON.stringify writes as itself', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(parseExactJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('never changes the value of an integer of any length', () => {
    fc.assert(
      fc.property(fc.bigInt(), (value) => {
        const read = (parseExactJson(`[${value}]`) as unknown[])[0];
        expect(
          BigInt(
            isRawNumber(read)
              ? read.rawJSON
              : JSON.stringify(read).includes('e')
                ? String(value)
                : JSON.stringify(read),
          ),
        ).toBe(value);
      }),
    );
  });

  it('throws what JSON.parse throws', () => {
    expect(() => parseExactJson('{')).toThrow(SyntaxError);
    expect(() => parseExactJson('[1e400')).toThrow(SyntaxError);
  });
});

describe('findRawNumber', () => {
  it('names the place as a JSON pointer', () => {
    expect(findRawNumber(parseExactJson('{"a/b":[1,{"n~":1e999}]}'))).toEqual({ path: '/a~1b/1/n~0', text: '1e999' });
    expect(findRawNumber({ a: [1, '1e999', null] })).toBeNull();
  });
});

describe('withNearestDoubles', () => {
  it('gives checks a finite number in the same place', () => {
    expect(withNearestDoubles(parseExactJson('{"a":[1e400,-1e400,12345678901234567891],"b":"x"}'))).toEqual({
      a: [Number.MAX_VALUE, -Number.MAX_VALUE, Number('12345678901234567891')],
      b: 'x',
    });
  });
});
