import { anApproval, aPausedCall } from '@assay/gateway/testing';
import { nextStates } from '@assay/kernel';
import { InMemoryDurableRuns } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aSaga, begunSaga } from '../testing/a-saga.js';
import type { InMemorySagaStore } from '../testing/in-memory-saga-store.js';
import { aLinedStep, carriedOutSaga, type SagaCallEnds, smallSagas } from '../testing/small-sagas.js';
import { sagaRun } from './carry-out-sagas.js';
import type { Saga, SagaStep } from './saga.js';
import { isAtRest, sagaTable } from './saga-states.js';

const alive = new AbortController().signal;

describe('carrying a saga out', () => {
  it('makes each step under a key of its own and of no other direction', async () => {
    const { ended, calls, requests } = await carriedOutSaga(
      aSaga({ steps: [aLinedStep('a'), aLinedStep('b')] }),
      (_tool, line) => (line === 'b' ? 'refused' : 'done'),
    );
    expect([ended.state, ...calls]).toEqual(['FAILED', 'a', 'b refused', 'undo a']);
    const { id } = ended;
    expect(requests.map(({ idempotencyKey }) => idempotencyKey)).toEqual([
      `saga:${id}:0:forward`,
      `saga:${id}:1:forward`,
      `saga:${id}:0:undo:1`,
    ]);
    expect(requests.every(({ fallback }) => fallback === 'none')).toBe(true);
  });

  it('tells people once of what could not be undone, with a ticket, however often it is looked at', async () => {
    const { ended, notices, carryOut } = await carriedOutSaga(
      aSaga({ steps: [aLinedStep('a'), aLinedStep('b')] }),
      (tool, line) => (line === 'b' || tool.includes('free') ? 'refused' : 'done'),
    );
    await carryOut.advance(ended.id, alive);
    expect(ended.state).toBe('COMPENSATION_FAILED');
    expect(ended.ticket).toEqual({ id: expect.any(String), openedAt: expect.any(Number) });
    expect(notices.lines).toEqual([`saga.compensation-failed saga ${ended.id}`]);
  });

  it('never leaves its table, and undoes exactly the reverse of what was done, whatever fails', async () => {
    const ends = fc.constantFrom<SagaCallEnds>('done', 'done', 'done', 'refused', 'broken', 'unknown');
    const undoEnds = fc.constantFrom<SagaCallEnds>('done', 'done', 'refused', 'unknown');
    const kind = fc.constantFrom<Partial<SagaStep>>(
      {},
      {},
      {},
      { readOnly: true, compensation: null },
      { compensation: null },
    );
    const step = fc.record({ ends, undoEnds, kind });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (plan) => {
        const steps = plan.map((it, at) => aLinedStep(`s${at}`, it.kind));
        const of = (line: string) => plan[Number(line.slice(1))] as (typeof plan)[number];
        const { ended, store, calls } = await carriedOutSaga(aSaga({ steps }), (tool, line) =>
          tool.includes('free') ? of(line).undoEnds : of(line).ends,
        );
        expect(isAtRest(ended)).toBe(true);
        await expectWays(store, ended);
        const took = ended.steps.filter(({ readOnly, compensation, forward: { status, error } }) => {
          const isLeft = status === 'succeeded' || status === 'unknown' || error?.outcome === 'done';
          return isLeft && !readOnly && compensation !== null;
        });
        const undone = calls.filter((it) => it.startsWith('undo ')).map((it) => it.split(' ')[1]);
        const first = [...new Set(undone)];
        expect(first).toEqual(ended.state === 'COMPLETED' ? [] : took.map(({ id }) => id).reverse());
      }),
      { numRuns: 150 },
    );
  });
});

async function expectWays(store: InMemorySagaStore, { id, state }: Saga): Promise<void> {
  const events = await store.events(id, 0, 1_000);
  const states = ['PENDING', ...events.filter(({ kind }) => kind === 'saga.state').map(({ status }) => status)];
  for (const [at, to] of states.slice(1).entries())
    expect(nextStates(sagaTable, states[at] as Saga['state'])).toContain(to);
  expect(states.at(-1)).toBe(state);
}

