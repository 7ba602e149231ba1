import { compileSchema } from '@assay/json-schema';
import { describe, expect, it } from '@jest/globals';
import { fuzzInputs, seeded, simplerThan } from './fuzz-inputs.js';

const schema = {
  type: 'object',
  properties: {
    n: { type: 'integer', minimum: 3, maximum: 9 },
    text: { type: 'string', minLength: 2, maxLength: 5 },
    list: { type: 'array', items: { enum: ['a', 'b'] }, maxItems: 2 },
    at: { type: 'string', format: 'date' },
    either: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/flag' }] },
  },
  required: ['n', 'text'],
  $defs: { flag: { type: 'boolean' } },
};
const validate = compileSchema(schema);
const accepts = (value: unknown) => validate(value).length === 0;

describe('fuzzing inputs', () => {
  it('fit the schema, hold its boundaries and repeat themselves', () => {
    const inputs = fuzzInputs(schema, 100, accepts) as { n: number; text: string }[];
    expect(inputs).toHaveLength(100);
    expect(inputs.every(accepts)).toBe(true);
    const numbers = inputs.map(({ n }) => n);
    expect([Math.min(...numbers), Math.max(...numbers)]).toEqual([3, 9]);
    expect(new Set(inputs.map(({ text }) => text.length))).toEqual(new Set([2, 3, 4, 5]));
    expect(fuzzInputs(schema, 100, accepts)).toEqual(inputs);
  });

  it('repeat the few values there are, and are none of a schema that accepts nothing', () => {
    expect(fuzzInputs({ const: 1 }, 4, () => true)).toEqual([1, 1, 1, 1]);
    expect(fuzzInputs({ type: 'string' }, 4, () => false)).toEqual([]);
  });

  it('have simpler neighbours', () => {
    expect(simplerThan({ a: 4, b: 'xy' })).toEqual(
      expect.arrayContaining([{ b: 'xy' }, { a: 0, b: 'xy' }, { a: 4, b: '' }]),
    );
    expect(simplerThan([1])).toEqual(expect.arrayContaining([[], [0]]));
    expect([simplerThan(0), simplerThan(''), simplerThan(null)]).toEqual([[], [], []]);
  });

  it('come from numbers that repeat themselves', () => {
    const [a, b] = [seeded(5), seeded(5)];
    expect([a(), a()]).toEqual([b(), b()]);
  });
});
