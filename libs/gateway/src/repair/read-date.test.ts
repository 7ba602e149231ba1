import { describe, expect, it } from '@jest/globals';
import { readDate } from './read-date.js';

describe('readDate', () => {
  it.each([
    ['2026-1-5', '2026-01-05'],
    ['20260131', '2026-01-31'],
    ['2026-01-31T00:00:00Z', '2026-01-31'],
    ['31.12.2026', '2026-12-31'],
    ['12/31/2026', '2026-12-31'],
    ['5/5/2026', '2026-05-05'],
    ['Jan 5th, 2026', '2026-01-05'],
    ['1/2/2026', undefined],
    ['2026-02-29', undefined],
    ['2026-01-31T10:00:00Z', undefined],
    ['tomorrow', undefined],
    // Of the year 99, not of 1999.
    ['0099/01/02', undefined],
    ['2026-01-31T00:00:00.5Z', undefined],
    ['5 Foo 2026', undefined],
  ])('%j as a date: %j', (text, expected) => {
    expect(readDate(text, 'date')).toBe(expected);
  });

  it.each([
    ['2026-01-31 10:05Z', '2026-01-31T10:05:00Z'],
    ['2026/01/31 10:05:07+0200', '2026-01-31T10:05:07+02:00'],
    ['2026-01-31 10:05:07.250Z', '2026-01-31T10:05:07.250Z'],
    ['2026-01-31 10:05', undefined],
    ['2026-01-31', undefined],
  ])('%j as a moment: %j', (text, expected) => {
    expect(readDate(text, 'date-time')).toBe(expected);
  });
});
