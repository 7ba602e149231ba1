import { compileSchema } from '@assay/json-schema';
import { describe, expect, it } from '@jest/globals';
import { sampleOf } from './sample-input.js';

it.each([
  [
    'every declared property',
    { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer', minimum: 2.5 } } },
    { a: 'text', b: 3 },
  ],
  [
    'what its author gives',
    { type: 'object', properties: { a: { type: 'string', examples: ['tea'] }, b: { default: 4 } } },
    { a: 'tea', b: 4 },
  ],
  [
    'constants and choices',
    { type: 'object', properties: { a: { const: 1 }, b: { enum: ['x', 'y'] } } },
    { a: 1, b: 'x' },
  ],
  ['known formats', { type: 'string', format: 'date' }, '2026-01-31'],
  ['lengths', { type: 'string', minLength: 6, maxLength: 8 }, 'textxx'],
  ['lists', { type: 'array', items: { type: 'boolean' }, minItems: 2 }, [true, true]],
  ['the first of several', { anyOf: [{ type: 'null' }, { type: 'string' }] }, null],
  ['numbers within bounds', { type: 'number', maximum: -3 }, -3],
  ['numbers above a bound', { type: 'number', exclusiveMinimum: 7 }, 8],
])('gives %s', (_, schema, expected) => {
  expect(sampleOf(schema)).toEqual(expected);
  expect(compileSchema({ properties: { it: schema } })({ it: sampleOf(schema) })).toEqual([]);
});

describe('a recursive schema', () => {
  it('ends', () => {
    const node: Record<string, unknown> = { type: 'object', properties: {} };
    (node.properties as Record<string, unknown>).next = node;
    expect(JSON.stringify(sampleOf(node))).toContain('null');
  });
});

it('makes no long list, however long one is asked for', () => {
  const row = { type: 'array', items: { type: 'boolean' }, minItems: 1_000_000_000 };
  expect(sampleOf({ ...row, items: row })).toEqual(Array(3).fill([true, true, true]));
});
