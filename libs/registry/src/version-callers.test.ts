import { expect, it } from '@jest/globals';
import { dayOf } from './version-callers.js';

it('a time belongs to the day that starts at midnight in UTC', () => {
  const midnight = Date.UTC(2026, 10, 22);
  for (const at of [midnight, midnight + 1, midnight + 86_399_999]) expect(dayOf(at)).toBe(midnight);
  expect(dayOf(midnight - 1)).toBe(midnight - 86_400_000);
});
