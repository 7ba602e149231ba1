import type { Invoke } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { FailureException } from './failure-exception.js';
import { withKey } from './idempotency-header.js';

const call: Invoke = { tool: 'acme/pay', input: {} };
const given = (key?: string, body = call) =>
  withKey(body, { headers: key === undefined ? {} : { 'idempotency-key': key } });

describe('withKey', () => {
  it('leaves a call without the header as it is', () => {
    expect(given()).toBe(call);
  });

  it.each([
    ['bare', 'order-1'],
    ['in quotes', '"order-1"'],
  ])('takes a key %s', (_, header) => {
    expect(given(header)).toEqual({ ...call, idempotencyKey: 'order-1' });
  });

  it('takes the same key in both places', () => {
    expect(given('order-1', { ...call, idempotencyKey: 'order-1' }).idempotencyKey).toBe('order-1');
  });

  it.each([
    ['another one than the body has', 'order-1', { ...call, idempotencyKey: 'order-2' }],
    ['one with a space', 'order 1', call],
    ['an empty one', '""', call],
    ['one that is too long', 'x'.repeat(256), call],
  ])('refuses %s', (_, header, body) => {
    expect(() => given(header, body)).toThrow(FailureException);
  });
});
