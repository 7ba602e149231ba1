import { aManifest, aVersion, FakeClock } from '@assay/testing';
import { expect, it } from '@jest/globals';
import { trustAt } from './trust.js';

const day = 86_400_000;

it('decays from the last verification, or from publishing where there was none', () => {
  const clock = new FakeClock(100 * day);
  const trustOf = trustAt(clock, 10);
  const fresh = trustOf(aVersion(aManifest(), { publishedAt: 100 * day }));
  const old = trustOf(aVersion(aManifest(), { publishedAt: 90 * day }));
  expect(fresh.score).toBeGreaterThan(0);
  expect(old.score).toBeCloseTo(fresh.score / 2);
  const verified = { publishedAt: 0, lastVerifiedAt: 90 * day };
  const before = trustOf(aVersion(aManifest(), verified)).score;
  clock.advance(10 * day);
  expect(trustOf(aVersion(aManifest(), verified)).score).toBeCloseTo(before / 2);
});

it('works evidence out once a version, and shows the same until time moves', () => {
  const clock = new FakeClock();
  const trustOf = trustAt(clock, 90);
  const version = aVersion(aManifest(), { publishedAt: clock.now() });
  const first = trustOf(version);
  expect(trustOf(version)).toEqual(first);
  clock.advance(90 * day);
  expect(trustOf(version).score).toBeCloseTo(first.score / 2);
  expect(trustOf(version).confidence).toBe(first.confidence);
});
