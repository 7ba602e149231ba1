import fc from 'fast-check';

/** Text that breaks what was written with plain words in mind. */
export const oddStrings = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ufeff',
  '\u202eabc\u202c',
  'e\u0301\u0327',
  '\ud800',
  'x\udc00y',
  '𝒳👩‍👩‍👧‍👦',
  'İıſK',
  '\r\nX-Injected: 1',
  "'; DROP TABLE tools; --",
  '{{7*7}}%{7*7}#{7*7}',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  '%s%n%x',
  '%00',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'NaN',
  '-0',
  '1e999',
  '9'.repeat(400),
  `${'a'.repeat(60)}!`,
] as const;

/** Names that mean something to JavaScript objects. */
export const prototypeKeys = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'then'];

export const longString = fc
  .constantFrom(1_000, 10_000, 65_536)
  .chain((size) =>
    fc.constantFrom('a', 'é', '😀', '\\', '"', '{', '\n').map((unit) => unit.repeat(Math.floor(size / unit.length))),
  );

const nested = (depth: number, leaf: unknown): unknown => {
  let value = leaf;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

/** A value of each kind that is not likely to be the wanted one. */
export const wrongValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -1, 0.5, 2 ** 53 + 2, -(2 ** 63), 1e308, [], {}, [null], [[]], {
    '': '',
  }),
  fc.constantFrom<unknown>(...oddStrings),
  fc.constant(nested(30, 'x')),
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>,
);

/** JSON texts that do not parse, or that parse into something surprising. */
export const oddJson: fc.Arbitrary<string | Buffer> = fc.constantFrom<string | Buffer>(
  '',
  ' ',
  '{',
  '{"a":1',
  '{"a":1}}',
  "{'a':1}",
  '{"a":1,}',
  '{a:1}',
  'undefined',
  'NaN',
  '[1e999]',
  '{"a":-0,"a":1,"a":2}',
  '"just a string"',
  'null',
  'true',
  '0',
  '[]',
  '\ufeff{}',
  '{"a":"\u0001"}',
  '{"a":"\\ud800"}',
  '{"\\u005f_proto__":{"x":1}}',
  '['.repeat(5_000),
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from('{"a":1}', 'utf16le'),
  Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]),
);

/** Path segments as they go over the wire. */
export const oddSegments = [
  '',
  '.',
  '..',
  '%2e%2e',
  '%2F',
  '..%2f..%2fetc%2fpasswd',
  '%00',
  'a%00b',
  '%',
  '%zz',
  '%E0%A4%A',
  '%C0%AF',
  '%ED%A0%80',
  '%F0%9F%98%80',
  '%20',
  '+',
  '*',
  ';a=b',
  '~',
  "'",
  '%22',
  '%0d%0aX-Injected:1',
  '__proto__',
  'constructor',
  'undefined',
  'null',
  '-1',
  'a@b@c',
  'a'.repeat(300),
  'a'.repeat(4_000),
] as const;

/** Query strings as they go over the wire, without the question mark. */
export const oddQueries = [
  '',
  '&&&',
  '=',
  'a',
  'limit=',
  'limit=-1',
  'limit=0',
  'limit=1.5',
  'limit=1e309',
  'limit=99999999999999999999',
  'limit=NaN',
  'limit=1&limit=2',
  'limit[]=1',
  'limit[a]=1',
  'cursor=%00',
  'cursor=bogus',
  'cursor=%E0%A4%A',
  'cursor=e30',
  'cursor=W10',
  'cursor=eyJhIjoxfQ',
  `cursor=${'a'.repeat(3_000)}`,
  'range=%3E%3D',
  'range=latest',
  `range=${'1%20%7C%7C%20'.repeat(300)}1`,
  '__proto__=1',
  '__proto__[x]=1',
  'constructor[prototype][x]=1',
  'unknown=1',
  '%=1',
  '%F0%9F%98%80=%F0%9F%98%80',
] as const;
