import {
  aLinedStep,
  anApproval,
  aPausedCall,
  aSaga,
  carriedOutSaga,
  type SagaCallEnds,
  smallSagas,
} from '@assay/testing';
import { describe, expect, it } from '@jest/globals';
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
    await store.begin(aSaga({ steps: [aLinedStep('a')], keyId: 'key-gone' }));
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

describe('a step that waits for a person', () => {
  const waiting = async () => {
    const parts = smallSagas(inTurn('waits', 'done'));
    await parts.approvals.open(anApproval(), aPausedCall());
    await parts.store.begin(aSaga({ steps: [aLinedStep('a')] }));
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
