import type { RunStepView } from '@assay/contracts';
import { err, type Failure, fail, ok, type Result } from '@assay/kernel';
import type { Outcome } from '../run/outcome.js';
import type { Waiting } from './await-persons.js';

/** What a step that was kept gave. */
export const resultIn = (outcome: Outcome): Result<unknown, Failure> => {
  if (outcome.status === 'succeeded') return ok(outcome.output);
  return outcome.status === 'failed' ? err(outcome.failure) : fail('cancelled', 'It was cancelled.');
};

/** How a step that gave this is shown. */
export const endOf = (result: Result<unknown, Failure>): Pick<RunStepView, 'status'> & Partial<RunStepView> => {
  if (result.ok) return { status: 'succeeded' };
  const { code, message, outcome } = result.error;
  if (code === 'cancelled') return { status: 'cancelled' };
  return { status: 'failed', error: { code, message, ...(outcome && { outcome }) } };
};

/** What a step that was kept waits for; undefined when it waits for nobody. */
export function waitingIn({ invocationId, waitsFor }: RunStepView): Waiting | undefined {
  if (invocationId === undefined || waitsFor === undefined || waitsFor.kind === 'question') return undefined;
  const { kind, id, url } = waitsFor;
  return kind === 'approval'
    ? { id: invocationId, status: 'awaiting_approval', approval: { id, url } }
    : { id: invocationId, status: 'escalated', escalation: { id, url } };
}
