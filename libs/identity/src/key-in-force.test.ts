import { expect, it } from '@jest/globals';
import { endOfKey } from './key-in-force.js';
import type { ApiKey } from './records.js';

const key = (parts: Partial<ApiKey>): ApiKey => ({ revokedAt: null, expiresAt: null, ...parts }) as ApiKey;

it.each([
  ['in force without an end', key({}), undefined],
  ['in force until its end', key({ expiresAt: 11 }), undefined],
  ['expired at its end', key({ expiresAt: 10 }), 'expired'],
  ['revoked', key({ revokedAt: 5 }), 'revoked'],
  ['revoked, also after its end', key({ revokedAt: 5, expiresAt: 6 }), 'revoked'],
  ['not known any more', undefined, 'revoked'],
])('a key is %s', (_, of, end) => {
  expect(endOfKey(of, 10)).toBe(end);
});
