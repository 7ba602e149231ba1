import { describe, expect, it } from '@jest/globals';
import { Generations } from './generations.js';

describe('Generations', () => {
  it('keeps entries for one to two times the requested time', () => {
    const memory = new Generations<number>(100, 1_000);
    memory.set('a', 1, 0);
    memory.set('b', 2, 900);
    expect([memory.get('a', 999), memory.get('a', 1_500), memory.get('b', 1_500)]).toEqual([1, 1, 2]);
    expect([memory.get('a', 2_600), memory.get('b', 2_600)]).toEqual([undefined, undefined]);
  });

  it('forgets everything after a long idle period', () => {
    const memory = new Generations<number>(100, 1_000);
    memory.set('a', 1, 0);
    expect(memory.get('a', 5_000)).toBeUndefined();
  });

  it('holds at most twice the requested number, keeping the newest', () => {
    const memory = new Generations<number>(10, 1_000);
    for (let at = 0; at < 95; at += 1) memory.set(`${at}`, at, 0);
    const kept = Array.from({ length: 95 }, (_, at) => memory.get(`${at}`, 0)).filter((it) => it !== undefined);
    expect(kept.length).toBeLessThanOrEqual(20);
    expect(kept).toContain(94);
  });
});
