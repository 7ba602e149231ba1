import { fail, ok } from '@assay/kernel';
import { expect, it } from '@jest/globals';
import { cancelled, failed, succeeded } from '../run/outcome.js';
import { endOf, resultIn, waitingIn } from './step-ends.js';

const failure = { code: 'not_found', message: 'No tool.' } as const;

it('a stored outcome is a result', () => {
  expect(resultIn(succeeded(1))).toEqual(ok(1));
  expect(resultIn(failed(failure))).toEqual({ ok: false, error: failure });
  expect(resultIn(cancelled)).toMatchObject({ ok: false, error: { code: 'cancelled' } });
});

it('the end of a step is shown without details of the failure', () => {
  expect(endOf(ok(1))).toEqual({ status: 'succeeded' });
  expect(endOf(fail('cancelled', 'It was cancelled.'))).toEqual({ status: 'cancelled' });
  expect(endOf(fail('not_found', 'No tool.', { issues: [] }))).toEqual({ status: 'failed', error: failure });
  expect(endOf(fail('deadline_exceeded', 'Late.', { outcome: 'unknown' }))).toMatchObject({
    error: { outcome: 'unknown' },
  });
});

it('a step waits for an approval or an escalation, once its call is known', () => {
  const step = { status: 'running', invocationId: 'call' } as unknown as Parameters<typeof waitingIn>[0];
  const subject = { id: 'a', url: '/a' };
  expect(waitingIn(step)).toBeUndefined();
  expect(waitingIn({ ...step, waitsFor: { kind: 'approval', ...subject } })).toEqual({
    id: 'call',
    status: 'awaiting_approval',
    approval: subject,
  });
  expect(waitingIn({ ...step, waitsFor: { kind: 'escalation', ...subject } })).toEqual({
    id: 'call',
    status: 'escalated',
    escalation: subject,
  });
});
