import { startDeadline } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import type { ToolVersion } from '@assay/registry';
import { aCaller, aManifest, aRevocation, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { CallEvents, maxListeners } from './call-events.js';
import { runningEnvelope } from './envelope.js';
import { RunningCalls } from './running-calls.js';
import { aCall, aCallWith } from './testing/a-call.js';

function added(running: RunningCalls, parts = {}) {
  const call = aCall({ deadline: startDeadline(new FakeClock(), 1_000), standIns: [], ...parts });
  return { call, ...running.add(call, runningEnvelope) };
}

describe('RunningCalls', () => {
  it('shows a call to the principal whose it is, until it ends', () => {
    const running = new RunningCalls();
    const { call, end } = added(running);
    expect(running.find(call.requested.id, 'principal-ann')?.view()).toMatchObject({
      id: call.requested.id,
      status: 'running',
    });
    expect(running.find(call.requested.id, 'principal-bob')).toBeUndefined();
    expect(running.find(call.requested.id, null)).toBeUndefined();
    expect(running.find('another', 'principal-ann')).toBeUndefined();
    expect([running.has(call.requested.id), running.size]).toEqual([true, 1]);
    end(undefined);
    end(undefined);
    expect([running.has(call.requested.id), running.size]).toEqual([false, 0]);
  });

  it('lets its principal follow a call that tells what happens, to its end', () => {
    const running = new RunningCalls();
    const { call, end } = added(running, { events: new CallEvents() });
    const heard: string[] = [];
    const listen = (principalId: string) =>
      running.follow(call.requested.id, principalId, 0, ({ event }) => heard.push(event.kind));
    expect(listen('principal-bob')).toBe('unknown');
    expect(listen('principal-ann')).toBeInstanceOf(Function);
    for (let more = 1; more < maxListeners; more += 1) listen('principal-ann');
    expect(listen('principal-ann')).toBe('crowded');
    end(undefined);
    expect(heard).toEqual(Array.from({ length: maxListeners }, () => 'end'));
    expect(listen('principal-ann')).toBe('unknown');
    const silent = added(running);
    expect(running.follow(silent.call.requested.id, 'principal-ann', 0, () => {})).toBe('unknown');
  });

  it('does not end a call when another one of its id ends', () => {
    const running = new RunningCalls();
    const first = added(running);
    first.end(undefined);
    const second = added(running, { caller: aCaller({ id: 'principal-bob' }) });
    first.end(undefined);
    expect(running.find(second.call.requested.id, 'principal-bob')).toBeDefined();
  });

  it('aborts the calls of covered versions, each once, and tells them why', () => {
    const running = new RunningCalls();
    const covered = added(running, { id: 'one', version: aVersion() });
    const other = added(running, { id: 'two', version: aVersion(aManifest({ version: '2.0.0' })) });
    const unresolved = added(running, { id: 'three' });
    const cancelled = added(running, { id: 'four', version: aVersion() });
    cancelled.call.resolved.deadline.cancel();
    const revocation = aRevocation();
    const covering = (version: ToolVersion) => (version.version === '1.0.0' ? revocation : undefined);
    running.abortCovered(covering);
    expect([covered.call.happened.revocation, covered.call.resolved.deadline.signal.reason]).toEqual([
      revocation,
      'revoked',
    ]);
    for (const { call } of [other, unresolved]) {
      expect([call.happened.revocation, call.resolved.deadline.signal.aborted]).toEqual([undefined, false]);
    }
    expect([cancelled.call.happened.revocation, cancelled.call.resolved.deadline.signal.reason]).toEqual([
      undefined,
      'cancelled',
    ]);
    running.abortCovered(() => aRevocation({ id: 'later' }));
    expect(covered.call.happened.revocation).toBe(revocation);
  });

  it('shows the level a call is at, and aborts that alone', () => {
    const running = new RunningCalls();
    const { call, move } = added(running);
    const clock = new FakeClock();
    const share = startDeadline(clock, 500, call.requested.whole.signal);
    move(aCallWith(call, { level: 2, deadline: share, version: aVersion() }));
    expect(running.find(call.requested.id, 'principal-ann')?.view()).toMatchObject({ level: 2 });
    running.abortCovered(() => aRevocation());
    expect([share.signal.aborted, call.requested.whole.signal.aborted]).toEqual([true, false]);
  });

  it('only marks a call that has not come to its tool yet', () => {
    const running = new RunningCalls();
    const { call } = added(running, { version: aVersion(), standIns: undefined });
    running.abortCovered(() => aRevocation());
    expect([call.happened.revocation?.id, call.resolved.deadline.signal.aborted]).toEqual([aRevocation().id, false]);
  });

  it('cancels all, and waits until each has ended', async () => {
    const running = new RunningCalls();
    const first = added(running, { id: 'one' });
    const second = added(running, { id: 'two' });
    let isOver = false;
    const over = running.stopAll().then(() => {
      isOver = true;
    });
    expect([first, second].map((it) => it.call.resolved.deadline.signal.aborted)).toEqual([true, true]);
    first.end(undefined);
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    expect(isOver).toBe(false);
    second.end(undefined);
    await over;
    expect(running.size).toBe(0);
    await running.stopAll();
  });
});
