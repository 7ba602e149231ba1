import { deadlineReason, fail } from '@assay/kernel';
import { expectedOf } from '../expected.js';
import type { BranchNode, RepeatNode } from '../plan.js';
import type { Predicate } from '../predicate.js';
import { idSegment, joinIds } from '../step-ids.js';
import { failed, type Outcome, succeeded } from './outcome.js';
import { outcomeOf } from './outcome-of.js';
import { runAct } from './run-act.js';
import { runEach } from './run-each.js';
import { runParallel } from './run-parallel.js';
import type { ControlNode, Scope } from './scope.js';
import { situationOf } from './situation.js';
import type { Sources } from './sources.js';

/** Runs a node that holds plans of its own. */
export function runControl(node: ControlNode, scope: Scope, sources: Sources): Promise<Outcome> {
  if (node.kind === 'each') return runEach(node, scope, sources);
  if (node.kind === 'act') return runAct(node, scope, sources);
  const { from } = node;
  const inner: Scope = {
    ...scope,
    incoming: sources.lookUp(from),
    incomingText: sources.textOf(from),
    outer: undefined,
  };
  switch (node.kind) {
    case 'branch':
      return runBranch(node, inner, sources);
    case 'parallel':
      return runParallel(node, inner, sources);
    case 'repeat':
      return runRepeat(node, inner, sources);
  }
}

async function runBranch(node: BranchNode, scope: Scope, sources: Sources): Promise<Outcome> {
  const chosen = 'evaluate' in node.on ? askedOf(node.on, scope, sources) : await chosenByModel(node, scope);
  if (!chosen.ok) return failed(chosen.error);
  const taken = chosen.value === null ? undefined : node.cases.get(chosen.value);
  const path = joinIds(scope.path, taken === undefined ? 'default' : idSegment(String(chosen.value)));
  const plan = taken ?? node.otherwise;
  if (plan !== null) return outcomeOf(plan, { ...scope, path });
  const cases = [...node.cases.keys()].join(', ');
  const choice = chosen.value === null ? 'nothing with enough confidence' : JSON.stringify(chosen.value);
  return failed({
    code: 'no_branch',
    message: `The branch gives ${choice}, which matches no case, and there is no default: its cases are ${cases}.`,
  });
}

/** A model has the time of its branch, and no more. */
function chosenByModel(node: BranchNode, { run, incoming, until, signal, path }: Scope) {
  const late = new AbortController();
  const stopTimer = run.after(until - run.now(), () => late.abort(deadlineReason));
  return run.choose(node, incoming, AbortSignal.any([signal, late.signal]), path).finally(stopTimer);
}

function askedOf(on: Predicate, scope: Scope, sources: Sources) {
  const asked = on.evaluate(situationOf(scope, sources, scope.incoming));
  if (!asked.ok) return asked;
  const { value } = asked;
  return typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    typeof value === 'bigint'
    ? { ok: true as const, value: String(value) }
    : fail('invalid_input', `The branch must evaluate to a string, number or boolean, not ${JSON.stringify(value)}.`);
}

/**
 * Each turn is handed what the one before gave; after the last one, that stands, whether the end was reached or not. The
 * turns to come are later steps: what they are expected to need is reserved, but a turn has its share of what is left.
 */
async function runRepeat({ body, max, until, id }: RepeatNode, scope: Scope, sources: Sources): Promise<Outcome> {
  let value = scope.incoming;
  let text = scope.incomingText;
  const { run } = scope;
  const turnMs = expectedOf(body, run.expectedMs).whole;
  for (let turn = 1; turn <= max; turn += 1) {
    const now = run.now();
    const leftMs = scope.until - now;
    const allowedMs = Math.max(leftMs - (max - turn) * turnMs, leftMs / (max - turn + 1));
    const path = `${scope.path}[${turn}]`;
    const turnScope = { ...scope, incoming: value, incomingText: text, path, until: now + allowedMs };
    const outcome = await outcomeOf(body, turnScope);
    if (outcome.status !== 'succeeded') return outcome;
    const ended = until.evaluate(situationOf(scope, sources, outcome.output, value));
    if (!ended.ok) return failed(ended.error);
    value = outcome.output;
    text = outcome.text;
    if (ended.value === true) return succeeded(value, text);
  }
  scope.run.warn(`${id}: ended after ${max} iterations without meeting its condition`);
  return succeeded(value, text);
}
