import { describe, expect, it } from '@jest/globals';
import { type RetentionKind, type RetentionPorts, retentionOf, retentionRules, retentionSweep } from './retention.js';
import { dayMs } from './time-units.js';

const kinds = Object.keys(retentionRules) as RetentionKind[];
const now = 1_000 * dayMs;

function setUp(settings: Record<string, number> = {}) {
  const retention = retentionOf(settings);
  if (!retention.ok) throw new Error(retention.error);
  const asked: Record<string, number> = {};
  const note = (kind: string, before: number) => {
    asked[kind] = (now - before) / dayMs;
  };
  const forget = Object.fromEntries(
    kinds.map((kind) => [kind, async (before: number) => note(kind, before)]),
  ) as unknown as RetentionPorts['forget'];
  const expired: number[] = [];
  const expire = [async (at: number) => expired.push(at)];
  return { asked, expired, ports: { retention: retention.value, forget, expire, clock: { now: () => now } } };
}

const signal = new AbortController().signal;

describe('the retention sweep', () => {
  it('forgets every kind by its days, expires what carries its own end, and leaves what is kept forever', async () => {
    const { asked, expired, ports } = setUp();
    await retentionSweep(ports).run(signal);
    const { 'audit-records': forEver, ...others } = retentionRules;
    expect(forEver.days).toBeNull();
    expect(asked).toEqual(Object.fromEntries(Object.entries(others).map(([kind, { days }]) => [kind, days])));
    expect(expired).toEqual([now]);
  });

  it('goes by the settings', async () => {
    const { asked, ports } = setUp({ 'audit-records': 400, runs: 3 });
    await retentionSweep(ports).run(signal);
    expect([asked['audit-records'], asked.runs, asked.sagas]).toEqual([400, 3, 30]);
  });

  it('goes on with the others when one fails, and reports it', async () => {
    const { asked, ports } = setUp();
    const forget = { ...ports.forget, callers: () => Promise.reject(new Error('away')) };
    await expect(retentionSweep({ ...ports, forget }).run(signal)).rejects.toThrow('Error: away');
    expect(asked.verifications).toBe(180);
    expect(asked.callers).toBeUndefined();
  });

  it('stops with the server', async () => {
    const { asked, ports } = setUp();
    const stopping = new AbortController();
    const forget = { ...ports.forget, callers: async () => stopping.abort() };
    await retentionSweep({ ...ports, forget }).run(stopping.signal);
    expect(asked).toEqual({});
  });
});

describe('settings of the retention', () => {
  it.each([
    [{ nothing: 5 }, /"nothing" is not one of audit-records, /],
    [{ toString: 5 }, /"toString" is not one of/],
    [{ 'audit-records': 30 }, /"audit-records" must be kept for at least 31 days/],
    [{ usage: 31 }, /"usage" must be kept for at least 32 days/],
  ])('refuses %j', (settings, message) => {
    const retention = retentionOf(settings as Record<string, number>);
    expect(retention.ok ? '' : retention.error).toMatch(message);
  });

  it('has a shortest time for every kind that is not longer than the usual one', () => {
    for (const { days, minDays } of Object.values(retentionRules)) expect(minDays).toBeLessThanOrEqual(days ?? minDays);
  });
});
