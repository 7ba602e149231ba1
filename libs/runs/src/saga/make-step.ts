import { maxDeadlineMs, type SagaError } from '@assay/contracts';
import { isLongerThan, wait } from '@assay/kernel';
import { callStep, LetGo, type StepAnswer } from './call-step.js';
import { forwarded } from './changes.js';
import { isStopped } from './next.js';
import { partOfSaga } from './part-of-saga.js';
import { forwardInput } from './references.js';
import { type Forward, forwardKey, type Saga, type SagaStep, sagaDefaults } from './saga.js';
import { forwardCaller } from './saga-caller.js';
import { endOfWait, isStale, type StepPorts, tooOld, written } from './step-ports.js';
import { Tries } from './tries.js';

/** A step that was begun is looked up for so long at the least, in ms, whatever is left of the deadline. */
const minLookUpMs = 5_000;

/**
 * Runs one step, or determines its outcome if it was started: its row records the start before the tool is called, and
 * its key makes the call once. `waits` while a person has not decided.
 */
export async function makeStep(saga: Saga, position: number, letGo: AbortSignal, ports: StepPorts) {
  const { forward } = saga.steps[position] as SagaStep;
  const { clock, ledger } = ports;
  if (forward.status === 'awaiting_approval') {
    const asked = await waitedFor(saga, forward, ports);
    return asked === undefined ? 'waits' : begun(saga, position, { ...forward, askedAt: asked }, ports);
  }
  if (forward.status === 'waiting') {
    const input = forwardInput(saga.steps, position);
    if (isLongerThan(input, sagaDefaults.inputBytes))
      return ended(saga, position, { ...forward, status: 'failed', error: tooMuchGiven }, ports);
    return begun(saga, position, { ...forward, input, askedAt: clock.now() }, ports);
  }
  const now = clock.now();
  const isCold = isStopped(saga, now);
  const key = forwardKey(saga.id, position);
  const held = isCold ? await ledger.find(saga.principalId, key, now) : undefined;
  // Nothing was called under its key, and nothing shall be any more.
  if (isCold && held === undefined && !isStale(forward, now))
    return ended(saga, position, { ...forward, status: 'skipped' }, ports);
  const error = isStale(forward, now) ? tooOld : undefined;
  const answer = error ?? (await lookedUp(saga, position, letGo, ports));
  if ('code' in answer) return ended(saga, position, { ...forward, status: 'unknown', error: answer }, ports);
  return ended(saga, position, after(saga, position, answer, now), ports);
}

const tooMuchGiven: SagaError = {
  code: 'payload_too_large',
  message: `its arguments are larger than ${sagaDefaults.inputBytes / 1_048_576} MiB: refer to less of the earlier outputs`,
  outcome: 'none',
};
const tooMuchKept: SagaError = {
  code: 'output_too_large',
  message: `it succeeded, but the saga's outputs exceed ${sagaDefaults.outputBytes / 1_048_576} MiB in total, the maximum stored`,
  outcome: 'done',
};

/** When what it waited for was over; undefined while it waits. What a saga that was cancelled waits for is not wanted. */
async function waitedFor({ cancelledAt }: Saga, { approval }: Forward, ports: StepPorts): Promise<number | undefined> {
  if (approval === null) return ports.clock.now();
  const over = await endOfWait(approval.id, ports);
  if (over === undefined && cancelledAt !== null) await ports.drop(approval.id);
  return over;
}

/** Its row says that it may be called from now on. Time that a person took is given back. */
const begun = (saga: Saga, position: number, to: Forward, ports: StepPorts): Promise<Saga> =>
  written(
    saga,
    (current) => {
      const { forward } = current.steps[position] as SagaStep;
      if (forward.status !== 'waiting' && forward.status !== 'awaiting_approval') return undefined;
      const now = ports.clock.now();
      if (forward.status === 'waiting' && isStopped(current, now)) return undefined;
      const waited = forward.approval === null ? 0 : now - forward.approval.since;
      const startedAt = forward.startedAt ?? now;
      const running = { ...to, status: 'running', startedAt, approval: null } as const;
      const change = forwarded(current, position, running, now);
      const { deadlineAt } = change.saga;
      return { ...change, saga: { ...change.saga, deadlineAt: deadlineAt === null ? null : deadlineAt + waited } };
    },
    ports,
  );

