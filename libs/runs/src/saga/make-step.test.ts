import { anApproval, aPausedCall } from '@assay/gateway/testing';
import { describe, expect, it } from '@jest/globals';
import { aSaga, begunSaga } from '../testing/a-saga.js';
import { aLinedStep, carriedOutSaga, type SagaCallEnds, smallSagas } from '../testing/small-sagas.js';
import type { Saga, SagaStep } from './saga.js';

const alive = new AbortController().signal;

const inTurn = (...ends: SagaCallEnds[]) => {
  let turn = 0;
  return (tool: string): SagaCallEnds => {
    if (tool.includes('free')) return 'done';
    turn += 1;
    return ends[turn - 1] ?? 'done';
  };
};

describe('making a step', () => {
  it('looks an unknown outcome up under the same key, where the tool takes a call twice', async () => {
    const { ended, requests } = await carriedOutSaga(
      aSaga({ steps: [aLinedStep('a')] }),
      inTurn('late', 'late', 'done'),
    );
    expect(ended.state).toBe('COMPLETED');
    expect(new Set(requests.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    expect(requests).toHaveLength(3);
  });

  it('waits with the look-up while the tool’s circuit is open, which is no try', async () => {
    const shut = Array.from({ length: 6 }, () => 'shut' as const);
    const { ended, calls } = await carriedOutSaga(aSaga({ steps: [aLinedStep('a')] }), inTurn('late', ...shut, 'done'));
    expect([ended.state, calls.length]).toEqual(['COMPLETED', 8]);
  });

  it('looks it up a few times, and then undoes it', async () => {
    const { ended, calls } = await carriedOutSaga(
      aSaga({ steps: [aLinedStep('a')] }),
      inTurn('late', 'late', 'late', 'late'),
    );
    expect([ended.state, ended.steps[0]?.forward.status]).toEqual(['FAILED', 'unknown']);
    expect(calls).toEqual(['a late', 'a late', 'a late', 'undo a']);
  });

  it('does not ask a tool twice that does not take a call twice', async () => {
    const steps = [aLinedStep('a', { repeatable: false })];
    const { calls } = await carriedOutSaga(aSaga({ steps }), inTurn('late'));
    expect(calls).toEqual(['a late', 'undo a']);
  });

  it('waits for a call that another replica makes', async () => {
    const { ended, calls } = await carriedOutSaga(aSaga({ steps: [aLinedStep('a')] }), inTurn('busy', 'busy', 'done'));
    expect([ended.state, ...calls]).toEqual(['COMPLETED', 'a busy', 'a busy', 'a']);
  });

  it('gives each call what is left of the deadline, and no more than a call may have', async () => {
    const { requests } = await carriedOutSaga(aSaga({ steps: [aLinedStep('a')] }), () => 'done');
    expect(requests[0]?.deadlineMs).toBe(30_000);
    const own = await carriedOutSaga(
      aSaga({ steps: [aLinedStep('a')], callMs: null, deadlineMs: 90_000 }),
      () => 'done',
    );
    expect(own.requests[0]?.deadlineMs).toBe(90_000);
  });

  it('stops when its caller is gone; what had been called before may have had its effect', async () => {
    const { store, carryOut, directory, calls } = smallSagas(() => 'done');
    await begunSaga(store, aSaga({ steps: [aLinedStep('a')], keyId: 'key-gone' }));
    await carryOut.advance(aSaga().id, alive);
    const ended = (await store.find(aSaga().id)) as Saga;
    expect(ended).toMatchObject({
      state: 'FAILED',
      problem: { code: 'denied', message: expect.stringContaining('revoked') },
    });
    expect(calls).toEqual([]);
    expect(directory.principal('principal-carl')).toBeDefined();
  });
});

describe('what is too long', () => {
  const long = 'x'.repeat(9 * 1_048_576);
  const gave = (id: string, output: unknown, outputBytes: number): SagaStep => {
    const step = aLinedStep(id);
    return { ...step, forward: { ...step.forward, status: 'succeeded', input: { line: id }, output, outputBytes } };
  };
  const running = (...steps: SagaStep[]) => aSaga({ state: 'RUNNING', deadlineAt: Date.UTC(2026, 0, 2), steps });

  it('to be given to a step fails it before anything is called: references may say the same again and again', async () => {
    const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`n${at}`, '$ref:a.text']));
    const saga = running(gave('a', { text: long }, long.length), aLinedStep('b', { arguments: many }));
    const { ended, calls } = await carriedOutSaga(saga, () => 'done');
    expect(ended.steps[1]?.forward).toMatchObject({ status: 'failed', error: { code: 'payload_too_large' } });
    expect([ended.state, ...calls]).toEqual(['FAILED', 'undo a']);
  });

  it('to be kept with what others gave is not kept, and undone', async () => {
    const saga = running(gave('a', 'much', 16 * 1_048_576), aLinedStep('b'));
    const { ended, calls } = await carriedOutSaga(saga, () => 'done');
    expect(ended.steps[1]?.forward).toMatchObject({
      ...{ status: 'failed', output: null },
      error: { code: 'output_too_large', outcome: 'done' },
    });
    expect([ended.state, ...calls]).toEqual(['FAILED', 'b', 'undo b', 'undo a']);
  });
});

