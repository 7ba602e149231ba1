import { statuses } from '@assay/contracts';
import { defectsOf, nextStates } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import { earliestSunset, versionLifecycle } from './version-lifecycle.js';

describe('versionLifecycle', () => {
  it('is sound, and covers every stored status', () => {
    expect(defectsOf(versionLifecycle)).toEqual([]);
    expect(Object.keys(versionLifecycle.ways).sort()).toEqual(statuses.filter((it) => it !== 'REVOKED').sort());
  });

  it('has the transitions of SPEC section 1', () => {
    expect(nextStates(versionLifecycle, 'ACTIVE')).toEqual(['DEPRECATED', 'YANKED']);
    expect(nextStates(versionLifecycle, 'DEPRECATED')).toEqual(['ACTIVE', 'YANKED', 'SUNSET']);
    expect(nextStates(versionLifecycle, 'YANKED')).toEqual(['ACTIVE', 'DEPRECATED']);
    expect(nextStates(versionLifecycle, 'SUNSET')).toEqual([]);
  });

  it('keeps an announced date, and requires 30 days for a first one', () => {
    const now = Date.UTC(2026, 0, 1);
    const version = { version: '1.0.0', status: 'DEPRECATED', sunsetAt: now + 5 } as const;
    expect(earliestSunset({ version, now })).toBe(now + 5);
    expect(earliestSunset({ version, now: now + 9 })).toBe(now + 9);
    expect(earliestSunset({ version: { ...version, sunsetAt: null }, now })).toBe(Date.UTC(2026, 0, 31));
  });
});
