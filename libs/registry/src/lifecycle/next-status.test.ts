import { dayMs } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nextStatus, type WantedStatus } from './next-status.js';
import type { StoredStatus } from './version-lifecycle.js';

const now = Date.UTC(2026, 0, 1);
const in30 = now + 30 * dayMs;
const turn = (status: StoredStatus, wanted: WantedStatus, sunsetAt: number | null = null, at = now) => {
  const next = nextStatus({ version: '1.2.0', status, sunsetAt }, wanted, at);
  return next.ok ? next.value : next.error;
};

describe('nextStatus', () => {
  // from, its date, requested, result
  it.each<[StoredStatus, number | null, WantedStatus, object | null]>([
    ['ACTIVE', null, { status: 'DEPRECATED' }, { status: 'DEPRECATED', sunsetAt: null }],
    ['ACTIVE', null, { status: 'DEPRECATED', sunsetAt: in30 }, { status: 'DEPRECATED', sunsetAt: in30 }],
    ['ACTIVE', null, { status: 'YANKED' }, { status: 'YANKED', sunsetAt: null }],
    ['DEPRECATED', in30, { status: 'ACTIVE' }, { status: 'ACTIVE', sunsetAt: null }],
    ['DEPRECATED', in30, { status: 'YANKED' }, { status: 'YANKED', sunsetAt: null }],
    ['DEPRECATED', null, { status: 'DEPRECATED', sunsetAt: in30 }, { status: 'DEPRECATED', sunsetAt: in30 }],
    ['DEPRECATED', now + 1, { status: 'DEPRECATED', sunsetAt: now + 2 }, { status: 'DEPRECATED', sunsetAt: now + 2 }],
    ['DEPRECATED', in30, { status: 'DEPRECATED', sunsetAt: null }, { status: 'DEPRECATED', sunsetAt: null }],
    ['DEPRECATED', now, { status: 'SUNSET' }, { status: 'SUNSET', sunsetAt: now }],
    ['YANKED', null, { status: 'ACTIVE' }, { status: 'ACTIVE', sunsetAt: null }],
    ['YANKED', null, { status: 'DEPRECATED', sunsetAt: in30 }, { status: 'DEPRECATED', sunsetAt: in30 }],
    ['ACTIVE', null, { status: 'ACTIVE' }, null],
    ['DEPRECATED', in30, { status: 'DEPRECATED' }, null],
    ['DEPRECATED', in30, { status: 'DEPRECATED', sunsetAt: in30 }, null],
    ['YANKED', null, { status: 'YANKED' }, null],
    ['SUNSET', now, { status: 'SUNSET' }, null],
  ])('%s until %s, requested %j', (from, until, wanted, becomes) => {
    expect(turn(from, wanted, until)).toEqual(becomes);
  });

  it.each<[string, StoredStatus, number | null, WantedStatus, string, string]>([
    [
      'less than 30 days',
      'ACTIVE',
      null,
      { status: 'DEPRECATED', sunsetAt: in30 - 1 },
      'invalid_request',
      'The earliest date is 2026-01-31T00:00:00.000Z',
    ],
    [
      'less than 30 days, after a deprecation without a date',
      'DEPRECATED',
      null,
      { status: 'DEPRECATED', sunsetAt: in30 - 1 },
      'invalid_request',
      "30 days' notice",
    ],
    [
      'a date before the announced one',
      'DEPRECATED',
      in30 + dayMs,
      { status: 'DEPRECATED', sunsetAt: in30 },
      'invalid_request',
      'not brought forward. The earliest date is 2026-02-01T00:00:00.000Z',
    ],
    [
      'a date in the past, after the announced one has come',
      'DEPRECATED',
      now - 2,
      { status: 'DEPRECATED', sunsetAt: now - 1 },
      'invalid_request',
      'The earliest date is 2026-01-01',
    ],
    [
      'SUNSET early',
      'DEPRECATED',
      now + 1,
      { status: 'SUNSET' },
      'conflict',
      'not sunset before 2026-01-01T00:00:00.001Z',
    ],
    [
      'SUNSET without a date',
      'DEPRECATED',
      null,
      { status: 'SUNSET' },
      'conflict',
      'no sunset date: give it one first',
    ],
    ['SUNSET of an active one', 'ACTIVE', null, { status: 'SUNSET' }, 'conflict', 'deprecate it first'],
    ['SUNSET of a yanked one', 'YANKED', null, { status: 'SUNSET' }, 'conflict', 'deprecate it first'],
    [
      'life after the end',
      'SUNSET',
      now,
      { status: 'ACTIVE' },
      'conflict',
      'SUNSET and cannot become ACTIVE. That is final',
    ],
    [
      'a date of a yank',
      'ACTIVE',
      null,
      { status: 'YANKED', sunsetAt: in30 },
      'invalid_request',
      'requires status DEPRECATED',
    ],
  ])('refuses %s', (_, from, until, wanted, code, message) => {
    expect(turn(from, wanted, until)).toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it('returns the earliest date as data, and accepts that date', () => {
    // Requested at noon, and again an hour later.
    const refused = turn('ACTIVE', { status: 'DEPRECATED', sunsetAt: now }, null, now - dayMs / 2);
    expect(refused).toMatchObject({
      issues: [{ path: '/sunsetAt', message: 'must not be before 2026-01-31T00:00:00.000Z' }],
      data: { earliest: '2026-01-31T00:00:00.000Z' },
    });
    const named = { status: 'DEPRECATED', sunsetAt: in30 } as const;
    expect(turn('ACTIVE', named, null, now - dayMs / 2 + 3_600_000)).toMatchObject({ status: 'DEPRECATED' });
  });

  it('never ends a version within 30 days of the first notice, for any sequence of requests', () => {
    const status = fc.constantFrom<StoredStatus>('ACTIVE', 'DEPRECATED', 'YANKED', 'SUNSET');
    const step = fc.record({
      wait: fc.nat(45 * dayMs),
      status,
      ahead: fc.option(fc.integer({ min: -dayMs, max: 90 * dayMs }), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        let version = { version: '1.0.0', status: 'ACTIVE' as StoredStatus, sunsetAt: null as number | null };
        let announcedAt = Number.NaN;
        let at = now;
        for (const { wait, status: to, ahead } of steps) {
          at += wait;
          const next = nextStatus(version, { status: to, ...(ahead !== undefined && { sunsetAt: at + ahead }) }, at);
          if (!next.ok || next.value === null) continue;
          if (next.value.status === 'SUNSET') expect(at - announcedAt).toBeGreaterThanOrEqual(30 * dayMs);
          if (version.sunsetAt === null && next.value.sunsetAt !== null) announcedAt = at;
          version = { ...version, ...next.value };
          expect(version.sunsetAt === null || ['DEPRECATED', 'SUNSET'].includes(version.status)).toBe(true);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
