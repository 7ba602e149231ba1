import { describe, expect, it } from '@jest/globals';
import { compareSchemas } from './compare-schemas.js';

const optional = { type: 'object', properties: { a: { type: 'string' } } };
const required = { ...optional, required: ['a'] };

describe('comparing two schemas of a tool', () => {
  it('finds no difference in the same text, in any order of members', () => {
    const turned = { properties: optional.properties, type: 'object' };
    expect(compareSchemas('input', optional, turned)).toEqual({ strict: 'holds', differences: [] });
  });

  it.each([
    ['input', optional, required, 'fails', 'breaking'],
    ['input', required, optional, 'holds', 'additive'],
    ['output', optional, required, 'holds', 'additive'],
    ['output', required, optional, 'fails', 'breaking'],
  ] as const)('of an %s, in its direction', (role, older, newer, strict, kind) => {
    const compared = compareSchemas(role, older, newer);
    expect(compared.strict).toBe(strict);
    expect(compared.differences.map((it) => it.kind)).toEqual([kind]);
  });

  it('reports a new text that accepts the same as text', () => {
    const compared = compareSchemas('input', optional, { ...optional, description: 'What it takes' });
    expect(compared.strict).toBe('holds');
    expect(compared.differences.map((it) => it.kind)).toEqual(['text']);
  });
});
