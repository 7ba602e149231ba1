import { expect, it } from '@jest/globals';
import { isoTime, isoTimeOrNull } from './iso-time.js';

it('writes times in UTC, and no time as null', () => {
  expect(isoTime(0)).toBe('1970-01-01T00:00:00.000Z');
  expect(isoTimeOrNull(1)).toBe('1970-01-01T00:00:00.001Z');
  expect(isoTimeOrNull(null)).toBeNull();
});
