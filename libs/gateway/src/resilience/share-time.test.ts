import { startDeadline } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { aManifest, aVersion } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { addResolved, type Call, type StageEnd } from '../call.js';
import type { SharedTime } from '../resolved.js';
import { aCall } from '../testing/a-call.js';
import type { FallbackLevel } from './fallback-level.js';
import { paceOf, type SharePorts, shareTime } from './share-time.js';

const fallback: FallbackLevel = {
  level: 2,
  tool: 'acme/b',
  accuracy: 1,
  versionId: 'b',
  pace: { p50Ms: 100, p99Ms: 300 },
};
const version = aVersion(aManifest({ sla: { p50Ms: 10, p95Ms: 50, p99Ms: 200, availability: 0.9 } }));

const share = (call: Call, ports: SharePorts) => addResolved(call, shareTime(ports).run(call) as StageEnd<SharedTime>);

function shared(standIns: readonly FallbackLevel[]) {
  const clock = new FakeClock();
  const whole = startDeadline(clock, 1_000);
  const call = aCall({ whole, deadline: whole }, version);
  const circuits = { isOpen: (id: string) => id === 'open' };
  const faults = { limitedForMs: () => 0 };
  share(call, { fallbacks: { standIns: () => standIns }, circuits, faults, clock });
  return { call, whole, clock };
}

it('leaves the next level its p99, and ends with the whole', () => {
  const { call, whole } = shared([fallback]);
  expect([call.resolved.deadline.remainingMs(), call.resolved.standIns]).toEqual([700, [fallback]]);
  whole.cancel();
  expect(call.resolved.deadline.signal.reason).toBe('cancelled');
});

it.each([
  ['is out of use', { unfit: 'version_revoked' }],
  ['has an open circuit', { versionId: 'open' }],
])('keeps no time for a level that %s', (_, parts) => {
  const { call, whole } = shared([{ ...fallback, ...parts }]);
  expect(call.resolved.deadline).toBe(whole);
  expect(
    shared([{ ...fallback, ...parts, pace: { p50Ms: 1, p99Ms: 500 } }, fallback]).call.resolved.deadline.remainingMs(),
  ).toBe(700);
});

it('is late, not cancelled, when the whole time is up', () => {
  const { call, clock } = shared([{ ...fallback, pace: { p50Ms: 1, p99Ms: 900 } }]);
  clock.advance(1_000);
  expect(call.resolved.deadline.signal.reason).toBe('deadline');
});

it('is all of the time where nothing stands in', () => {
  const { call, whole } = shared([]);
  expect(call.resolved.deadline).toBe(whole);
});

it('knows the pace by its p99, or by its p95 where that is all there is', () => {
  const known = { p50Ms: 10, p95Ms: 50, p99Ms: 200, isMeasured: true };
  expect(paceOf(known)).toEqual({ p50Ms: 10, p99Ms: 200 });
  expect(paceOf({ ...known, p99Ms: undefined })).toEqual({ p50Ms: 10, p99Ms: 50 });
  expect(paceOf({ p50Ms: undefined, p95Ms: undefined, p99Ms: undefined, isMeasured: false })).toEqual({
    p50Ms: undefined,
    p99Ms: undefined,
  });
});

it('leaves the level that would be tried instead its p99 when a slow one is tried to be measured', () => {
  const clock = new FakeClock();
  const whole = startDeadline(clock, 1_000);
  const call = aCall({ whole, deadline: whole, isTrial: true }, version);
  const slow = () => ({ p50Ms: 5_000, p95Ms: 9_000, p99Ms: 9_000, isMeasured: true });
  const faults = { limitedForMs: () => 0 };
  const levels = { fallbacks: { standIns: () => [fallback] }, circuits: { isOpen: () => false }, faults };
  const ports = { ...levels, clock, latencyOf: slow };
  share(call, ports);
  expect(call.resolved.deadline.remainingMs()).toBe(700);
});
