import { describe, expect, it } from '@jest/globals';
import { aSaga, aSagaStep } from '../testing/a-saga.js';
import type { SagaStep, Undo } from './saga.js';
import { nextUndo, tookEffect, triedAgain, turnedBack } from './undoing.js';

const ended = (
  status: SagaStep['forward']['status'],
  outcome?: 'none' | 'unknown' | 'done',
  parts: Partial<SagaStep> = {},
): SagaStep => {
  const step = aSagaStep(parts);
  const error = outcome === undefined ? null : { code: 'tool_error' as const, message: 'no', outcome };
  return { ...step, forward: { ...step.forward, status, error } };
};
const failedUndo = (parts: Partial<Undo>): SagaStep => {
  const [step] = turnedBack([ended('succeeded')]);
  return { ...(step as SagaStep), undo: { ...(step?.undo as Undo), status: 'failed', tries: 1, ...parts } };
};

describe('what a step leaves behind', () => {
  it.each([
    ['succeeded', undefined, {}, true],
    ['unknown', 'unknown', {}, true],
    ['failed', 'done', {}, true],
    ['failed', 'none', {}, false],
    ['waiting', undefined, {}, false],
    ['succeeded', undefined, { readOnly: true }, false],
  ] as const)('%s (%s) %j: %s', (status, outcome, parts, expected) => {
    expect(tookEffect(ended(status, outcome, parts))).toBe(expected);
  });
});

describe('turning back', () => {
  it('undoes what took effect, skips what never began, and leaves alone what only read', () => {
    const steps = [
      ended('succeeded'),
      ended('succeeded', undefined, { readOnly: true, compensation: null }),
      ended('failed', 'none'),
      aSagaStep(),
    ];
    expect(turnedBack(steps).map(({ forward, undo }) => [forward.status, undo?.status ?? null])).toEqual([
      ['succeeded', 'waiting'],
      ['succeeded', null],
      ['failed', null],
      ['skipped', null],
    ]);
  });

  it('keeps an irreversible step that was consented to; of an unknown one a person has to look', () => {
    const [known, unknown] = turnedBack([
      ended('succeeded', undefined, { compensation: null }),
      ended('unknown', 'unknown', { compensation: null }),
    ]);
    expect(known?.undo?.status).toBe('irreversible');
    expect(unknown?.undo).toMatchObject({ status: 'failed', error: { code: 'outcome_unknown' } });
  });

  it('tries a way back that was named for what its tool calls irreversible', () => {
    const compensation = { ...(aSagaStep().compensation as object), class: 'irreversible' } as SagaStep['compensation'];
    expect(turnedBack([ended('succeeded', undefined, { compensation })])[0]?.undo?.status).toBe('waiting');
  });

  it('goes from the last step to the first', () => {
    const [a, b] = turnedBack([ended('succeeded'), ended('succeeded')]) as [SagaStep, SagaStep];
    expect(nextUndo(aSaga({ steps: [a, b] }))).toBe(1);
    expect(nextUndo(aSaga({ steps: [a, failedUndo({})] }))).toBe(0);
    expect(nextUndo(aSaga({ steps: [failedUndo({})] }))).toBeUndefined();
  });
});

describe('trying again', () => {
  const roundAfter = (error: Undo['error'], parts: Partial<Undo> = {}) =>
    triedAgain([failedUndo({ error, ...parts })])[0]?.undo?.round;

  it('is another call after an answer for good, and the same one where the outcome is not known', () => {
    expect(roundAfter({ code: 'tool_error', message: 'no', outcome: 'none' })).toBe(2);
    expect(roundAfter({ code: 'deadline_exceeded', message: 'late', outcome: 'unknown' })).toBe(1);
    // It was never made.
    expect(roundAfter({ code: 'deadline_exceeded', message: 'late', outcome: 'unknown' }, { tries: 0 })).toBe(2);
    // The ledger would only repeat itself, and a person has decided.
    expect(roundAfter({ code: 'outcome_unknown', message: 'lost', outcome: 'unknown' })).toBe(2);
  });

  it('touches nothing else, and not what nothing undoes', () => {
    const [unknown] = turnedBack([ended('unknown', 'unknown', { compensation: null })]) as [SagaStep];
    const fine = ended('succeeded');
    expect(triedAgain([unknown, fine])).toEqual([unknown, fine]);
  });
});
