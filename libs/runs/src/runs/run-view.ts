import type { RunStatus, RunView } from '@assay/contracts';
import { givesByStep, type ReadComposition } from '../composition.js';
import type { Plan } from '../plan.js';
import type { Outcome } from '../run/outcome.js';
import { runDefaults } from './run.js';

/** `succeeded` when everything did; `partial` when something that is returned did; else `failed`. */
export function runStatusOf(plan: Plan, outcomes: readonly Outcome[]): RunStatus {
  const did = (at: number): boolean => outcomes[at]?.status === 'succeeded';
  if (outcomes.every(({ status }) => status === 'succeeded')) return 'succeeded';
  return plan.outputs.some(did) ? 'partial' : 'failed';
}

/** What came out: a plan's output steps by their ids; of the other notations the one result. */
export function resultOf(
  { notation, plan }: Pick<ReadComposition, 'notation' | 'plan'>,
  outcomes: readonly Outcome[],
  /** Of all steps that succeeded, by their ids: shown when something else failed. */
  done: RunView['outputs'] = {},
): Pick<RunView, 'outputs' | 'output' | 'error'> {
  const error = firstError(plan, outcomes);
  const also = outcomes.every(({ status }) => status === 'succeeded') ? {} : done;
  if (givesByStep(notation)) {
    const outputs = plan.outputs.map((at) => [plan.nodes[at]?.id, shown(outcomes[at] as Outcome)] as const);
    return { outputs: { ...also, ...Object.fromEntries(outputs) }, ...(error && { error }) };
  }
  const last = outcomes[plan.outputs[0] as number];
  return { outputs: also, ...(last?.status === 'succeeded' ? { output: last.output } : error && { error }) };
}

/** Failures that a later step received and handled. */
export const takenFailures = (plan: Plan, outcomes: readonly Outcome[]): string[] =>
  plan.forwardsFailures
    ? outcomes.flatMap((it, at) =>
        it.status === 'failed' && !plan.outputs.includes(at)
          ? [`${plan.nodes[at]?.id} failed: ${it.failure.message}`]
          : [],
      )
    : [];

/** As it is kept: outputs that take more than may be are left out, and that is said. */
export function keptView(view: RunView): RunView {
  let left = runDefaults.maxKept;
  const fits = (value: unknown): boolean => {
    left -= value === undefined ? 0 : (JSON.stringify(value) ?? '').length;
    return left >= 0;
  };
  const { output, outputs, ...rest } = view;
  const keepsOne = fits(output);
  const kept = Object.entries(outputs).map(([id, it]) => {
    const { output: own, ...step } = it;
    return [id, fits(own) ? it : step] as const;
  });
  if (left >= 0) return view;
  const limit = runDefaults.maxKept / 1_000_000;
  const warning = `A run is kept with at most ${limit} million characters of output, so some is omitted: GET /v1/invocations/{id} has each step's output.`;
  return {
    ...rest,
    ...(keepsOne && output !== undefined && { output }),
    outputs: Object.fromEntries(kept),
    warnings: [...view.warnings, warning],
  };
}

function shown(outcome: Outcome): RunView['outputs'][string] {
  switch (outcome.status) {
    case 'succeeded':
      return { status: outcome.status, output: outcome.output };
    case 'failed':
      return { status: outcome.status, error: outcome.failure.message };
    case 'skipped':
      return { status: outcome.status, error: outcome.because };
    case 'cancelled':
      return { status: outcome.status };
  }
}

function firstError(plan: Plan, outcomes: readonly Outcome[]): RunView['error'] {
  const at = outcomes.findIndex(({ status }) => status === 'failed');
  const first = outcomes[at];
  if (first?.status !== 'failed') return undefined;
  const { code, message, outcome } = first.failure;
  return { code, message: `${plan.nodes[at]?.id}: ${message}`, ...(outcome && { outcome }) };
}
