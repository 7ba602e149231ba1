import { expect, it } from '@jest/globals';
import { isWellKnown, needsValueMember, wellKnownForm, wrappedType } from './well-known.js';

it.each([
  ['google.protobuf.Timestamp', true, true],
  ['google.protobuf.StringValue', true, true],
  ['google.protobuf.Struct', true, false],
  ['google.protobuf.Empty', true, false],
  ['shop.v1.Item', false, false],
  ['toString', false, false],
])('%s is well known: %s, and needs a member `value`: %s', (name, known, member) => {
  expect(isWellKnown(name)).toBe(known);
  expect(needsValueMember(name)).toBe(member);
});

it('wrappers are their value, and other well-known messages have their own form', () => {
  expect(wrappedType('google.protobuf.Int64Value')).toBe('int64');
  expect(wellKnownForm('google.protobuf.Int64Value')).toBeUndefined();
  expect(wrappedType('google.protobuf.Timestamp')).toBeUndefined();
  expect(wellKnownForm('google.protobuf.Timestamp')).toEqual({ type: 'string', format: 'date-time' });
});

it('a duration is a number of seconds with their unit', () => {
  const pattern = new RegExp(String(wellKnownForm('google.protobuf.Duration')?.pattern));
  expect(['1s', '-1.5s', '1', '1.s', '1.0000000001s'].map((it) => pattern.test(it))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
