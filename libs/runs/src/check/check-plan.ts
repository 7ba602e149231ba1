import type { JsonSchema } from '@assay/json-schema';
import { runAtOnce, type Sliced } from '@assay/kernel';
import { maxElements } from '../elements.js';
import { expectedOf } from '../expected.js';
import { needsEvery } from '../join.js';
import type { FindTool } from '../known-tool.js';
import type { Node, ParallelNode, Plan } from '../plan.js';
import { plansIn, toolNodes } from '../plans-in.js';
import { EdgeCheck } from './check-edges.js';
import { nothingFound } from './edge-fit.js';
import type { Findings } from './findings.js';
import { canBeUndone, irreversibleOrder } from './irreversible.js';

/** Bounds of a composition (SPEC section 12). */
export const compositionBounds = Object.freeze({ steps: 10_000, nesting: 8 });

export interface CheckSettings {
  readonly find: FindTool;
  /** Of the run's input, when it is known. */
  readonly inputSchema: JsonSchema | undefined;
  /** The run's input itself, when it is known. */
  readonly input?: unknown;
  readonly deadlineMs: number | undefined;
  /** Expected latency of a tool (p95), in ms. */
  readonly expectedMs: (tool: string) => number;
}

/**
 * What can be said of a plan before it runs: whether types fit along every edge, whether branches that may be given up do
 * no harm, whether what cannot be undone comes last, whether the critical path fits the deadline, and whether it is small
 * enough. Everything at once, and each thing once.
 */
export function* checkingPlan(plan: Plan, settings: CheckSettings): Sliced<Findings> {
  const found = nothingFound();
  const { find, deadlineMs } = settings;
  yield* new EdgeCheck(settings, found).checking(plan);
  for (const node of parallelNodes(plan)) {
    checkLosers(node, find, found);
    yield;
  }
  found.warnings.push(...irreversibleOrder(plan, find));
  yield;
  const whole = (message: string) => found.errors.push({ path: '', message });
  const steps = countCalls(plan, find);
  if (steps > compositionBounds.steps)
    whole(`it may make ${steps} calls: at most ${compositionBounds.steps} are allowed`);
  const nesting = nestingOf(plan, find);
  if (nesting > compositionBounds.nesting)
    whole(`compositions nest ${nesting} deep in it: at most ${compositionBounds.nesting} are allowed`);
  yield;
  const expected = expectedOf(plan, settings.expectedMs).whole;
  if (deadlineMs !== undefined && expected > deadlineMs)
    whole(`its longest way is expected to take ${Math.round(expected)} ms, and it has ${deadlineMs} ms`);
  yield;
  return { errors: once(found.errors), warnings: once(found.warnings) };
}

/** As above, without a break. */
export const checkPlan = (plan: Plan, settings: CheckSettings): Findings => runAtOnce(checkingPlan(plan, settings));

/** A plan in a loop is looked at for its first turn and for the later ones, and says the same again. */
function once(issues: Findings['errors']): Findings['errors'] {
  const known = new Set<string>();
  return issues.filter(({ path, message }) => {
    const key = `${path} ${message}`;
    return !known.has(key) && known.add(key);
  });
}

function* parallelNodes(plan: Plan): Generator<ParallelNode> {
  for (const node of plan.nodes) {
    if (node.kind === 'parallel') yield node;
    if (node.kind !== 'tool') for (const inner of plansIn(node)) yield* parallelNodes(inner);
  }
}

/** A branch may be given up after it took effect, where not all are needed: it only reads, or can be undone. */
function checkLosers({ branches, join, place }: ParallelNode, find: FindTool, found: Findings): void {
  if (needsEvery(join)) return;
  for (const { name, plan } of branches) {
    for (const node of toolNodes(plan)) {
      const tool = find(node.tool);
      if (!tool.ok || canBeUndone(tool.value)) continue;
      const message = `${tool.value.manifest.name} may have an irreversible effect, and the join (${join.kind}) may cancel its branch "${name}"`;
      found.errors.push({ path: node.place || place, message });
    }
  }
}

/** Calls a run may make at most, those of the compositions among its tools included. */
const countCalls = (plan: Plan, find: FindTool): number =>
  sumOver(plan, (tool) => {
    const found = find(tool);
    return found.ok ? (found.value.calls ?? 1) : 1;
  });

/** Steps a run may make at most. */
export const countSteps = (plan: Plan): number => sumOver(plan, () => 1);

function sumOver(plan: Plan, ofTool: (tool: string) => number): number {
  return plan.nodes.reduce((sum, node) => sum + sumIn(node, ofTool), 0);
}

function sumIn(node: Node, ofTool: (tool: string) => number): number {
  if (node.kind === 'tool') return ofTool(node.tool);
  if (node.kind === 'ask') return 1;
  const inner = plansIn(node).map((plan) => sumOver(plan, ofTool));
  if (node.kind === 'branch') return Math.max(0, ...inner);
  const sum = inner.reduce((total, steps) => total + steps, 0);
  if (node.kind === 'act') return node.max * 2;
  if (node.kind === 'each') return maxElements(node) * sum;
  return node.kind === 'repeat' ? node.max * sum : sum;
}

/** This composition and those within it. */
function nestingOf(plan: Plan, find: FindTool): number {
  let nesting = 0;
  for (const { tool } of toolNodes(plan)) {
    const found = find(tool);
    if (found.ok) nesting = Math.max(nesting, found.value.nesting);
  }
  return nesting + 1;
}
