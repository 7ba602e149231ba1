import { describe, expect, it } from '@jest/globals';
import { givenAnyway, presetProblems, withoutPreset } from './presets.js';

const schema = {
  type: 'object',
  properties: {
    currency: { $ref: '#/$defs/currency' },
    amount: { type: 'number' },
    note: { type: 'string' },
    constructor: { type: 'string' },
  },
  required: ['currency', 'amount'],
  $defs: { currency: { enum: ['EUR', 'USD'] } },
};

describe('presetProblems', () => {
  it('accepts some of the properties, each with a valid value', () => {
    expect(presetProblems(schema, { currency: 'EUR' })).toEqual([]);
    expect(presetProblems(schema, { constructor: 'x' })).toEqual([]);
    expect(presetProblems(schema, {})).toEqual([]);
  });

  it('reports invalid values, and unknown properties', () => {
    expect(presetProblems(schema, { currency: 'GBP', amount: 1 })).toMatchObject([{ path: '/currency' }]);
    expect(presetProblems(schema, { 'a/b': 1, toString: 2 })).toMatchObject([{ path: '/a~1b' }, { path: '/toString' }]);
    expect(presetProblems({ type: 'object' }, { a: 1 })).toHaveLength(1);
  });
});

describe('withoutPreset', () => {
  it('hides preset properties, and requires the rest as before', () => {
    const shown = withoutPreset(schema, { currency: 'EUR', note: 'x' });
    expect(Object.keys(shown.properties as object)).toEqual(['amount', 'constructor']);
    expect(shown.required).toEqual(['amount']);
    expect(shown.$defs).toBe(schema.$defs);
  });

  it('requires nothing when everything required is preset, and is unchanged without presets', () => {
    expect(withoutPreset(schema, { currency: 'EUR', amount: 1 })).not.toHaveProperty('required');
    expect(withoutPreset(schema, {})).toBe(schema);
  });
});

describe('givenAnyway', () => {
  it('reports preset arguments in a call, even with the same value', () => {
    expect(givenAnyway({ a: 1, b: 2 }, { b: 2, c: 3 })).toEqual(['b']);
    expect(givenAnyway({}, { toString: 1 })).toEqual([]);
  });
});
