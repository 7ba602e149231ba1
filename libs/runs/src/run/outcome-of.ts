import type { Plan } from '../plan.js';
import { cancelled, failed, type Outcome } from './outcome.js';
import { runPlan } from './run-plan.js';
import type { Scope } from './scope.js';

/** The one outcome of a plan that has one output; what failed in it otherwise, named by its node. */
export async function outcomeOf(plan: Plan, scope: Scope): Promise<Outcome> {
  const outcomes = await runPlan(plan, scope);
  const last = outcomes[plan.outputs[0] as number] as Outcome;
  if (last.status === 'succeeded') return last;
  const found = outcomes.findIndex((it) => it.status === 'failed');
  const first = outcomes[found];
  if (first?.status !== 'failed') return cancelled;
  const { failure } = first;
  return failed({ ...failure, message: `${plan.nodes[found]?.id}: ${failure.message}` });
}
