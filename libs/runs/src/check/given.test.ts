import { expect, it } from '@jest/globals';
import { givenAt, givenOf, unknown } from './given.js';

it('a known value is followed to its end', () => {
  const standing = { value: { a: [{ b: 1 }] } };
  expect(givenAt(standing, ['a', '0', 'b'])).toEqual({ kind: 'literal', value: 1, isInput: true });
  expect(givenAt(standing, ['a', '1'])).toEqual({ kind: 'absent', way: 'a.1' });
});

it('a declared schema says whether there is a value', () => {
  const schema = { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false };
  expect(givenAt({ schema }, ['a'])).toMatchObject({ kind: 'part', sure: false, way: 'a' });
  expect(givenAt({ schema: { ...schema, required: ['a'] } }, ['a'])).toMatchObject({ sure: true });
  expect(givenAt({ schema }, ['b'])).toEqual({ kind: 'absent', way: 'b' });
});

it('without a declaration nothing is known', () => expect(givenAt(undefined, ['a'])).toBe(unknown));

it('a template is known by its parts', () => {
  const one = { kind: 'literal', value: 1 } as const;
  const template = { kind: 'object', members: [['a', { kind: 'list', items: [one] }]] } as const;
  expect(givenOf(template, () => undefined)).toEqual({
    kind: 'object',
    members: new Map([['a', { kind: 'list', items: [one] }]]),
  });
});
