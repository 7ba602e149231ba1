import { describe, expect, it } from '@jest/globals';
import { parseExact } from './exact-numbers.js';

describe('parseExact', () => {
  it.each(['{"id":12345678901234567891}', '[1e400,-1e400]', '[1e-400]', '[0.1234567890123456789]'])(
    'keeps the numbers of %s for writing',
    (text) => {
      expect(JSON.stringify(parseExact(text))).toBe(text);
    },
  );

  it('reads everything else as JSON.parse does', () => {
    const text = '{"a":[1,2.5,1e3,-0,"12345678901234567891"],"b":9007199254740991}';
    expect(parseExact(text)).toEqual(JSON.parse(text));
    expect(() => parseExact('{')).toThrow(SyntaxError);
  });
});