describe('a step that waits for a person', () => {
  const waiting = async () => {
    const parts = smallSagas(inTurn('waits', 'done'));
    await parts.approvals.open(anApproval(), aPausedCall());
    await begunSaga(parts.store, aSaga({ steps: [aLinedStep('a')] }));
    expect(await parts.carryOut.advance(aSaga().id, alive)).toBe('waits');
    return parts;
  };
  const stepOf = (saga: Saga | undefined) => saga?.steps[0] as SagaStep;

  it('is not asked about again before its call has ended', async () => {
    const { store, carryOut, calls } = await waiting();
    expect(stepOf(await store.find(aSaga().id)).forward).toMatchObject({
      status: 'awaiting_approval',
      approval: { id: anApproval().id },
    });
    expect(await carryOut.advance(aSaga().id, alive)).toBe('waits');
    expect(calls).toEqual(['a waits']);
  });

  it('is not considered stale because a person took long', async () => {
    const { store, approvals, carryOut, clock } = await waiting();
    clock.move(23.5 * 3_600_000);
    await approvals.settle(anApproval().id, 'succeeded', clock.now());
    clock.move(1_000);
    expect(await carryOut.advance(aSaga().id, alive)).toBe('rest');
    expect(stepOf(await store.find(aSaga().id)).forward.status).toBe('succeeded');
  });

  it('is no longer wanted once its saga is cancelled, even if the cancelling replica died', async () => {
    const { store, approvals, carryOut, dropped } = await waiting();
    const saga = (await store.find(aSaga().id)) as Saga;
    await store.save({ saga: { ...saga, cancelledAt: 1 }, changed: [], events: [] }, 1);
    expect(await carryOut.advance(saga.id, alive)).toBe('waits');
    expect([dropped, (await approvals.find(anApproval().id))?.state]).toEqual([[anApproval().id], 'cancelled']);
  });

  it('goes on under the same key then, and its wait has not spent the deadline', async () => {
    const { store, approvals, carryOut, requests, clock } = await waiting();
    const before = (await store.find(aSaga().id))?.deadlineAt as number;
    await approvals.close(anApproval().id, 'cancelled', clock.now());
    await approvals.settle(anApproval().id, 'succeeded', clock.now());
    clock.move(3_600_000);
    expect(await carryOut.advance(aSaga().id, alive)).toBe('rest');
    const ended = await store.find(aSaga().id);
    expect(ended).toMatchObject({ state: 'COMPLETED', deadlineAt: before + 3_600_000 });
    expect(new Set(requests.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  });
});
