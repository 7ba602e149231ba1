import { type Standing, verdictAtDeadline, verdictOf } from '../join.js';
import type { ParallelNode } from '../plan.js';
import { cancelled, failed, type Outcome, succeeded } from './outcome.js';
import { outcomeOf } from './outcome-of.js';
import type { Scope } from './scope.js';

/**
 * Runs every branch at once until the join is decided, which may be before all have ended: the rest is cancelled then.
 * What goes on in them in spite of that is waited for at the end of the run.
 */
export function runParallel(node: ParallelNode, scope: Scope): Promise<Outcome> {
  const { branches, join } = node;
  const controller = new AbortController();
  const outcomes: (Outcome | undefined)[] = branches.map(() => undefined);
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  let isOpen = true;
  const stopTimer = scope.run.after(scope.until - scope.run.now(), () => decide(verdictAtDeadline(join, standing())));
  const onAbort = () => decide('lost');
  scope.signal.addEventListener('abort', onAbort, { once: true });

  const standing = (): Standing => ({
    branches: branches.length,
    succeeded: outcomes.filter((it) => it?.status === 'succeeded').length,
    failed: outcomes.filter((it) => it !== undefined && it.status !== 'succeeded').length,
  });
  function decide(verdict: 'open' | 'won' | 'lost'): void {
    if (verdict === 'open' || !isOpen) return;
    isOpen = false;
    stopTimer();
    scope.signal.removeEventListener('abort', onAbort);
    controller.abort(cancelled.status);
    const won = verdict === 'won' ? joined(node, outcomes, scope) : undefined;
    if (join.kind !== 'all')
      for (const { name } of branches)
        if (won === undefined || !won.names.includes(name)) scope.run.lost(`${scope.path}/${name}`);
    if (won !== undefined) resolve(succeeded(won.output));
    else resolve(scope.signal.aborted ? cancelled : failed(lost(node, outcomes)));
  }

  const all = branches.map(async ({ name, plan }, at) => {
    const path = `${scope.path}/${name}`;
    const outcome = await outcomeOf(plan, { ...scope, path, signal: controller.signal });
    if (!isOpen) return;
    outcomes[at] = outcome;
    decide(verdictOf(join, standing()));
  });
  scope.run.stragglers.push(Promise.allSettled(all));
  return promise;
}

/** What a join gives, and of which branches. */
interface Joined {
  readonly output: unknown;
  readonly names: readonly string[];
}

/** All and quorum: the successes by name, in declared order; first and best: the one output. */
function joined(
  { branches, join, score }: ParallelNode,
  outcomes: readonly (Outcome | undefined)[],
  scope: Scope,
): Joined {
  const won = branches.flatMap(({ name }, at) => {
    const outcome = outcomes[at];
    return outcome?.status === 'succeeded' ? [{ name, output: outcome.output }] : [];
  });
  if (join.kind === 'all' || join.kind === 'quorum')
    return { output: Object.fromEntries(won.map((it) => [it.name, it.output])), names: won.map((it) => it.name) };
  if (join.kind === 'first' || score === null)
    return { output: won[0]?.output, names: won.slice(0, 1).map((it) => it.name) };
  let best: { name: string; output: unknown; score: number } | undefined;
  for (const { name, output } of won) {
    const asked = score.evaluate({
      input: scope.run.input,
      output,
      prev: scope.incoming,
      steps: [],
      now: new Date(scope.run.wallClock()),
    });
    const value = asked.ok ? Number(asked.value) : Number.NaN;
    if (Number.isNaN(value)) scope.run.warn(`${scope.path}/${name}: has no score, and is taken for the least`);
    const scored = Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value;
    if (best === undefined || scored > best.score) best = { name, output, score: scored };
  }
  return { output: best?.output, names: best === undefined ? [] : [best.name] };
}

function lost({ branches, join }: ParallelNode, outcomes: readonly (Outcome | undefined)[]) {
  const at = outcomes.findIndex((it) => it?.status === 'failed');
  const first = outcomes[at];
  const what = join.kind === 'quorum' ? `a quorum of ${join.share}` : join.kind;
  if (first?.status !== 'failed')
    return { code: 'deadline_exceeded' as const, message: `The time was over before the join (${what}) was decided.` };
  const { failure } = first;
  return { ...failure, message: `The join (${what}) is lost: ${branches[at]?.name}: ${failure.message}` };
}
