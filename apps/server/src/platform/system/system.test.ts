import { describe, expect, it } from '@jest/globals';
import { systemClock } from './system-clock.js';
import { systemRandom } from './system-random.js';

describe('systemRandom', () => {
  it('makes UUIDs of version 7 that begin with the time, all different', () => {
    const ids = Array.from({ length: 2_000 }, () => systemRandom.uuid());
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(ids).size).toBe(ids.length);
    const timeOf = (id = '') => Number.parseInt(id.replace('-', '').slice(0, 12), 16);
    expect(timeOf(ids.at(-1))).toBeGreaterThanOrEqual(timeOf(ids[0]));
  });

  it('makes tokens of as many bytes as asked for, none of which comes again', () => {
    const tokens = Array.from({ length: 500 }, () => systemRandom.token(32));
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(new Set(tokens).size).toBe(tokens.length);
  });
});

describe('systemClock', () => {
  it('runs what is due, and not what was prevented', async () => {
    const ran: string[] = [];
    systemClock.after(0, () => ran.push('prevented'))();
    await new Promise<void>((resolve) => {
      systemClock.after(0, () => {
        ran.push('due');
        resolve();
      });
    });
    expect(ran).toEqual(['due']);
  });

  it('has a clock that never goes back', () => {
    const first = systemClock.monotonic();
    expect(systemClock.monotonic()).toBeGreaterThanOrEqual(first);
  });
});