const ended = (saga: Saga, position: number, forward: Forward, ports: StepPorts): Promise<Saga> =>
  written(
    saga,
    (current) => {
      const status = current.steps[position]?.forward.status;
      const isOpen = status === 'running' || (status === 'waiting' && forward.status === 'failed');
      return isOpen ? forwarded(current, position, forward, ports.clock.now()) : undefined;
    },
    ports,
  );

/** Calls; an unknown outcome is looked up under the same key, which the ledger answers where the tool may not be asked again. */
async function lookedUp(saga: Saga, position: number, letGo: AbortSignal, ports: StepPorts): Promise<StepAnswer> {
  const { tool, version, forward, repeatable } = saga.steps[position] as SagaStep;
  const key = forwardKey(saga.id, position);
  const tries = new Tries(sagaDefaults.lookUps, ports.clock.now());
  for (let isLookUp = false; ; isLookUp = true) {
    const now = ports.clock.now();
    const caller = forwardCaller(saga, ports.directory, now);
    if (!caller.ok)
      return refused(
        { code: 'denied', message: caller.error.message },
        await ports.ledger.find(saga.principalId, key, now),
      );
    const leftMs = Math.max((saga.deadlineAt ?? now) - now, isLookUp || isStopped(saga, now) ? minLookUpMs : 1);
    const deadlineMs = Math.min(leftMs, saga.callMs ?? maxDeadlineMs, maxDeadlineMs);
    const patientUntil = (saga.deadlineAt ?? now) + minLookUpMs;
    const call = {
      tool: `${tool}@${version}`,
      input: forward.input ?? {},
      key,
      deadlineMs,
      patientUntil,
      partOf: () => partOfSaga(saga, position),
    };
    const answer = await callStep(call, caller.value, saga.traceId, letGo, ports);
    // The gateway did not get ready in time.
    if (answer.kind === 'failed' && answer.error.code === 'unavailable')
      return refused(answer.error, await ports.ledger.find(saga.principalId, key, ports.clock.now()));
    if (answer.kind !== 'failed' || answer.error.outcome !== 'unknown' || !repeatable) return answer;
    const pauseMs = tries.next(answer, ports.clock.now());
    if (pauseMs === undefined) return answer;
    if (!(await wait(ports.clock, pauseMs, letGo))) throw new LetGo();
  }
}

/** Nothing is called; what had been called under its key before may have had its effect. */
const refused = ({ code, message }: Pick<SagaError, 'code' | 'message'>, held: object | undefined): StepAnswer => ({
  kind: 'failed',
  invocationId: null,
  error: { code, message, outcome: held === undefined ? 'none' : 'unknown' },
  mayPass: false,
  retryAfterMs: 0,
});

function after({ steps }: Saga, position: number, answer: StepAnswer, now: number): Forward {
  const { forward, readOnly } = steps[position] as SagaStep;
  const { invocationId } = answer;
  if (answer.kind === 'waits')
    return { ...forward, status: 'awaiting_approval', invocationId, approval: { ...answer.approval, since: now } };
  const over = { ...forward, invocationId, endedAt: now };
  if (answer.kind === 'done') {
    const outputBytes = JSON.stringify(answer.output).length;
    const kept = steps.reduce((sum, it) => sum + it.forward.outputBytes, outputBytes);
    if (kept > sagaDefaults.outputBytes) return { ...over, status: 'failed', error: tooMuchKept };
    return { ...over, status: 'succeeded', output: answer.output, outputBytes };
  }
  const isUnknown = answer.error.outcome === 'unknown' && !readOnly;
  return { ...over, status: isUnknown ? 'unknown' : 'failed', error: answer.error };
}
