import { describe, expect, it } from '@jest/globals';
import { coerced, isOfType, type SimpleType, typeOf } from './coerce.js';

describe('coerced', () => {
  it.each<[unknown, SimpleType, unknown]>([
    [' 12 ', 'integer', 12],
    ['-1.5', 'number', -1.5],
    ['1,000', 'integer', 1000],
    ['1,00', 'integer', undefined],
    // In half of the world this is one and a quarter.
    ['1,250', 'number', undefined],
    ['1,250.0', 'number', 1250],
    ['1,250,000', 'number', 1250000],
    ['1e3', 'number', undefined],
    ['0x10', 'integer', undefined],
    ['007', 'integer', undefined],
    ['0.5', 'number', 0.5],
    ['FALSE', 'boolean', false],
    [1, 'boolean', undefined],
    [true, 'string', 'true'],
    [null, 'string', undefined],
    [1.5, 'string', '1.5'],
    [2 ** 53 - 1, 'string', '9007199254740991'],
    // Its last digits were lost when it was read: as an identifier it is somebody else's.
    [2 ** 60, 'string', undefined],
    ['[1', 'array', ['[1']],
    [null, 'array', undefined],
    ['[1]', 'object', undefined],
    ['', 'null', null],
    ['x', 'null', undefined],
  ])('%j as %s: %j', (value, type, expected) => {
    expect(coerced(value, type)).toEqual(expected);
  });
});

it('knows types as JSON Schema does', () => {
  expect([typeOf(null), typeOf([]), typeOf(1), typeOf(1.5), typeOf({})]).toEqual([
    'null',
    'array',
    'integer',
    'number',
    'object',
  ]);
  expect([isOfType(1, 'number'), isOfType(1.5, 'integer')]).toEqual([true, false]);
});
