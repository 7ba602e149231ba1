import type { SagaError } from '@assay/contracts';
import type { Clock } from '../../kernel/clock.js';
import { type Failure, fail } from '../../kernel/failure.js';
import { compileReshape } from '../../kernel/reshape.js';
import { ok, type Result } from '../../kernel/result.js';
import { wait } from '../../kernel/wait.js';
import { callStep, letGone, type StepAnswer } from './call-step.js';
import { undone } from './changes.js';
import { backInput } from './references.js';
import { type Compensation, type Saga, type SagaStep, sagaDefaults, type Undo, undoKey } from './saga.js';
import { backCaller } from './saga-caller.js';
import { isAwaited, type StepPorts, written } from './step-ports.js';

/**
 * Undoes one step, outside the saga's deadline and cancellation; what fails in a way that may pass is tried again, a few
 * times. It ends undone, or failed: then a person is asked, and the other steps are undone all the same.
 */
export async function undoStep(saga: Saga, position: number, letGo: AbortSignal, ports: StepPorts) {
  const undo = saga.steps[position]?.undo as Undo;
  if (undo.status === 'awaiting_approval' && undo.approval !== null && (await isAwaited(undo.approval.id, ports)))
    return 'waits';
  if (undo.status !== 'running') return begun(saga, position, ports);
  const now = ports.clock.now();
  const isStale = undo.startedAt !== null && now - undo.startedAt > sagaDefaults.claimMs;
  const answer = isStale ? failed(tooOld) : await tried(saga, position, letGo, ports);
  return settled(saga, position, after(answer, ports.clock.now()), ports);
}

const begun = (saga: Saga, position: number, ports: StepPorts): Promise<Saga> =>
  settled(
    saga,
    position,
    (undo) => ({ ...undo, status: 'running', startedAt: undo.startedAt ?? ports.clock.now(), approval: null }),
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

const tooOld: SagaError = {
  code: 'outcome_unknown',
  message: 'it was begun so long ago that what came of it is not kept any more',
  outcome: 'unknown',
};

async function tried(saga: Saga, position: number, letGo: AbortSignal, ports: StepPorts): Promise<StepAnswer> {
  const step = saga.steps[position] as SagaStep;
  const { tool } = step.compensation as Compensation;
  const input = await inputOf(step, ports.clock);
  if (!input.ok) return failed({ code: 'invalid_input', message: input.error.message, outcome: 'none' });
  const key = undoKey(saga.id, position, (step.undo as Undo).round);
  let pauseMs: number = sagaDefaults.firstPauseMs;
  for (let times = 1; ; times += 1) {
    const caller = backCaller(saga, ports.directory);
    if (!caller.ok) return failed({ code: 'denied', message: caller.error.message, outcome: 'none' });
    const call = { tool, input: input.value, key, deadlineMs: sagaDefaults.callMs };
    const answer = await callStep(call, caller.value, saga.traceId, letGo, ports);
    if (answer.kind !== 'failed' || !answer.mayPass || times >= sagaDefaults.undoTries) return answer;
    if (answer.error.code === 'outcome_unknown') return answer;
    if (!(await wait(ports.clock, Math.max(pauseMs, answer.retryAfterMs), letGo))) return letGone;
    pauseMs = Math.min(pauseMs * 2, sagaDefaults.longestPauseMs);
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
    : fail('invalid_input', 'What the manifest says its compensation is called with gives no object.');
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
