import { maxDeadlineMs, type SagaError } from '@assay/contracts';
import { wait } from '../../kernel/wait.js';
import { callStep, letGone, type StepAnswer } from './call-step.js';
import { forwarded } from './changes.js';
import { isStopped } from './next.js';
import { forwardInput } from './references.js';
import { type Forward, forwardKey, type Saga, type SagaStep, sagaDefaults } from './saga.js';
import { forwardCaller } from './saga-caller.js';
import { isAwaited, type StepPorts, written } from './step-ports.js';

/** A step that was begun is looked up for so long at the least, in ms, whatever is left of the deadline. */
const leastLookUpMs = 5_000;

/**
 * Makes one step, or finds out what came of it when it had been begun: its row says so before the tool is called, and its
 * key makes the call once. `waits` while a person has not decided.
 */
export async function makeStep(saga: Saga, position: number, letGo: AbortSignal, ports: StepPorts) {
  const { forward, ...step } = saga.steps[position] as SagaStep;
  const { clock, ledger } = ports;
  if (forward.status === 'awaiting_approval') {
    if (forward.approval !== null && (await isAwaited(forward.approval.id, ports))) return 'waits';
    return begun(saga, position, forward.input ?? {}, ports);
  }
  if (forward.status === 'waiting') return begun(saga, position, forwardInput(saga.steps, position), ports);
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
  return ended(saga, position, after(forward, answer, step, now), ports);
}

const isStale = ({ startedAt }: Forward, now: number): boolean =>
  startedAt !== null && now - startedAt > sagaDefaults.claimMs;

const tooOld: SagaError = {
  code: 'outcome_unknown',
  message: 'it was begun so long ago that what came of it is not kept any more',
  outcome: 'unknown',
};

/** Its row says that it may be called from now on. Time that a person took is given back. */
const begun = (saga: Saga, position: number, input: Forward['input'], ports: StepPorts): Promise<Saga> =>
  written(
    saga,
    (current) => {
      const { forward } = current.steps[position] as SagaStep;
      if (forward.status !== 'waiting' && forward.status !== 'awaiting_approval') return undefined;
      const now = ports.clock.now();
      if (forward.status === 'waiting' && isStopped(current, now)) return undefined;
      const waited = forward.approval === null ? 0 : now - forward.approval.since;
      const startedAt = forward.startedAt ?? now;
      const change = forwarded(
        current,
        position,
        { ...forward, status: 'running', input, startedAt, approval: null },
        now,
      );
      const { deadlineAt } = change.saga;
      return { ...change, saga: { ...change.saga, deadlineAt: deadlineAt === null ? null : deadlineAt + waited } };
    },
    ports,
  );

const ended = (saga: Saga, position: number, forward: Forward, ports: StepPorts): Promise<Saga> =>
  written(
    saga,
    (current) => {
      const isOpen = current.steps[position]?.forward.status === 'running';
      return isOpen ? forwarded(current, position, forward, ports.clock.now()) : undefined;
    },
    ports,
  );

/** Calls; an unknown outcome is looked up under the same key, which the ledger answers where the tool may not be asked again. */
async function lookedUp(saga: Saga, position: number, letGo: AbortSignal, ports: StepPorts): Promise<StepAnswer> {
  const { tool, version, forward } = saga.steps[position] as SagaStep;
  const key = forwardKey(saga.id, position);
  let pauseMs: number = sagaDefaults.firstPauseMs;
  for (let tried = 1; ; tried += 1) {
    const now = ports.clock.now();
    const caller = forwardCaller(saga, ports.directory, now);
    if (!caller.ok) return refused(caller.error.message, await ports.ledger.find(saga.principalId, key, now));
    const leftMs = Math.max((saga.deadlineAt ?? now) - now, tried > 1 || isStopped(saga, now) ? leastLookUpMs : 1);
    const deadlineMs = Math.min(leftMs, saga.callMs ?? maxDeadlineMs, maxDeadlineMs);
    const call = { tool: `${tool}@${version}`, input: forward.input ?? {}, key, deadlineMs };
    const answer = await callStep(call, caller.value, saga.traceId, letGo, ports);
    const isUnknown = answer.kind === 'failed' && answer.error.outcome === 'unknown';
    if (!isUnknown || tried >= sagaDefaults.lookUps || !saga.steps[position]?.repeatable) return answer;
    if (!(await wait(ports.clock, pauseMs, letGo))) return letGone;
    pauseMs *= 2;
  }
}

/** Without rights nothing is called; what had been called under its key before may have had its effect. */
const refused = (message: string, held: object | undefined): StepAnswer => ({
  kind: 'failed',
  invocationId: null,
  error: { code: 'denied', message, outcome: held === undefined ? 'none' : 'unknown' },
  mayPass: false,
  retryAfterMs: 0,
});

function after(forward: Forward, answer: StepAnswer, { readOnly }: Pick<SagaStep, 'readOnly'>, now: number): Forward {
  const { invocationId } = answer;
  if (answer.kind === 'waits')
    return { ...forward, status: 'awaiting_approval', invocationId, approval: { ...answer.approval, since: now } };
  const over = { ...forward, invocationId, endedAt: now };
  if (answer.kind === 'done') return { ...over, status: 'succeeded', output: answer.output };
  const isUnknown = answer.error.outcome === 'unknown' && !readOnly;
  return { ...over, status: isUnknown ? 'unknown' : 'failed', error: answer.error };
}
