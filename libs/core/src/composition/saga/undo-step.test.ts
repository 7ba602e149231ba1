import { aLinedStep, aSaga, aSagaStep, carriedOutSaga, type SagaCallEnds } from '@assay/testing';
import { describe, expect, it } from '@jest/globals';
import type { Compensation } from './saga.js';

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
