import { cancelledReason, type Failure } from '@assay/kernel';
import { type Call, isReadOnly } from './call.js';

/** The end of a call whose deadline passed, or which was cancelled, while its answer was being worked on. */
export function outOfTime(call: Call): Failure {
  const name = call.resolved.version?.manifest.name ?? call.requested.reference;
  // The tool has answered: what it does has been done.
  const outcome = isReadOnly(call.resolved.version) ? 'none' : 'done';
  if (call.resolved.deadline.signal.reason === cancelledReason)
    return { code: 'cancelled', message: `The call to ${name} was cancelled after the tool had answered.`, outcome };
  return {
    code: 'deadline_exceeded',
    message: `${name} responded, but the deadline passed while its result was being checked: request less, or set a longer deadline.`,
    outcome,
  };
}
