import { describe, expect, it } from '@jest/globals';
import { declarationsOf, typeOfSchema } from './declarations.js';

const count = (text: string) => Math.ceil(text.length / 4);

describe('the type of a schema', () => {
  it.each([
    [{ type: 'string' }, 'string'],
    [{ type: ['integer', 'null'] }, 'number | null'],
    [{ enum: ['a', 1] }, '"a" | 1'],
    [{ const: true }, 'true'],
    [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } }, '(string | number)[]'],
    [{ type: 'object' }, 'Record<string, unknown>'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
    [{ properties: { a: { type: 'string' }, 'b-c': {} }, required: ['a'] }, '{ a: string; "b-c"?: unknown }'],
    [{ $ref: '#/$defs/x', $defs: { x: { type: 'boolean' } } }, 'boolean'],
    [{ $ref: 'https://else.where/x' }, 'unknown'],
    [{ allOf: [{ type: 'string' }, { const: 'a' }] }, 'string & "a"'],
    [true, 'unknown'],
  ])('%j is %s', (schema, type) => expect(typeOfSchema(schema)).toBe(type));

  it('ends where a schema refers to itself', () => {
    const tree = { type: 'object', properties: { child: { $ref: '#' } } };
    expect(typeOfSchema(tree).length).toBeLessThan(200);
  });
});

describe('declarations', () => {
  const tool = (name: string, description = 'Does it') => ({ name, description, inputSchema: { type: 'object' } });

  it('keep within their budget, and name what they omit', () => {
    const all = declarationsOf([tool('a/one'), tool('a/two', 'x'.repeat(400))], 10_000, count);
    expect(all.included).toEqual(['a/one', 'a/two']);
    expect(all.text).toContain('"a/one"(args: Record<string, unknown>): Promise<unknown>;');
    const few = declarationsOf([tool('a/one'), tool('a/two', 'x'.repeat(400))], all.tokens - 5, count);
    expect([few.included, few.omitted]).toEqual([['a/one'], ['a/two']]);
    expect(few.tokens).toBeLessThanOrEqual(all.tokens - 5);
  });

  it('hold no comment that a description ends', () => {
    expect(declarationsOf([tool('a/b', 'x */ evil() /*')], 1_000, count).text).not.toContain('*/ evil');
  });
});
