import { describe, expect, it } from '@jest/globals';
import { isUuid } from './uuid.js';

describe('isUuid', () => {
  it.each(['018f2b6e-7c1a-7d3e-9f00-0123456789ab', '018F2B6E-7C1A-7D3E-9F00-0123456789AB'])('accepts %s', (text) => {
    expect(isUuid(text)).toBe(true);
  });

  it.each(['', 'x', "';--", '\0', '018f2b6e7c1a7d3e9f000123456789ab', '018f2b6e-7c1a-7d3e-9f00-0123456789ab\n'])(
    'refuses %j',
    (text) => {
      expect(isUuid(text)).toBe(false);
    },
  );
});
