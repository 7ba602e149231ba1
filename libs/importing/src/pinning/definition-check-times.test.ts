import { aServer } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { byPromise, isDue, lookAfter, lookEveryMs } from './definition-check-times.js';

const minute = 60_000;
const at = Date.UTC(2026, 10, 22);
const server = aServer({ id: 'server-1', updatedAt: at - 5 });
const look = lookAfter(server, at, undefined, null);

describe('lookAfter', () => {
  it('is about a day later, with a variation by server and time', () => {
    const dues = Array.from({ length: 200 }, (_, n) =>
      lookAfter({ ...server, id: `server-${n}` }, at, undefined, null),
    );
    const intervals = dues.map((it) => it.dueAt - at);
    expect(Math.min(...intervals)).toBeGreaterThanOrEqual(0.9 * lookEveryMs);
    expect(Math.max(...intervals)).toBeLessThanOrEqual(1.1 * lookEveryMs);
    expect(Math.max(...intervals) - Math.min(...intervals)).toBeGreaterThan(0.15 * lookEveryMs);
    expect(lookAfter(server, at + 1, undefined, null).dueAt).not.toBe(look.dueAt + 1);
  });

  it('is sooner after a failure, later with each further one, and never later than usual', () => {
    let former = look;
    const waits: number[] = [];
    for (let n = 0; n < 40; n += 1) {
      former = lookAfter(server, at, former, 'it does not answer');
      waits.push(Math.round((former.dueAt - at) / minute));
    }
    expect(former).toMatchObject({ failures: 40, problem: 'it does not answer' });
    expect(waits[0]).toBeGreaterThanOrEqual(13);
    expect(waits[0]).toBeLessThanOrEqual(17);
    expect(waits[1]).toBeGreaterThanOrEqual(27);
    expect(Math.max(...waits)).toBeLessThanOrEqual(1.1 * 24 * 60);
    expect(lookAfter(server, at, former, null)).toMatchObject({ failures: 0, problem: null });
  });
});

describe('isDue', () => {
  it.each([
    ['one never looked at', undefined, at, true],
    ['one whose time has not come', look, look.dueAt - 1, false],
    ['one whose time has come', look, look.dueAt, true],
    ['one whose record has changed since', { ...look, lookedAt: at - 6 }, at, true],
  ])('%s: %#', (_, former, now, due) => {
    expect(isDue(server, former, now)).toBe(due);
  });
});

describe('byPromise', () => {
  it('puts those that answered first, and within each group the longest waiting', () => {
    const dead = { ...look, serverId: 'dead', failures: 1, dueAt: 0 };
    const late = { ...look, serverId: 'late', dueAt: 5 };
    const later = { ...look, serverId: 'later', dueAt: 9 };
    expect([dead, later, undefined, late].sort(byPromise)).toEqual([late, later, dead, undefined]);
    expect(byPromise(undefined, dead)).toBeLessThan(0);
  });
});
