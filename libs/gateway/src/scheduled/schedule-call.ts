import { type Clock, type DurableRuns, dayMs, type Failure, fail, isoTime } from '@assay/kernel';
import { leftAt } from '../approvals/paused-call.js';
import type { Call, Passed, Stage } from '../call.js';
import type { AwaitedApproval } from '../resolved.js';
import { type ScheduledCalls, scheduleDefaults, scheduledRun } from './scheduled-calls.js';

export interface ScheduleCallPorts {
  readonly scheduled: Pick<ScheduledCalls, 'add'>;
  readonly runs: Pick<DurableRuns, 'suspend'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Called when a call could not be kept. */
  readonly onProblem: (cause: unknown) => void;
}

/**
 * Stops a call that is to be made later, once it is authorised and approved: it is kept, and ends for now. When it is due it
 * comes again, and everything before this is checked again.
 */
export const scheduleCall = (ports: ScheduleCallPorts): Stage<AwaitedApproval> => ({
  name: 'schedule',
  reaches: true,
  run: (call) => schedule(call, ports),
  note: ({ resolved: { pause } }) =>
    pause?.status === 'scheduled' ? `is made at ${isoTime(pause.notBefore)}` : undefined,
});

async function schedule(
  call: Call,
  { scheduled, runs, clock, onProblem }: ScheduleCallPorts,
): Promise<Passed<AwaitedApproval> | Failure | undefined> {
  const { request, caller, id } = call.requested;
  const { principalId, organisationId } = caller;
  const notBefore = Date.parse(request.notBefore ?? '');
  const now = clock.now();
  if (call.requested.isDue === true || notBefore <= now) return undefined;
  if (notBefore - now > scheduleDefaults.maxAheadMs) return tooFar;
  if (principalId === null || organisationId === null) return nobody;
  try {
    const kept = { ...leftAt(call), organisationId, principalId, notBefore, scheduledAt: now };
    if ((await scheduled.add(kept, scheduleDefaults.maxWaiting)) === 'full') return tooMany;
    // From here on it is made: where this fails, the sweep begins the run.
    await runs.suspend(scheduledRun, id, { wakeInMs: notBefore - now }).catch(onProblem);
  } catch (cause) {
    onProblem(cause);
    return notKept;
  }
  return { resolved: { pause: { status: 'scheduled', invocationId: id, notBefore, until: notBefore } } };
}

const message = `must be at most ${scheduleDefaults.maxAheadMs / dayMs} days ahead`;
const tooFar = fail('invalid_request', `/notBefore ${message}.`, { issues: [{ path: '/notBefore', message }] }).error;

const nobody = fail('unauthenticated', 'Scheduled calls require authentication.').error;

const tooMany = fail(
  'rate_limited',
  `The call was not scheduled: you already have ${scheduleDefaults.maxWaiting} scheduled calls, the maximum. GET /v1/invocations?status=scheduled lists them, DELETE /v1/invocations/{id} cancels one.`,
  { retryAfterMs: 60_000 },
).error;

const notKept = fail('unavailable', 'The call was not scheduled: the database is unavailable. Try again in a moment.', {
  retryAfterMs: 1_000,
}).error;
