import { describe, expect, it } from '@jest/globals';
import { keptMoment, keptMomentOrDate, keptText, reasonText } from './kept.js';

describe('text that is kept', () => {
  // text, whether it is taken
  it.each([
    ['Broken.', true],
    ['', true],
    ['a\0b', false],
    ['a\ud800b', false],
    ['𝒳', true],
    ['x'.repeat(11), false],
  ])('%j: %s', (text, isTaken) => {
    expect(keptText(10).safeParse(text).success).toBe(isTaken);
  });

  it('is, of a reason, without the white space around it, and something', () => {
    expect(reasonText.parse('  It is old. ')).toBe('It is old.');
    expect(reasonText.safeParse('  ').success).toBe(false);
  });
});

describe('moments that are kept', () => {
  // text, whether it is taken with a time, and where a date alone will do
  it.each([
    ['2027-01-01T00:00:00Z', true, true],
    ['2027-01-01', false, true],
    ['9999-12-31T23:59:59Z', true, true],
    ['9999-12-31T23:59:59-00:01', false, false],
    ['1969-12-31', false, false],
    ['0000-01-01T00:00:00+01:00', false, false],
    ['2027-02-30', false, false],
  ])('%s: %s, %s', (text, withTime, eitherWay) => {
    expect([keptMoment, keptMomentOrDate].map((it) => it.safeParse(text).success)).toEqual([withTime, eitherWay]);
  });
});
