import { hasNoWayBack, notBegun, type Saga, type SagaStep, type Undo } from './saga.js';

/** Whether a step had an effect, or may have had one: also where it failed after its tool had done its work. */
export function tookEffect({ readOnly, forward: { status, error } }: SagaStep): boolean {
  if (readOnly) return false;
  return (
    status === 'succeeded' || status === 'unknown' || (status === 'failed' && (error?.outcome ?? 'none') !== 'none')
  );
}

export const isUndoOpen = ({ undo }: SagaStep): boolean =>
  undo !== null && (undo.status === 'waiting' || undo.status === 'running' || undo.status === 'awaiting_approval');

const toUndo: Undo = Object.freeze({ ...notBegun, status: 'waiting', round: 1, tries: 0 });

/** What a saga has to undo, as it turns back; steps that were never begun are skipped. */
export const turnedBack = (steps: readonly SagaStep[]): readonly SagaStep[] =>
  steps.map((step) => {
    if (step.forward.status === 'waiting') return { ...step, forward: { ...step.forward, status: 'skipped' } };
    if (!tookEffect(step)) return step;
    return { ...step, undo: hasNoWayBack(step) ? noWayBack(step) : toUndo };
  });

/** A person approved that it is irreversible; if its outcome is unknown, a person must check its effects. */
function noWayBack({ forward: { status, error } }: SagaStep): Undo {
  if (status === 'succeeded') return { ...toUndo, status: 'irreversible' };
  const message = `its outcome is unknown (${error?.message ?? 'no answer came'}), and it has no compensation: check with the tool, then resolve it manually`;
  return { ...toUndo, status: 'failed', error: { code: 'outcome_unknown', message, outcome: 'unknown' } };
}

/** What could not be undone, as it is tried once more. */
export const triedAgain = (steps: readonly SagaStep[]): readonly SagaStep[] =>
  steps.map((step) => {
    const { undo } = step;
    if (undo?.status !== 'failed' || hasNoWayBack(step)) return step;
    return { ...step, undo: { ...toUndo, round: nextRound(undo), tries: undo.tries } };
  });

/**
 * A try that has been answered for good is followed by another call; one of unknown outcome by the same again, so that
 * a tool that honours keys undoes once. Where the ledger keeps the answer, it gives that, and a person has decided.
 */
const nextRound = ({ round, error, tries }: Undo): number =>
  tries > 0 && error?.outcome === 'unknown' && error.code !== 'outcome_unknown' ? round : round + 1;

/** The last step that is still to be undone; undefined when there is none. */
export const nextUndo = ({ steps }: Pick<Saga, 'steps'>): number | undefined => {
  const position = steps.findLastIndex(isUndoOpen);
  return position < 0 ? undefined : position;
};
