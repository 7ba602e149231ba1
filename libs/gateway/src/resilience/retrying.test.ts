import { type Failure, startDeadline } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import type { PlainStage } from '../call.js';
import { aCall } from '../testing/a-call.js';
import { retryDefaults } from './retry.js';
import { retrying } from './retrying.js';

const lost: Failure = { code: 'upstream_unavailable', message: 'gone' };
const reading = aVersion(aManifest({ annotations: { readOnlyHint: true } }));

/** Runs a stage that fails with these one after the other, then succeeds; time moves whenever something waits for it. */
async function run(
  failures: readonly Failure[],
  { deadlineMs = 30_000, open = false, version = reading, keyed = false } = {},
) {
  const clock = new FakeClock();
  const begun = clock.now();
  let calls = 0;
  const stage: PlainStage = { name: 'call', reaches: true, run: () => failures[calls++] };
  const ports = { settings: retryDefaults, clock, fraction: () => 0.5, isOpen: () => open };
  const deadline = startDeadline(clock, deadlineMs);
  const request = { tool: 'acme/orders.create', input: {}, ...(keyed && { idempotencyKey: 'k' }) };
  const call = aCall({ deadline, request }, version);
  const ending = Promise.resolve(retrying(stage, ports).run(call));
  for (let turn = 0; turn < 20; turn += 1) {
    for (let tick = 0; tick < 10; tick += 1) await Promise.resolve();
    if (clock.waiting > 1) clock.advance(100);
  }
  deadline.end();
  return {
    failure: await ending,
    calls,
    tookMs: clock.now() - begun,
    trace: call.happened.trace,
    waiting: clock.waiting,
  };
}

describe('retrying', () => {
  it('does not believe a later attempt that did nothing when an earlier one may have done it', async () => {
    const honouring = aVersion(aManifest({ annotations: { honoursKey: true } }));
    const open: Failure = { ...lost, outcome: 'unknown' };
    const { failure, calls } = await run([open, { ...lost, outcome: 'none' }, { code: 'tool_error', message: 'no' }], {
      version: honouring,
      keyed: true,
    });
    expect([failure?.code, failure?.outcome, calls]).toEqual(['tool_error', 'unknown', 3]);
  });

  it('tries again, each time after a longer wait, and says so', async () => {
    const { failure, calls, trace } = await run([lost, lost]);
    expect([failure, calls]).toEqual([undefined, 3]);
    expect(trace).toEqual([
      { stage: 'retry', ms: 100, note: '1 after upstream_unavailable' },
      { stage: 'retry', ms: 200, note: '2 after upstream_unavailable' },
    ]);
  });

  it('gives up after three retries', async () => {
    const { failure, calls, waiting } = await run([lost, lost, lost, lost, lost]);
    expect([failure, calls, waiting]).toEqual([lost, 4, 0]);
  });

  it('returns what does not fit the deadline, with when to come back', async () => {
    const limited: Failure = { code: 'rate_limited', message: 'slow down', retryAfterMs: 5_000 };
    const { failure, calls } = await run([limited], { deadlineMs: 4_000 });
    expect([failure, calls]).toEqual([limited, 1]);
    expect((await run([lost], { deadlineMs: 50 })).failure).toEqual({ ...lost, retryAfterMs: 100 });
  });

  it('is cancelled, not failed, when that happens while it waits', async () => {
    const clock = new FakeClock();
    const stage: PlainStage = { name: 'call', run: () => ({ ...lost, outcome: 'unknown' }) };
    const ports = { settings: retryDefaults, clock, fraction: () => 0.5, isOpen: () => false };
    for (const [reason, code] of [
      ['cancelled', 'cancelled'],
      ['deadline', lost.code],
    ] as const) {
      const deadline = startDeadline(clock, 30_000);
      const ending = retrying(stage, ports).run(aCall({ deadline }, reading));
      for (let tick = 0; tick < 10; tick += 1) await Promise.resolve();
      deadline.cancel(reason);
      expect(await ending).toMatchObject({ code, outcome: 'unknown' });
    }
  });

  it('ends when the circuit has opened meanwhile', async () => {
    const { failure, calls } = await run([lost, lost], { open: true });
    expect([failure, calls]).toEqual([lost, 1]);
  });

  it('does not repeat a tool with effects that may have had them, unless it is idempotent', async () => {
    const unknown: Failure = { ...lost, outcome: 'unknown' };
    const { failure, calls } = await run([unknown], { version: aVersion() });
    expect([failure, calls]).toEqual([unknown, 1]);
    const idempotent = aVersion(aManifest({ annotations: { idempotentHint: true } }));
    expect(await run([unknown], { version: idempotent })).toMatchObject({ failure: undefined, calls: 2 });
  });

  it('waits out the limit of a tool with effects where the deadline allows it', async () => {
    const limited: Failure = { code: 'rate_limited', message: 'slow down', retryAfterMs: 1_000, outcome: 'none' };
    expect(await run([limited], { version: aVersion() })).toMatchObject({ failure: undefined, calls: 2 });
  });

  it('tries again after an error result, and leaves the last one to be inspected', async () => {
    const clock = new FakeClock();
    const results = [lost, { ...lost, code: 'upstream_rejected' as const }];
    const stage: PlainStage = {
      name: 'call',
      run: (it) => {
        it.resolved.toolError = results.shift() as Failure;
        return undefined;
      },
    };
    const call = aCall({ deadline: startDeadline(clock, 30_000) }, reading);
    const ending = retrying(stage, { settings: retryDefaults, clock, fraction: () => 0, isOpen: () => false }).run(
      call,
    );
    for (let tick = 0; tick < 10; tick += 1) await Promise.resolve();
    clock.advance(100);
    expect(await ending).toBeUndefined();
    expect([results, call.resolved.toolError?.code]).toEqual([[], 'upstream_rejected']);
  });
});
