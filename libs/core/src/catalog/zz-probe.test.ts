import { it } from '@jest/globals';
import { RE2JS } from 're2js';
import { compileSchema, metaProblems } from './json-schema.js';
import { LinearPattern } from './pattern.js';

const log = (...a: unknown[]) =>
  process.stderr.write(a.map((x) => (typeof x === 'string' ? x : JSON.stringify(x))).join(' ') + '\n');
const tried = (n: string, f: () => unknown) => {
  const b = performance.now();
  try {
    log(n, (f() as never) ?? 'undefined', (performance.now() - b).toFixed(1));
  } catch (e) {
    log(n, 'THROWS', String(e).slice(0, 200));
  }
};
it('probe', () => {
  tried('pattern a', () =>
    compileSchema({ properties: { a: { pattern: '^a$' }, b: { pattern: '^b$' } } })({ a: 'a', b: 'b' }),
  );
  tried('pattern c', () => compileSchema({ properties: { c: { pattern: '^c$' } } })({ c: 'c' }));
  tried('class', () => new LinearPattern('^[^\\\\/]+$').test('a\\b'));
  for (const p of [
    '(?<n>a)',
    '[\\-a]',
    'a\\/b',
    '[(?<]',
    '\\cA',
    '\\p{L}',
    '\\u0041',
    '\\x41',
    '[\\w\\-]+',
    '\\d{2,}',
    '[^]',
    '\\uD83D\\uDE00',
    '^\\p{Lu}$',
    '\\p{Script=Greek}',
    '\\-',
  ])
    tried('re2 ' + p, () => {
      RE2JS.compile(p);
      return 'ok';
    });
  const a = {
    type: 'object',
    $id: 'https://x.example/a',
    $defs: { s: { $id: 'https://x.example/s', type: 'string' } },
    properties: { v: { $ref: 'https://x.example/s' } },
  };
  const b = {
    type: 'object',
    $id: 'https://x.example/b',
    $defs: { s: { $id: 'https://x.example/s', type: 'number' } },
    properties: { v: { $ref: 'https://x.example/s' } },
  };
  tried('inner id a', () => compileSchema(a)({ v: 'x' }));
  tried('inner id b', () => compileSchema(b)({ v: 1 }));
  tried('inner id a again', () => compileSchema({ ...a })({ v: 'x' }));
  tried('root id same', () => [
    compileSchema({ $id: 'https://r/r', type: 'object' })({}),
    compileSchema({ $id: 'https://r/r', type: 'object', required: ['q'] })({}),
  ]);
  const big: Record<string, unknown> = {};
  for (let i = 0; i < 1000; i++) big['p' + i] = { type: 'string', minLength: 3 };
  const many: Record<string, unknown> = {};
  for (let i = 0; i < 300; i++) many['q' + i] = { $ref: '#/$defs/big' };
  tried('inline 300', () =>
    compileSchema({ type: 'object', $defs: { big: { type: 'object', properties: big } }, properties: many })({}),
  );
  tried(
    'allErrors 1M',
    () =>
      compileSchema({ type: 'object', properties: { l: { type: 'array', items: { type: 'string' } } } })({
        l: new Array(1_000_000).fill(1),
      }).length,
  );
  tried(
    'unique 20k',
    () =>
      compileSchema({ type: 'object', properties: { l: { type: 'array', uniqueItems: true } } })({
        l: Array.from({ length: 20_000 }, (_, i) => ({ i })),
      }).length,
  );
  tried('meta before', () => metaProblems({ type: 'objekt' }, '2020-12').length);
  tried('meta id', () => compileSchema({ $id: 'https://json-schema.org/draft/2020-12/schema', type: 'object' })({}));
  tried('meta after', () => metaProblems({ type: 'objekt' }, '2020-12').length);
});
