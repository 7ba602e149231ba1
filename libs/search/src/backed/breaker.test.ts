import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { Breaker } from './breaker.js';

const settings = { failures: 2, restMs: 100, maxRestMs: 300 };

describe('Breaker', () => {
  it('rests after failures in a row, and lets one trial through', () => {
    const clock = new FakeClock();
    const breaker = new Breaker(clock, settings);
    breaker.failed();
    breaker.succeeded();
    breaker.failed();
    expect(breaker.admits()).toBe(true);
    breaker.failed();
    expect(breaker.admits()).toBe(false);
    clock.advance(100);
    expect([breaker.admits(), breaker.admits()]).toEqual([true, false]);
    breaker.succeeded();
    expect([breaker.admits(), breaker.admits()]).toEqual([true, true]);
  });

  it('rests no longer for many that fail together', () => {
    const clock = new FakeClock();
    const breaker = new Breaker(clock, settings);
    for (let n = 0; n < 20; n += 1) breaker.failed();
    clock.advance(99);
    expect(breaker.admits()).toBe(false);
    clock.advance(1);
    expect(breaker.admits()).toBe(true);
  });

  it('rests longer after each trial that fails, up to a bound', () => {
    const clock = new FakeClock();
    const breaker = new Breaker(clock, settings);
    breaker.failed();
    breaker.failed();
    for (const restMs of [100, 200, 300, 300]) {
      clock.advance(restMs - 1);
      expect(breaker.admits()).toBe(false);
      clock.advance(1);
      expect(breaker.admits()).toBe(true);
      breaker.failed();
    }
  });
});
