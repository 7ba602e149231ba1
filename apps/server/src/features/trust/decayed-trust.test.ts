import { FakeClock } from '@assay/kernel/testing';
import { aManifest, aVersion } from '@assay/registry/testing';
import { aTrust } from '@assay/trust/testing';
import { expect, it } from '@jest/globals';
import { DecayedTrust } from './decayed-trust.js';

const day = 86_400_000;

it('decays from the last verification, or from publishing where there was none', () => {
  const clock = new FakeClock(100 * day);
  const { of: trustOf } = new DecayedTrust(clock, 10);
  const fresh = trustOf(aVersion(aManifest(), { publishedAt: 100 * day }), null);
  const old = trustOf(aVersion(aManifest(), { publishedAt: 90 * day }), null);
  expect(fresh.score).toBeGreaterThan(0);
  expect(old.score).toBeCloseTo(fresh.score / 2);
  const verified = { publishedAt: 0, lastVerifiedAt: 90 * day };
  const before = trustOf(aVersion(aManifest(), verified), null).score;
  clock.advance(10 * day);
  expect(trustOf(aVersion(aManifest(), verified), null).score).toBeCloseTo(before / 2);
});

it('works evidence out once a version, and shows the same until time moves', () => {
  const clock = new FakeClock();
  const { of: trustOf } = new DecayedTrust(clock, 90);
  const version = aVersion(aManifest(), { publishedAt: clock.now() });
  const first = trustOf(version, null);
  expect(trustOf(version, null)).toEqual(first);
  clock.advance(90 * day);
  expect(trustOf(version, null).score).toBeCloseTo(first.score / 2);
  expect(trustOf(version, null).confidence).toBe(first.confidence);
});

it('shows the inside view to callers of the tool’s organisation, and the outside view to everybody else', () => {
  const clock = new FakeClock();
  const { of: trustOf } = new DecayedTrust(clock, 90);
  const trust = aTrust({ base: 0.6 }, { inside: aTrust({ base: 0.8 }).inside });
  const version = aVersion(aManifest(), { trust, publishedAt: clock.now() });
  expect(trustOf(version, version.organisationId)).toMatchObject({ score: 0.8, view: 'inside' });
  expect(trustOf(version, 'org-other')).toMatchObject({ score: 0.6, view: 'outside' });
  expect(trustOf(version, null)).toMatchObject({ score: 0.6, view: 'outside' });
});
