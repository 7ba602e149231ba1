import { cancelledReason, type Deadline, type Failure, stoppedReason } from '@assay/kernel';
import { aManifest, aVersion } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import type { Call } from './call.js';
import { stoppedMeanwhile } from './stopped-meanwhile.js';
import { aCall } from './testing/a-call.js';

const cut: Failure = { code: 'cancelled', message: 'It was cancelled.', outcome: 'unknown' };

function callOf(annotations: Record<string, boolean>, reason: string = stoppedReason, keyed = false): Call {
  const controller = new AbortController();
  controller.abort(reason);
  const whole = { signal: controller.signal } as Deadline;
  return aCall({ whole, ...(keyed && { keyed: { key: 'k' } }) }, aVersion(aManifest({ annotations })));
}

it.each([
  ['may have had an effect', {}, false, 'outcome_unknown', 'unknown'],
  ['may be called twice, and has a key', { idempotentHint: true }, true, 'unavailable', 'unknown'],
  ['may be called twice, without a key', { idempotentHint: true }, false, 'outcome_unknown', 'unknown'],
  ['only reads', { readOnlyHint: true }, false, 'unavailable', 'none'],
])('a call that %s and was cut off by the stop of the server says so', (_what, annotations, keyed, code, outcome) => {
  expect(stoppedMeanwhile(callOf(annotations, stoppedReason, keyed), cut)).toMatchObject({ code, outcome });
});

it('a call that had not reached its tool had no effect', () => {
  expect(stoppedMeanwhile(callOf({}), { ...cut, outcome: 'none' })).toMatchObject({
    code: 'unavailable',
    outcome: 'none',
  });
});

it('leaves what ended by itself, or was cancelled by its caller, as it is', () => {
  const own: Failure = { code: 'tool_error', message: 'No.', outcome: 'done' };
  expect(stoppedMeanwhile(callOf({}), own)).toBe(own);
  expect(stoppedMeanwhile(callOf({}), undefined)).toBeUndefined();
  expect(stoppedMeanwhile(callOf({}, cancelledReason), cut)).toBe(cut);
});
