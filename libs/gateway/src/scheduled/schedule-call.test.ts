import { isoTime } from '@assay/kernel';
import { FakeClock, InMemoryDurableRuns } from '@assay/kernel/testing';
import { aCaller, aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { aCall } from '../testing/a-call.js';
import { InMemoryScheduledCalls } from '../testing/in-memory-scheduled-calls.js';
import { scheduleCall } from './schedule-call.js';
import { scheduleDefaults } from './scheduled-calls.js';

function setUp() {
  const clock = new FakeClock();
  const [scheduled, runs] = [new InMemoryScheduledCalls(), new InMemoryDurableRuns()];
  const problems: unknown[] = [];
  const stage = scheduleCall({ scheduled, runs, clock, onProblem: (cause) => problems.push(cause) });
  const callIn = (ms: number, parts: object = {}) => {
    const request = { tool: 'acme/orders.create', input: {}, notBefore: isoTime(clock.now() + ms) };
    return aCall({ request, ...parts }, aVersion(aManifest()));
  };
  return { clock, scheduled, runs, stage, callIn, problems };
}

describe('the stage of scheduled calls', () => {
  it('keeps a call until its time, and has it made then', async () => {
    const { stage, callIn, scheduled, runs, clock } = setUp();
    const call = callIn(5_000);
    const notBefore = clock.now() + 5_000;
    const pause = { status: 'scheduled', invocationId: call.requested.id, notBefore, until: notBefore };
    expect(await stage.run(call)).toEqual({ resolved: { pause } });
    expect((await scheduled.find(call.requested.id))?.call).toMatchObject({
      notBefore,
      principalId: 'principal-ann',
      version: '1.0.0',
    });
    expect([...runs.kept]).toEqual([[`scheduled-call ${call.requested.id}`, { wakeInMs: 5_000 }]]);
  });

  it('lets a call pass whose time has come', async () => {
    const { stage, callIn, scheduled } = setUp();
    for (const call of [callIn(0), callIn(-1), callIn(5_000, { isDue: true })])
      expect([await stage.run(call), await scheduled.find(call.requested.id)]).toEqual([undefined, undefined]);
  });

  it('schedules at most a year ahead', async () => {
    const { stage, callIn } = setUp();
    expect(await stage.run(callIn(scheduleDefaults.maxAheadMs))).toHaveProperty('resolved');
    expect(await stage.run(callIn(scheduleDefaults.maxAheadMs + 1))).toMatchObject({
      code: 'invalid_request',
      issues: [{ path: '/notBefore', message: 'must be at most 365 days ahead' }],
    });
  });

  it('keeps a bounded number of calls of one caller', async () => {
    const { stage, callIn } = setUp();
    for (let index = 0; index < scheduleDefaults.maxWaiting; index += 1)
      await stage.run(callIn(5_000, { id: `call-${index}` }));
    expect(await stage.run(callIn(5_000))).toMatchObject({ code: 'rate_limited' });
    const other = aCaller({ id: 'principal-bob' });
    expect(await stage.run(callIn(5_000, { caller: other }))).toHaveProperty('resolved');
  });

  it('says when a call cannot be kept', async () => {
    const { callIn, runs, clock, problems } = setUp();
    const scheduled = { add: async () => Promise.reject(new Error('away')) };
    const stage = scheduleCall({ scheduled, runs, clock, onProblem: (cause) => problems.push(cause) });
    expect(await stage.run(callIn(5_000))).toMatchObject({ code: 'unavailable' });
    expect(problems).toHaveLength(1);
  });
});
