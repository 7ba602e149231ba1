import { describe, expect, it } from '@jest/globals';
import { hasHeavyPatterns } from './heavy-patterns.js';
import { isHeavySchema } from './json-schema.js';

const properties = (count: number, of: object) => ({
  type: 'object',
  properties: Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, of])),
});

describe('isHeavySchema', () => {
  it.each([
    ['a small schema', properties(20, { type: 'string' })],
    ['a pattern as long as real ones', properties(4, { pattern: '^[\\w-]{0,2048}$' })],
    ['a property that is called pattern', properties(2, { properties: { pattern: { type: 'string' } } })],
  ])('is not %s', (_name, schema) => {
    expect(isHeavySchema(schema)).toBe(false);
  });

  it.each([
    ['many properties', properties(2_000, { type: 'string' })],
    ['a few short patterns that come to much', properties(3, { pattern: '^[a-z]{1,9000}$' })],
    ['such patterns as names', { patternProperties: { '^[a-z]{1,9000}$': {}, '^[0-9]{1,9000}$': {} } }],
    ['patterns that are too large to be compiled', properties(2, { pattern: '(a{1000}){1000}' })],
  ])('is one with %s', (_name, schema) => {
    expect(isHeavySchema(schema)).toBe(true);
    expect(isHeavySchema(schema)).toBe(true);
  });

  it('is asked of patterns alone as well', () => {
    expect(hasHeavyPatterns(properties(3, { pattern: '^[a-z]{1,9000}$' }))).toBe(true);
    expect(hasHeavyPatterns({})).toBe(false);
  });
});
