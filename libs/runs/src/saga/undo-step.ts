import type { SagaError } from '@assay/contracts';
import { type Clock, compileReshape, type Failure, fail, isLongerThan, ok, type Result, wait } from '@assay/kernel';
import { callStep, LetGo, type StepAnswer } from './call-step.js';
import { undone } from './changes.js';
import { undoOfSaga } from './part-of-saga.js';
import { backInput } from './references.js';
import { type Compensation, type Saga, type SagaStep, sagaDefaults, type Undo, undoKey } from './saga.js';
import { backCaller } from './saga-caller.js';
import { endOfWait, isStale, type StepPorts, tooOld, written } from './step-ports.js';
import { Tries } from './tries.js';

/**
 * Undoes one step, outside the saga's deadline and cancellation; what fails in a way that may pass is tried again, a few
 * times. It ends undone, or failed: then a person is asked, and the other steps are undone all the same.
 */
export async function undoStep(saga: Saga, position: number, letGo: AbortSignal, ports: StepPorts) {
  const undo = saga.steps[position]?.undo as Undo;
  if (undo.status !== 'running') {
    const isAsked = undo.status === 'awaiting_approval' && undo.approval !== null;
    const askedAt = isAsked ? await endOfWait(undo.approval.id, ports) : ports.clock.now();
    return askedAt === undefined ? 'waits' : begun(saga, position, askedAt, ports);
  }
  const answer = isStale(undo, ports.clock.now()) ? failed(tooOld) : await tried(saga, position, letGo, ports);
  return settled(saga, position, after(answer, ports.clock.now()), ports);
}

const begun = (saga: Saga, position: number, askedAt: number, ports: StepPorts): Promise<Saga> =>
  settled(
    saga,
    position,
    (undo) => ({ ...undo, status: 'running', startedAt: undo.startedAt ?? askedAt, askedAt, approval: null }),
    ports,
    ['waiting', 'awaiting_approval'],
  );

function settled(
  saga: Saga,
  position: number,
  to: (undo: Undo) => Undo,
  ports: StepPorts,
  from: readonly Undo['status'][] = ['running'],
): Promise<Saga> {
  return written(
    saga,
    (current) => {
      const undo = current.steps[position]?.undo ?? null;
      if (undo === null || !from.includes(undo.status)) return undefined;
      return undone(current, position, to(undo), ports.clock.now());
    },
    ports,
  );
}

const failed = (error: SagaError): StepAnswer => ({
  kind: 'failed',
  invocationId: null,
  error,
  mayPass: false,
  retryAfterMs: 0,
});

const tooMuchGiven: SagaError = {
  code: 'payload_too_large',
  message: `its arguments are larger than ${sagaDefaults.inputBytes / 1_048_576} MiB`,
  outcome: 'none',
};

async function tried(saga: Saga, position: number, letGo: AbortSignal, ports: StepPorts): Promise<StepAnswer> {
  const step = saga.steps[position] as SagaStep;
  const { tool } = step.compensation as Compensation;
  const input = await inputOf(step, ports.clock);
  if (!input.ok) return failed({ code: 'invalid_input', message: input.error.message, outcome: 'none' });
  if (isLongerThan(input.value, sagaDefaults.inputBytes)) return failed(tooMuchGiven);
  const { round, askedAt } = step.undo as Undo;
  const key = undoKey(saga.id, position, round);
  const patientUntil = (askedAt ?? ports.clock.now()) + sagaDefaults.patienceMs;
  const tries = new Tries(sagaDefaults.undoTries, ports.clock.now());
  for (;;) {
    const caller = backCaller(saga, ports.directory, ports.clock.now());
    if (!caller.ok) return failed({ code: 'denied', message: caller.error.message, outcome: 'none' });
    const call = {
      tool,
      input: input.value,
      key,
      deadlineMs: sagaDefaults.callMs,
      patientUntil,
      partOf: () => undoOfSaga(saga, position),
    };
    const answer = await callStep(call, caller.value, saga.traceId, letGo, ports);
    if (answer.kind !== 'failed' || !answer.mayPass) return answer;
    if (answer.error.code === 'outcome_unknown' || answer.error.code === 'unavailable') return answer;
    const pauseMs = tries.next(answer, ports.clock.now());
    if (pauseMs === undefined) return answer;
    if (!(await wait(ports.clock, pauseMs, letGo))) throw new LetGo();
  }
}

/** What its compensation is called with. */
async function inputOf(
  { compensation, forward }: SagaStep,
  clock: Pick<Clock, 'monotonic'>,
): Promise<Result<Record<string, unknown>, Failure>> {
  const { input: how } = compensation as Compensation;
  const { input, output } = forward;
  if (how.kind === 'arguments') return ok(backInput(how.arguments, input, output));
  if (how.expression === null) return ok({ ...input });
  const reshape = compileReshape(how.expression, clock);
  const made = reshape.ok ? await reshape.value.apply({ input, output }) : reshape;
  if (!made.ok) return made;
  const isObject = typeof made.value === 'object' && made.value !== null && !Array.isArray(made.value);
  return isObject
    ? ok(made.value as Record<string, unknown>)
    : fail('invalid_input', 'The compensation input in the manifest does not evaluate to an object.');
}

const after =
  (answer: StepAnswer, now: number) =>
  (undo: Undo): Undo => {
    const { invocationId } = answer;
    if (answer.kind === 'waits')
      return { ...undo, status: 'awaiting_approval', invocationId, approval: { ...answer.approval, since: now } };
    const over = { ...undo, invocationId, endedAt: now, tries: undo.tries + 1 };
    if (answer.kind === 'done') return { ...over, status: 'succeeded', error: null };
    return { ...over, status: 'failed', error: answer.error };
  };
