import { describe, expect, it } from '@jest/globals';
import { aManifest, aVersion } from '../testing/builders.js';
import { noticeText } from './status-text.js';

const sunsetAt = Date.UTC(2026, 0, 31);
const v = (version: string) =>
  aVersion(aManifest({ version }), {
    sunsetAt,
    statusChange: { at: 0, reason: 'it leaks', supersededBy: null, notice: null },
  });
const one = [v('1.0.0')];
const next = v('2.0.0');

describe('noticeText', () => {
  it.each([
    ['version.deprecated', 'is deprecated and ends on 2026-01-31T00:00:00.000Z. Move to acme/orders.create@2.0.0.'],
    ['version.sunset-soon', 'ends on 2026-01-31T00:00:00.000Z: calls will be refused from then on. Move to acme/'],
    ['version.sunset', 'has been sunset: calls are refused. Move to'],
    ['version.yanked', 'has been yanked: only an exact pin still reaches it. Move to'],
    ['version.restored', 'is in use again.'],
  ] as const)('of %s', (kind, text) => {
    const said = noticeText(kind, 'acme/orders.create', one, next);
    expect(said).toContain(`acme/orders.create@1.0.0 ${text}`);
    expect(said).toMatch(/ Reason: it leaks$/);
  });

  it('counts versions beyond the maximum, and mentions when there is no alternative', () => {
    const many = ['1.4.0', '1.3.0', '1.2.0', '1.1.0', '1.0.0'].map(v);
    const said = noticeText('version.deprecated', 'acme/orders.create', many, undefined);
    expect(said).toContain('@1.4.0, 1.3.0, 1.2.0 and 2 more versions are deprecated and end on');
    expect(said).toContain('There is no newer release to move to.');
    expect(noticeText('version.sunset', 'a/b', many.slice(1), undefined)).toContain('and one more version have been');
  });
});
