import { dayMs } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decayedTrust, decayFactor, fallsBelowAt, minKey, trustKey } from './decay.js';

const start = Date.UTC(2026, 0, 1);

describe('decay', () => {
  it('halves trust in a half-life, and leaves it whole at first', () => {
    expect(decayedTrust(0.8, start, start)).toBe(0.8);
    expect(decayedTrust(0.8, start, start + 90 * dayMs)).toBeCloseTo(0.4, 12);
    expect(decayedTrust(0.8, start, start + 10 * dayMs, 10)).toBeCloseTo(0.4, 12);
  });

  it('takes a start in the future for now', () => {
    expect(decayFactor(start + dayMs, start)).toBe(1);
  });
});

const base = fc.double({ min: 1e-6, max: 1, noNaN: true });
const ageMs = fc.integer({ min: 0, max: 1_000 * dayMs });
const later = fc.integer({ min: 0, max: 1_000 * dayMs });

describe('trustKey', () => {
  it('orders tools at any time as decayed trust does', () => {
    fc.assert(
      fc.property(base, ageMs, base, ageMs, later, (one, oneAge, other, otherAge, wait) => {
        const at = start + wait;
        const keys = trustKey(one, start - oneAge) - trustKey(other, start - otherAge);
        const trusts = Math.log(decayedTrust(one, start - oneAge, at) / decayedTrust(other, start - otherAge, at));
        expect(keys).toBeCloseTo(trusts, 8);
      }),
    );
  });

  it('is at least leastKey exactly when trust is at least the threshold', () => {
    fc.assert(
      fc.property(base, ageMs, later, fc.double({ min: 0, max: 1, noNaN: true }), (one, age, wait, minTrust) => {
        const at = start + wait;
        const trust = decayedTrust(one, start - age, at);
        fc.pre(Math.abs(trust - minTrust) > 1e-9);
        expect(trustKey(one, start - age) >= minKey(minTrust, at)).toBe(trust >= minTrust);
      }),
    );
  });
});

describe('fallsBelowAt', () => {
  it('is when decayed trust is down to a trust', () => {
    const asked = fc.double({ min: 0.01, max: 1, noNaN: true });
    fc.assert(
      fc.property(base, ageMs, asked, (one, age, trust) => {
        fc.pre(one > trust);
        const at = fallsBelowAt(trust, one, start - age);
        expect(decayedTrust(one, start - age, at)).toBeCloseTo(trust, 9);
      }),
    );
  });

  it('is before the start of what never reached it', () => {
    expect(fallsBelowAt(0.5, 0.4, start)).toBeLessThan(start);
  });
});
