import { describe, expect, it } from '@jest/globals';
import { compute } from './compute.fixture.js';

describe('dates', () => {
  it('converts between zones', async () => {
    const found = await compute('dates', { action: 'convert', at: '2026-07-01T12:00:00Z', zone: 'Europe/Berlin' });
    expect(found.moment).toMatchObject({
      iso: '2026-07-01T14:00:00.000+02:00',
      utc: '2026-07-01T12:00:00.000Z',
      offset: '+02:00',
      weekday: 'Wednesday',
      isoWeek: '2026-W27',
    });
  });

  it('adds in the calendar of the zone', async () => {
    const add = (at: string, amounts: object) =>
      compute('dates', { action: 'add', at, zone: 'Europe/Berlin', add: amounts });
    expect((await add('2026-01-31', { months: 1 })).moment).toMatchObject({
      iso: expect.stringMatching(/^2026-02-28/),
    });
    expect((await add('2026-03-28T12:00', { days: 1 })).moment).toMatchObject({ iso: '2026-03-29T12:00:00.000+02:00' });
    expect((await add('2026-03-28T12:00', { hours: 24 })).moment).toMatchObject({
      iso: '2026-03-29T13:00:00.000+02:00',
    });
  });

  it('measures, lists, formats and parses', async () => {
    expect(
      await compute('dates', { action: 'difference', at: '2026-01-01', to: '2026-03-01', unit: 'months' }),
    ).toMatchObject({
      difference: { amount: 2, unit: 'months' },
    });
    expect(await compute('dates', { action: 'range', at: '2026-02-27', to: '2026-03-01' })).toMatchObject({
      dates: ['2026-02-27', '2026-02-28', '2026-03-01'],
    });
    expect(
      await compute('dates', { action: 'format', at: '2026-03-29', format: 'cccc d. LLLL', locale: 'de' }),
    ).toMatchObject({
      text: 'Sonntag 29. März',
    });
    expect((await compute('dates', { action: 'parse', at: '29.03.2026', format: 'dd.MM.yyyy' })).moment).toMatchObject({
      utc: '2026-03-29T00:00:00.000Z',
    });
  });

  it('says when the clocks make a local time odd', async () => {
    const convert = (at: string) => compute('dates', { action: 'convert', at, zone: 'Europe/Berlin' });
    expect((await convert('2026-03-29T02:30')).note).toMatch(/does not exist/);
    expect((await convert('2026-10-25T02:30')).note).toMatch(/exists twice/);
    expect(await convert('2026-10-25T03:30')).not.toHaveProperty('note');
  });

  it.each([
    [{ action: 'convert', at: 'soon' }, /not a date/],
    [{ action: 'convert', at: '2026-02-30' }, /not a date/],
    [{ action: 'convert', at: '2026-01-01', zone: 'Mars/Base' }, /IANA/],
    [{ action: 'difference', at: '2026-01-01' }, /"to"/],
    [{ action: 'add', at: '2026-01-01' }, /give amounts/],
    [{ action: 'add', at: '2026-01-01', add: { years: 1e9 } }, /outside|not/],
    [{ action: 'parse', at: 'x', format: 'dd' }, /does not have the format/],
    [{ action: 'range', at: '2000-01-01', to: '2026-01-01' }, /more than 1000/],
  ])('refuses %j', async (input, message) => {
    await expect(compute('dates', input)).rejects.toThrow(message);
  });
});
