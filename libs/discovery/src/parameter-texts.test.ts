import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parameterTexts } from './parameter-texts.js';

describe('parameterTexts', () => {
  it('gives names, descriptions and enum values, nested ones too', () => {
    const schema = {
      type: 'object',
      properties: {
        city: { type: 'string', description: 'Where to look' },
        unit: { enum: ['celsius', 'kelvin', 3] },
        options: { type: 'object', properties: { days: { type: 'integer' } } },
        stops: { type: 'array', items: { type: 'object', properties: { street: true } } },
      },
    };
    expect(parameterTexts(schema)).toEqual([
      'city',
      'Where to look',
      'unit',
      'celsius',
      'kelvin',
      'options',
      'days',
      'stops',
      'street',
    ]);
  });

  it('stops at a depth, and at a number', () => {
    let schema: object = {};
    for (let depth = 0; depth < 50; depth += 1) schema = { properties: { [`p${depth}`]: schema } };
    expect(parameterTexts(schema)).toEqual(['p49', 'p48', 'p47']);
    let arrays: object = { properties: { deep: {} } };
    for (let depth = 0; depth < 10_000; depth += 1) arrays = { items: arrays };
    expect(parameterTexts(arrays)).toEqual([]);
    const wide = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`p${n}`, {}]));
    expect(parameterTexts({ properties: wide })).toHaveLength(256);
  });

  it('gives texts whatever it is handed', () => {
    fc.assert(
      fc.property(fc.anything(), (schema) => {
        expect(parameterTexts(schema).every((text) => typeof text === 'string')).toBe(true);
      }),
    );
  });
});
