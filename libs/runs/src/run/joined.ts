import type { Failure, Result } from '@assay/kernel';
import { givesByName, joinWords } from '../join.js';
import type { ParallelNode } from '../plan.js';
import type { Predicate } from '../predicate.js';
import { idSegment, joinIds } from '../step-ids.js';
import type { Outcome } from './outcome.js';
import type { Scope } from './scope.js';
import { situationOf } from './situation.js';
import type { Sources } from './sources.js';

/** What a join gives, and of which branches. */
export interface Joined {
  readonly output: unknown;
  readonly names: ReadonlySet<string>;
}

interface Success {
  readonly name: string;
  readonly output: unknown;
}

/**
 * What a join that is won gives: all and quorum the successes by name, in declared order; first and best the one output.
 * Nothing when it is won without a success.
 */
export function joined(
  { branches, join, score }: ParallelNode,
  outcomes: readonly (Outcome | undefined)[],
  scope: Scope,
  sources: Sources,
): Joined {
  const won = branches.flatMap(({ name }, at): Success[] => {
    const outcome = outcomes[at];
    return outcome?.status === 'succeeded' ? [{ name, output: outcome.output }] : [];
  });
  if (givesByName(join))
    return {
      output: Object.fromEntries(won.map((it) => [it.name, it.output])),
      names: new Set(won.map((it) => it.name)),
    };
  const one = score === null ? won[0] : bestOf(won, score, scope, sources);
  return { output: one?.output, names: new Set(one === undefined ? [] : [one.name]) };
}

/** Of equals the earlier branch; what has no score is worse than whatever has one. */
function bestOf(won: readonly Success[], score: Predicate, scope: Scope, sources: Sources): Success | undefined {
  let best: { readonly it: Success; readonly score: number } | undefined;
  for (const it of won) {
    const scored = numberIn(score.evaluate(situationOf(scope, sources, it.output)));
    if (scored === undefined)
      scope.run.warn(`${joinIds(scope.path, idSegment(it.name))}: score is not numeric; ranked last`);
    const value = scored ?? Number.NEGATIVE_INFINITY;
    if (best === undefined || value > best.score) best = { it, score: value };
  }
  return best?.it;
}

/** A number, and nothing that could be made one: null is not 0, and neither is an empty text. */
function numberIn(asked: Result<unknown, Failure>): number | undefined {
  if (!asked.ok) return undefined;
  // CEL counts in whole numbers of 64 bits.
  const value = typeof asked.value === 'bigint' ? Number(asked.value) : asked.value;
  return typeof value === 'number' && !Number.isNaN(value) ? value : undefined;
}

/** Why a join is lost: the first branch that failed, or the time. */
export function lost({ join }: ParallelNode, outcomes: readonly (Outcome | undefined)[]): Failure {
  const at = outcomes.findIndex((it) => it?.status === 'failed');
  const first = outcomes[at];
  const what = joinWords(join);
  if (first?.status !== 'failed')
    return { code: 'deadline_exceeded', message: `The deadline expired before the join (${what}) completed.` };
  const { failure } = first;
  return { ...failure, message: `The join (${what}) is lost: ${failure.message}` };
}