describe('going on with a saga that was left in the middle', () => {
  const begun = (id: string): SagaStep => {
    const step = aLinedStep(id);
    return {
      ...step,
      forward: {
        ...{ ...step.forward, status: 'running', input: { line: id } },
        ...{ startedAt: Date.UTC(2026, 0, 1), askedAt: Date.UTC(2026, 0, 1) },
      },
    };
  };
  const running = (parts: Partial<Saga>) => aSaga({ state: 'RUNNING', deadlineAt: Date.UTC(2026, 0, 2), ...parts });

  it('asks for the outcome of a started step, under the same key', async () => {
    const { ended, calls, requests } = await carriedOutSaga(
      running({ steps: [begun('a'), aLinedStep('b')] }),
      () => 'done',
    );
    expect([ended.state, ...calls]).toEqual(['COMPLETED', 'a', 'b']);
    expect(requests[0]?.idempotencyKey).toBe(`saga:${ended.id}:0:forward`);
  });

  it('does not begin what was cancelled before anything was called under its key', async () => {
    const { ended, calls } = await carriedOutSaga(running({ steps: [begun('a')], cancelledAt: 1 }), () => 'done');
    expect([ended.state, ended.steps[0]?.forward.status, ...calls]).toEqual(['FAILED', 'skipped']);
  });

  it('does not ask about what was begun longer ago than keys are kept', async () => {
    const old = begun('a');
    const steps = [{ ...old, forward: { ...old.forward, askedAt: Date.UTC(2025, 11, 30) } }];
    const { ended, calls } = await carriedOutSaga(running({ steps }), () => 'done');
    expect(ended.steps[0]?.forward).toMatchObject({ status: 'unknown', error: { code: 'outcome_unknown' } });
    expect([ended.state, ...calls]).toEqual(['FAILED', 'undo a']);
  });

  it.each([
    ['nothing was called under its key', false, 'skipped', ['a', 'b away', 'undo a']],
    ['something was', true, 'unknown', ['a', 'b away', 'b away', 'undo b', 'undo a']],
  ])(
    'waits for a gateway that is not ready until the deadline is over; then %s',
    async (_what, isHeld, status, made) => {
      const { store, carryOut, calls, clock, ledger } = smallSagas((tool, line) =>
        line === 'b' && !tool.includes('free') ? 'away' : 'done',
      );
      const { id, organisationId, principalId } = aSaga();
      await begunSaga(store, aSaga({ steps: [aLinedStep('a'), aLinedStep('b')] }));
      await expect(carryOut.advance(id, alive)).rejects.toThrow('could not be made');
      expect((await store.find(id))?.state).toBe('RUNNING');
      clock.move(700_000);
      const use = { key: `saga:${id}:1:forward`, requestDigest: 'd', invocationId: 'i' };
      if (isHeld) await ledger.claim({ organisationId, principalId, ...use }, clock.now());
      await carryOut.advance(id, alive);
      const ended = await store.find(id);
      expect([ended?.state, ended?.steps[1]?.forward.status, ...calls]).toEqual(['FAILED', status, ...made]);
    },
  );

  it('lets go when the replica has to', async () => {
    const { store, carryOut, calls } = smallSagas(() => 'done');
    await begunSaga(store, aSaga());
    await expect(carryOut.advance(aSaga().id, AbortSignal.abort())).rejects.toThrow('continues the saga');
    expect(calls).toEqual([]);
  });
});

describe('two replicas at the same saga', () => {
  it('ask under the same keys, keep to the table, and cancel at any moment without losing anything', async () => {
    const moment = fc.integer({ min: 1, max: 12 });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 0, max: 6 }),
        moment,
        async (count, fails, cancel) => {
          const { store, carryOut, requests, calls } = smallSagas((tool, line) =>
            line === `s${fails}` && !tool.includes('free') ? 'refused' : 'done',
          );
          const steps = Array.from({ length: count }, (_, at) => aLinedStep(`s${at}`));
          const { id } = await begunSaga(store, aSaga({ steps }));
          const cancelling = async () => {
            for (let turn = 0; turn < cancel; turn += 1) await null;
            const saga = (await store.find(id)) as Saga;
            if (saga.state === 'RUNNING')
              await store.save({ saga: { ...saga, cancelledAt: 1 }, changed: [], events: [] }, 1);
          };
          await Promise.all([carryOut.advance(id, alive), carryOut.advance(id, alive), cancelling()]);
          const ended = (await store.find(id)) as Saga;
          expect(isAtRest(ended)).toBe(true);
          await expectWays(store, ended);
          const keys = new Set(requests.map((it) => it.idempotencyKey));
          const lines = new Set(calls.map((it) => it.replace(' refused', '')));
          expect(keys.size).toBe(lines.size);
          const left = ended.steps.filter((it) => it.forward.status === 'succeeded' && it.undo?.status !== 'succeeded');
          expect(left).toHaveLength(ended.state === 'COMPLETED' ? count : 0);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('the durable run of a saga', () => {
  const started = async (how: (tool: string) => SagaCallEnds, steps: readonly SagaStep[]) => {
    const parts = smallSagas(how);
    const runs = new InMemoryDurableRuns();
    runs.define(sagaRun, parts.carryOut.body);
    await parts.approvals.open(anApproval(), aPausedCall());
    const saga = await begunSaga(parts.store, aSaga({ steps }));
    await runs.wake(sagaRun, saga.id);
    return { ...parts, runs, saga };
  };

  it('goes on when something it depends on is back, and is over when the saga rests', async () => {
    let turn = 0;
    const how = () => {
      turn += 1;
      return turn === 1 ? 'away' : 'done';
    };
    const { store, calls, runs, saga } = await started(how, [aLinedStep('a')]);
    expect([runs.problems.length, runs.kept.size]).toEqual([1, 1]);
    await runs.wake(sagaRun, saga.id);
    expect((await store.find(saga.id))?.state).toBe('COMPLETED');
    expect([calls, runs.kept.size]).toEqual([['a away', 'a'], 0]);
  });

  it('waits for the end of the call that waits for a person, and checks by itself now and then', async () => {
    const { store, runs, saga } = await started(() => 'waits', [aLinedStep('a')]);
    const waiting = (await store.find(saga.id))?.steps[0]?.forward;
    expect(waiting?.status).toBe('awaiting_approval');
    expect(runs.kept.get(`${sagaRun} ${saga.id}`)).toEqual({
      wakeInMs: 300_000,
      waitsFor: [`call:${waiting?.invocationId}`],
    });
  });
});
