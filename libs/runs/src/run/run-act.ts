import { checkSchema, compileSchema, type JsonSchema } from '@assay/json-schema';
import { deadlineReason, isObject } from '@assay/kernel';
import { type ActNode, planOf } from '../plan.js';
import { joinIds } from '../step-ids.js';
import { computeInput } from './make-input.js';
import { cancelled, failed, type Outcome, succeeded } from './outcome.js';
import { outcomeOf } from './outcome-of.js';
import type { Scope } from './scope.js';
import type { Sources } from './sources.js';

/** The outcome of one turn. */
export interface ActTurn {
  readonly step: number;
  readonly action: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
  readonly outcome: 'done' | 'failed' | 'invalid';
  /** Why it failed or is not valid. */
  readonly reason?: string;
}

/** What the model is shown of a turn: its output, too, as far as it fits. The record of the call has all of it. */
interface ShownTurn extends ActTurn {
  readonly output?: string;
}

/** How a loop ended (document 004, Pseudo-Algorithm 14.10). */
type Ended = 'Success' | 'Timeout' | 'Exhausted';

/** Time that is left for the answer after the last turn, in ms. */
const reserveMs = 500;
/** About 2,048 tokens. */
const maxHistory = 8_192;
const maxReason = 500;
const maxOutput = 3_000;

interface Task {
  readonly task: string;
  readonly schema: JsonSchema | undefined;
  readonly maxSteps: number;
  readonly until: number;
}

/**
 * Observes, asks a model, and calls what it decides, until it says that the task is done with a result that meets the
 * schema, or turns or time are over. Each action is a step of its own: what is refused, denied or not valid goes back to the
 * model.
 */
export async function runAct(node: ActNode, scope: Scope, sources: Sources): Promise<Outcome> {
  const task = await taskOf(node, scope, sources);
  if ('code' in task) return failed(task);
  const shown: ShownTurn[] = [];
  const end = (outcome: Ended, result?: unknown): Outcome => {
    const history = shown.map(({ output: _, ...turn }): ActTurn => turn);
    return succeeded({ outcome, ...(result !== undefined && { result }), steps: history.length, history });
  };
  for (let turn = 1; turn <= task.maxSteps; turn += 1) {
    if (scope.signal.aborted) return cancelled;
    if (scope.run.now() >= task.until) return end('Timeout');
    const made = await takeTurn(node, { scope, task, turn, history: shown });
    if ('status' in made) return made;
    if ('late' in made) return end('Timeout');
    if ('turn' in made) shown.push(made.turn);
    else {
      shown.push({ step: turn, action: 'done', outcome: 'done' });
      return end('Success', made.result);
    }
  }
  return end('Exhausted');
}

async function taskOf(node: ActNode, { element, run, until }: Scope, sources: Sources) {
  const made = await computeInput(node.in, sources, element);
  if (!made.ok) return made.error;
  const { task, schema, maxSteps = node.max, deadlineMs } = made.value as Record<string, unknown>;
  const wrong = (message: string) => ({ code: 'invalid_input' as const, message });
  if (typeof task !== 'string' || task === '') return wrong('The task of act must be a text.');
  if (schema !== undefined && !isObject(schema)) return wrong('The schema of act must be a JSON Schema.');
  const [flaw] = schema === undefined ? [] : checkSchema(schema, '', 'output');
  if (flaw !== undefined) return wrong(`The schema of act is not valid: ${flaw.path} ${flaw.message}.`);
  const isCount = Number.isInteger(maxSteps) && (maxSteps as number) > 0;
  if (!isCount) return wrong('maxSteps of act must be a whole number of at least 1.');
  if (deadlineMs !== undefined && !(typeof deadlineMs === 'number' && deadlineMs > 0))
    return wrong('deadlineMs of act must be a number above 0.');
  const latest = until - reserveMs;
  return {
    ...{ task, schema: schema as JsonSchema | undefined, maxSteps: Math.min(maxSteps as number, node.max) },
    until: deadlineMs === undefined ? latest : Math.min(latest, run.now() + (deadlineMs as number)),
  };
}

interface Turn {
  readonly scope: Scope;
  readonly task: Task;
  readonly turn: number;
  readonly history: readonly ShownTurn[];
}

