import { describe, expect, it } from '@jest/globals';
import { checkTree, parseCaps, parseDocument } from './parse-document.js';

const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

describe('parseDocument', () => {
  it('reads JSON and YAML', () => {
    const root = { openapi: '3.1.0', info: { title: 'A', version: '1' } };
    expect(parseDocument(`\ufeff ${JSON.stringify(root)}`)).toEqual({ root });
    expect(parseDocument('openapi: 3.1.0\ninfo:\n  title: A\n  version: "1"\n')).toEqual({ root });
    expect(parseDocument('{openapi: 3.1.0, info: {title: A, version: "1"}}')).toEqual({ root });
  });

  it('unfolds a few aliases, so that what comes back is a plain tree', () => {
    const parsed = parseDocument('one: &a {x: 1}\ntwo: *a\nat: 2026-01-01\n1: .inf\n');
    expect(parsed).toEqual({ root: { one: { x: 1 }, two: { x: 1 }, at: '2026-01-01', 1: null } });
    expect('root' in parsed && parsed.root.one !== parsed.root.two).toBe(true);
  });

  it.each([
    ['a list', '[1]', 'is not an object'],
    ['a text', 'just words', 'is not an object'],
    ['nothing', '', 'is not an object'],
    ['broken JSON', '{"a": 1,, "b"', 'is not valid JSON'],
    ['broken YAML', 'a: [1\nb: }', 'is neither JSON nor YAML'],
    ['something deep', nested(101), 'deeper than 100 levels'],
    ['a YAML of too many bytes', `a: ${'x'.repeat(parseCaps.yamlBytes)}`, 'give it as JSON'],
    ['a circle', 'a: &a\n  b: *a\n', 'holds more than'],
  ])('refuses %s', (_, text, why) => {
    expect(parseDocument(text)).toEqual({ problem: expect.stringContaining(why) });
  });

  it('refuses aliases that unfold to a bomb', () => {
    const lines = Array.from({ length: 12 }, (_, n) => `a${n + 1}: &a${n + 1} [${Array(9).fill(`*a${n}`).join(', ')}]`);
    expect(parseDocument(['a0: &a0 [x, x, x, x, x, x, x, x, x]', ...lines].join('\n'))).toHaveProperty('problem');
  });

  it('bounds what was handed in as an object', () => {
    expect(checkTree({ a: 1 })).toEqual({ root: { a: 1 } });
    expect(checkTree({ many: Array.from({ length: parseCaps.values }, () => 0) })).toHaveProperty('problem');
  });
});
