import { dayMs } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import { aManifest, aVersion } from '../testing/builders.js';
import { dueNotice } from './status-notice.js';
import type { StoredStatus } from './version-lifecycle.js';

const at = Date.UTC(2026, 0, 1);
const end = at + 30 * dayMs;
const due = (status: StoredStatus, now: number, sunsetAt: number | null = null, notice: string | null = null) =>
  dueNotice(
    aVersion(aManifest(), { status, sunsetAt, statusChange: { at, reason: 'r', supersededBy: null, notice } }),
    now,
  )?.notice;

describe('dueNotice', () => {
  it('is undefined for a version that is unchanged since publication', () => {
    expect(dueNotice(aVersion(), at)).toBeUndefined();
  });

  // status, now, sunset, sent
  it.each<[StoredStatus, number, number | null, string]>([
    ['ACTIVE', at, null, `version.restored ${at}`],
    ['YANKED', at, null, `version.yanked ${at}`],
    ['DEPRECATED', at, null, `version.deprecated ${at}`],
    ['DEPRECATED', at, end, `version.deprecated ${at}`],
    ['DEPRECATED', end - 7 * dayMs - 1, end, `version.deprecated ${at}`],
    ['DEPRECATED', end - 7 * dayMs, end, `version.sunset-soon ${end}`],
    ['SUNSET', end, end, `version.sunset ${end}`],
  ])('of %s at %i until %j', (status, now, sunsetAt, notice) => {
    expect(due(status, now, sunsetAt)).toBe(notice);
    expect(due(status, now, sunsetAt, notice)).toBeUndefined();
    expect(due(status, now, sunsetAt, 'version.deprecated 7')).toBe(notice);
  });
});