type Made = Outcome | { readonly late: true } | { readonly turn: ShownTurn } | { readonly result: unknown };

async function takeTurn(node: ActNode, { scope, task, turn, history }: Turn): Promise<Made> {
  const path = `${scope.path}[${turn}]`;
  const within: Scope = { ...scope, path, until: task.until, outer: undefined, incomingText: undefined };
  const seen = await callOne(node, 0, node.observeInput, within);
  if (scope.signal.aborted) return cancelled;
  const observation = seen.status === 'succeeded' ? seen.output : { failed: reasonOf(seen) };
  const text = await decided(node, within, { task, observation, history });
  if (!text.ok) return text.error.code === 'deadline_exceeded' ? { late: true } : failed(text.error);
  const decision = readDecision(text.value);
  const invalid = (action: string, reason: string): Made => ({
    turn: { step: turn, action, outcome: 'invalid', reason },
  });
  if (decision === null) return invalid('', 'The answer is not JSON of the form {"action": name, "arguments": {…}}.');
  const { action } = decision;
  if (action === 'done') {
    const problem = problemOf(decision.result, task.schema);
    return problem === null ? { result: decision.result ?? null } : invalid('done', problem);
  }
  const at = node.offers.findIndex((it) => it.name === action);
  if (at === -1)
    return invalid(
      action,
      `There is no action "${action.slice(0, 60)}": ${node.offers.map((it) => it.name).join(', ')}, done.`,
    );
  const given = decision.arguments ?? {};
  if (!isObject(given)) return invalid(action, 'The arguments must be an object.');
  const called = await callOne(node, at + 1, given, within);
  if (scope.signal.aborted) return cancelled;
  const said = { step: turn, action, arguments: given };
  return called.status === 'succeeded'
    ? { turn: { ...said, outcome: 'done', output: textOf(called.output) } }
    : { turn: { ...said, outcome: 'failed', reason: reasonOf(called) } };
}

/** One call of the body, as a plan of its own. */
function callOne(node: ActNode, at: number, incoming: unknown, scope: Scope): Promise<Outcome> {
  const call = node.body.nodes[at];
  if (call === undefined) throw new RangeError('an act has no such call');
  return outcomeOf(planOf({ nodes: [call], forwardsFailures: false, outputs: [0] }), { ...scope, incoming });
}

function decided(
  node: ActNode,
  { run, signal, path, until }: Scope,
  {
    task,
    observation,
    history,
  }: { readonly task: Task; readonly observation: unknown; readonly history: readonly ShownTurn[] },
) {
  const late = new AbortController();
  const stopTimer = run.after(until - run.now(), () => late.abort(deadlineReason));
  const situation = { task: task.task, schema: task.schema, observation, history: shortened(history) };
  return run
    .choose(node, situation, AbortSignal.any([signal, late.signal]), joinIds(path, 'decide'))
    .finally(stopTimer);
}

/** The latest turns, as many as fit. */
function shortened(history: readonly ShownTurn[]): string {
  const lines: string[] = [];
  let left = maxHistory;
  for (const turn of history.toReversed()) {
    const line = JSON.stringify(turn);
    left -= line.length;
    if (left < 0) break;
    lines.unshift(line);
  }
  return lines.join('\n');
}

interface Decision {
  readonly action: string;
  readonly arguments?: unknown;
  readonly result?: unknown;
}

function readDecision(text: string | null): Decision | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
    return isObject(value) && typeof value.action === 'string' ? (value as unknown as Decision) : null;
  } catch {
    return null;
  }
}

/** Why a result does not meet the schema; null when it does. */
function problemOf(result: unknown, schema: JsonSchema | undefined): string | null {
  if (schema === undefined) return null;
  const issues = compileSchema(schema)(result);
  const [first] = issues;
  return first === undefined
    ? null
    : `The result does not meet the schema: ${first.path || '/'} ${first.message}`.slice(0, maxReason);
}

/** Text that a tool gives as it is; the rest as JSON. */
const textOf = (output: unknown): string =>
  (typeof output === 'string' ? output : (JSON.stringify(output) ?? '')).slice(0, maxOutput);

const reasonOf = (outcome: Outcome): string =>
  outcome.status === 'failed' ? outcome.failure.message.slice(0, maxReason) : 'cancelled';
