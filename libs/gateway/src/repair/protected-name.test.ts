import { describe, expect, it } from '@jest/globals';
import { isProtectedName, mayBeCalled } from './protected-name.js';

it.each([
  ['id', true],
  ['userId', true],
  ['total_amount', true],
  ['recipient', true],
  ['colour', false],
  ['identity', false],
])('the name %s is protected: %s', (name, expected) => expect(isProtectedName(name)).toBe(expected));

describe('a member under a near name', () => {
  it.each([
    ['colour', 'color', true],
    ['user_id', 'userId', true],
    ['user_id', 'id', false],
    ['from', 'form', false],
    ['note', 'count', false],
  ])('%s may be called %s: %s', (name, other, expected) => {
    expect(mayBeCalled(name, other)).toBe(expected);
    expect(mayBeCalled(other, name)).toBe(expected);
  });
});
