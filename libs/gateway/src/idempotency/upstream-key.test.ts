import { describe, expect, it } from '@jest/globals';
import { upstreamKey } from './upstream-key.js';

describe('upstreamKey', () => {
  it('is the same for the same caller, key and tool', () => {
    expect(upstreamKey('ann', 'k-1', 'acme/pay')).toBe(upstreamKey('ann', 'k-1', 'acme/pay'));
  });

  it.each([
    ['caller', upstreamKey('bob', 'k-1', 'acme/pay')],
    ['key', upstreamKey('ann', 'k-2', 'acme/pay')],
    ['tool', upstreamKey('ann', 'k-1', 'acme/refund')],
    ['border between its parts', upstreamKey('annk', '-1', 'acme/pay')],
  ])('is another one for another %s', (_, other) => {
    expect(other).not.toBe(upstreamKey('ann', 'k-1', 'acme/pay'));
  });

  it('shows nothing of what it is made of, and fits a header', () => {
    expect(upstreamKey('ann', 'secret', 'acme/pay')).toMatch(/^[0-9a-f]{64}$/);
  });
});
