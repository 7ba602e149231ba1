import type { Waiting } from './await-persons.js';
import type { StepContext } from './make-step.js';
import type { RunParts } from './run-parts.js';
import type { RunSteps, RunStepsPorts } from './run-steps.js';
import { type Effects, undoPath } from './undo-losers.js';

export interface UndoStepsParts extends Pick<RunParts, 'live' | 'journal'> {
  readonly effects: Effects;
  readonly context: StepContext;
  readonly steps: Pick<RunSteps, 'waits' | 'notWritten'>;
}

/** Undoes what is not wanted, once it is written down what that is; false when something could not be undone. */
export async function undoSteps(
  lost: readonly string[],
  { live, journal, effects, context, steps }: UndoStepsParts,
  ports: RunStepsPorts,
): Promise<boolean> {
  if (!effects.has(lost)) return true;
  await journal.flush(live.status).catch((cause: unknown) => void steps.notWritten(cause));
  const onWaiting = (path: string, tool: string, call: Waiting) => steps.waits(undoPath(path), tool, call);
  const patience = { ...ports, signal: live.left, onWaiting };
  const all = await effects.undo(lost, context, ports, patience);
  if (live.left.aborted) return true;
  for (const { path, tool, invocationId, problem } of all) {
    const error = problem === undefined ? {} : { error: { code: 'tool_error' as const, message: problem } };
    const status = problem === undefined ? ('succeeded' as const) : ('failed' as const);
    live.step(undoPath(path), { tool, status, ms: 0, ...error, ...(invocationId && { invocationId }) });
    if (problem !== undefined)
      live.warnings.push(`${path}: what it did is not wanted, and could not be undone: ${problem}`);
  }
  return all.every(({ problem }) => problem === undefined);
}
