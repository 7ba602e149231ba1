import { describe, expect, it } from '@jest/globals';
import { entry } from '../entries.fixture.js';
import { inputFromPairs } from './tool-input.js';

const closed = entry.inputSchema;

describe('input from words', () => {
  it.each<[string, string[], unknown]>([
    ['numbers', ['customer=42'], { customer: 42 }],
    ['booleans', ['express=true'], { express: true }],
    ['a list with commas', ['tags=a, b'], { tags: ['a', 'b'] }],
    ['a list as JSON', ['tags=["a,b"]'], { tags: ['a,b'] }],
    ['a list word by word', ['tags=a', 'tags=b'], { tags: ['a', 'b'] }],
    ['an empty list', ['tags='], { tags: [] }],
    ['a property of a property', ['address.city=Bern', 'address.floor=3'], { address: { city: 'Bern', floor: 3 } }],
    ['null where it is allowed', ['address.floor=null'], { address: { floor: null } }],
    ['an object as JSON', ['address={"city":"Bern"}'], { address: { city: 'Bern' } }],
    ['JSON by force', ['customer:="x"'], { customer: 'x' }],
    ['a name that the schema does not have', ['colour=red'], { colour: 'red' }],
    ['a value with an equals sign', ['address.city=a=b'], { address: { city: 'a=b' } }],
  ])('%s', (_case, words, input) => {
    expect(inputFromPairs(words, closed)).toEqual(input);
  });

  it.each<[string, object, string[], unknown]>([
    ['digits stay text for a string', { properties: { zip: { type: 'string' } } }, ['zip=0123'], { zip: '0123' }],
    ['text where nothing is said', {}, ['a=1'], { a: '1' }],
    ['a name with a dot in it', { properties: { 'a.b': { type: 'integer' } } }, ['a.b=1'], { 'a.b': 1 }],
    ['an enumeration of numbers', { properties: { n: { enum: [1, 2] } } }, ['n=2'], { n: 2 }],
    ['a choice', { properties: { n: { anyOf: [{ type: 'number' }, { type: 'null' }] } } }, ['n=1.5'], { n: 1.5 }],
    ['whatever else is allowed', { additionalProperties: { type: 'number' } }, ['n=1'], { n: 1 }],
  ])('%s', (_case, schema, words, input) => {
    expect(inputFromPairs(words, schema as Record<string, unknown>)).toEqual(input);
  });

  it.each<[string[], string]>([
    [['customer=x'], 'customer: "x" is not an integer.'],
    [['express=yes'], 'express: "yes" is not a boolean (true or false).'],
    [['customer=1', 'customer=2'], 'customer is given more than once.'],
    [['hello'], '"hello" is neither JSON nor name=value.'],
    [['customer:={'], 'customer is not valid JSON'],
  ])('%j is refused', (words, message) => {
    expect(() => inputFromPairs(words, closed)).toThrow(message);
  });

  it('makes no use of names that objects inherit', () => {
    const input = inputFromPairs(['__proto__=x', 'constructor=y'], {});
    expect(Object.entries(input)).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
    expect(Object.getPrototypeOf(input)).toBe(Object.prototype);
  });
});
