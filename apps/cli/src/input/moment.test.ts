import { describe, expect, it } from '@jest/globals';
import { moment } from './moment.js';

const now = Date.UTC(2026, 10, 1);

describe('moment', () => {
  it.each([
    ['2026-11-01T09:00:00Z', '2026-11-01T09:00:00.000Z'],
    ['2026-11-01T09:00+02:00', '2026-11-01T07:00:00.000Z'],
    ['2026-11-02', '2026-11-02T00:00:00.000Z'],
    ['90s', '2026-11-01T00:01:30.000Z'],
    ['2h', '2026-11-01T02:00:00.000Z'],
    ['1.5d', '2026-11-02T12:00:00.000Z'],
  ])('reads %s', (text, at) => {
    expect(moment(text, now)).toBe(at);
  });

  it('reads a time without an offset in the zone of the machine', () => {
    expect(moment('2026-11-01T09:00', now)).toBe(new Date(2026, 10, 1, 9).toISOString());
  });

  it.each(['', 'tomorrow', '10', '10ms', '2026-13-01T00:00:00Z', '-5m'])('refuses "%s"', (text) => {
    expect(() => moment(text, now)).toThrow('It must be a time');
  });
});
