import { describe, expect, it } from '@jest/globals';
import { aSaga, aSagaStep, begunSaga } from '../testing/a-saga.js';
import { aLinedStep, carriedOutSaga, type SagaCallEnds, smallSagas } from '../testing/small-sagas.js';
import { type Compensation, sagaDefaults } from './saga.js';

const alive = new AbortController().signal;

/** The second step is refused; the undos of the first end so, in turn. */
const undos = (...ends: SagaCallEnds[]) => {
  let turn = 0;
  return (tool: string, line: string): SagaCallEnds => {
    if (!tool.includes('free')) return line === 'b' ? 'refused' : 'done';
    turn += 1;
    return ends[turn - 1] ?? 'done';
  };
};
const saga = (compensation?: Compensation) =>
  aSaga({ steps: [aLinedStep('a', compensation && { compensation }), aLinedStep('b')] });

describe('undoing a step', () => {
  it('is tried again under the same key while its failure may pass', async () => {
    const { ended, requests } = await carriedOutSaga(saga(), undos('late', 'late', 'done'));
    expect(ended.state).toBe('FAILED');
    expect(requests.slice(2).map(({ idempotencyKey }) => idempotencyKey)).toEqual(
      Array.from({ length: 3 }, () => `saga:${ended.id}:0:undo:1`),
    );
  });

  it('fails after a few tries, and at once where trying again does not help', async () => {
    const patient = await carriedOutSaga(saga(), undos(...Array.from({ length: 9 }, () => 'late' as const)));
    expect(patient.ended).toMatchObject({ state: 'COMPENSATION_FAILED', ticket: { id: expect.any(String) } });
    expect(patient.calls.filter((it) => it.startsWith('undo'))).toHaveLength(5);
    const refused = await carriedOutSaga(saga(), undos('refused'));
    expect(refused.calls.filter((it) => it.startsWith('undo'))).toHaveLength(1);
    expect(refused.ended.steps[0]?.undo).toMatchObject({ status: 'failed', tries: 1, error: { code: 'tool_error' } });
  });

  it('does not wait for who wants to be asked much later', async () => {
    const { ended, calls } = await carriedOutSaga(saga(), undos('tomorrow', 'done'));
    expect(ended).toMatchObject({
      state: 'COMPENSATION_FAILED',
      steps: [{ undo: { error: { code: 'rate_limited' } } }, {}],
    });
    expect(calls.filter((it) => it.startsWith('undo'))).toEqual(['undo a tomorrow']);
    const soon = await carriedOutSaga(saga(), undos('soon', 'done'));
    expect([soon.ended.state, ...soon.calls.slice(2)]).toEqual(['FAILED', 'undo a soon', 'undo a']);
  });

  it('waits for a gateway that is not ready, for a while, and then tells people', async () => {
    const { store, carryOut, clock } = smallSagas(undos(...Array.from({ length: 99 }, () => 'away' as const)));
    await begunSaga(store, saga());
    await expect(carryOut.advance(aSaga().id, alive)).rejects.toThrow('could not be made');
    clock.move(700_000);
    await carryOut.advance(aSaga().id, alive);
    expect((await store.find(aSaga().id))?.state).toBe('COMPENSATION_FAILED');
  });

  it('is not made again once the answer of its key may be forgotten: a person has to look', async () => {
    const forward = { ...aSagaStep().forward, status: 'succeeded' as const, input: { line: 'a' } };
    const begunAt = (agoMs: number) => {
      const undo = { ...aSagaStep().forward, status: 'running' as const, round: 1, tries: 0 };
      const askedAt = Date.UTC(2026, 0, 1) - agoMs;
      return aSaga({ state: 'COMPENSATING', steps: [aLinedStep('a', { forward, undo: { ...undo, askedAt } })] });
    };
    const fresh = await carriedOutSaga(begunAt(sagaDefaults.claimMs), () => 'done');
    expect([fresh.ended.state, fresh.calls.length]).toEqual(['FAILED', 1]);
    const stale = await carriedOutSaga(begunAt(sagaDefaults.claimMs + 1), () => 'done');
    expect(stale.ended).toMatchObject({
      state: 'COMPENSATION_FAILED',
      steps: [{ undo: { status: 'failed', error: { code: 'outcome_unknown' } } }],
    });
    expect(stale.calls).toEqual([]);
  });

  it('is not called with what has grown too long', async () => {
    const long = 'x'.repeat(9 * 1_048_576);
    const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`n${at}`, '$ref:input.line']));
    const compensation: Compensation = {
      ...{ class: 'semantic', tool: 'acme/rooms.free' },
      input: { kind: 'arguments', arguments: many },
    };
    const steps = [aLinedStep('a', { compensation, arguments: { line: long } }), aLinedStep('b')];
    const { ended, calls } = await carriedOutSaga(aSaga({ steps }), undos('done'));
    expect(ended).toMatchObject({ steps: [{ undo: { error: { code: 'payload_too_large' } } }, {}] });
    expect(calls.filter((it) => it.startsWith('undo'))).toEqual([]);
  });

  it('runs outside the deadline and the cancellation of its saga', async () => {
    const forward = { ...aSagaStep().forward, status: 'succeeded' as const, input: { line: 'a' } };
    const late = aSaga({
      state: 'RUNNING',
      deadlineAt: 1,
      cancelledAt: 1,
      steps: [aLinedStep('a', { forward }), aLinedStep('b')],
    });
    const { ended, requests } = await carriedOutSaga(late, () => 'done');
    expect(ended.state).toBe('FAILED');
    expect(requests.map(({ deadlineMs }) => deadlineMs)).toEqual([30_000]);
  });

  it.each<[string, Compensation['input'], object | undefined]>([
    [
      'arguments',
      { kind: 'arguments', arguments: { line: '$ref:input.line', ok: '$ref:output.ok' } },
      { line: 'a', ok: true },
    ],
    ['an expression', { kind: 'reshape', expression: '{"line": "undo " & input.line}' }, { line: 'undo a' }],
    ['nothing: the step’s own input', { kind: 'reshape', expression: null }, { line: 'a' }],
    ['an expression that gives no object', { kind: 'reshape', expression: 'input.line' }, undefined],
  ])('is called with %s', async (_what, input, expected) => {
    const { ended, requests } = await carriedOutSaga(
      saga({ class: 'full', tool: 'acme/rooms.free', input }),
      undos('done'),
    );
    const [undo] = requests.filter(({ tool }) => tool === 'acme/rooms.free');
    expect(undo?.input).toEqual(expected);
    expect(ended.state).toBe(expected === undefined ? 'COMPENSATION_FAILED' : 'FAILED');
  });
});
