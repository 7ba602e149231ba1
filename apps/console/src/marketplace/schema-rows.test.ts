import { describe, expect, it } from '@jest/globals';
import { schemaRows } from './schema-rows.js';

describe('a schema as lines', () => {
  it('lists members with types, limits and depth, references resolved', () => {
    const rows = schemaRows({
      type: 'object',
      required: ['to'],
      properties: {
        to: { $ref: '#/$defs/address', description: 'Who gets it' },
        kind: { enum: ['a', 'b'] },
        lines: { type: 'array', items: { type: 'object', properties: { text: { type: 'string', maxLength: 5 } } } },
      },
      $defs: { address: { type: 'string', format: 'email' } },
    });
    expect(rows.map(({ path, type, isRequired, depth, limits }) => [path, type, isRequired, depth, limits])).toEqual([
      ['/to', 'string', true, 0, ['format "email"']],
      ['/kind', 'one of', false, 0, ['"a"', '"b"']],
      ['/lines', 'array', false, 0, []],
      ['/lines/[]/text', 'string', false, 1, ['length at most 5']],
    ]);
    expect(rows[0]?.description).toBe('Who gets it');
  });

  it('ends for a schema that refers to itself or to nowhere', () => {
    const tree = { properties: { left: { $ref: '#' }, odd: { $ref: '#/nowhere' }, bad: true } };
    const rows = schemaRows(tree);
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.length).toBeLessThan(401);
    expect(rows.every(({ depth }) => depth <= 6)).toBe(true);
  });
});
