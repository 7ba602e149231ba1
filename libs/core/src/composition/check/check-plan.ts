import type { JsonSchema } from '../../catalog/json-schema.js';
import { expectedOf } from '../expected.js';
import type { FindTool, KnownTool } from '../known-tool.js';
import type { Node, ParallelNode, Plan, ToolNode } from '../plan.js';
import { plansIn, toolNodes } from '../plans-in.js';
import type { Source } from '../template.js';
import { type Findings, fitTemplate } from './edge-fit.js';
import { typesOf } from './json-types.js';
import { outputSchemaOf, planOutputSchema } from './output-schema.js';

/** Bounds of a composition (SPEC section 12). */
export const compositionBounds = Object.freeze({ steps: 10_000, nesting: 8 });

export interface CheckSettings {
  readonly find: FindTool;
  /** Of the run's input, when it is known. */
  readonly inputSchema: JsonSchema | undefined;
  readonly deadlineMs: number | undefined;
  /** Expected latency of a tool (p95), in ms. */
  readonly expectedMs: (tool: string) => number;
}

/**
 * What can be said of a plan before it runs: whether types fit along every edge, whether branches that may be given up do
 * no harm, whether the critical path fits the deadline, and whether it is small enough. Everything at once.
 */
export function checkPlan(plan: Plan, settings: CheckSettings): Findings {
  const found: Findings = { errors: [], warnings: [] };
  checkEdges(plan, settings.inputSchema, settings, found);
  const steps = countSteps(plan);
  if (steps > compositionBounds.steps)
    found.errors.push({
      path: '',
      message: `it may make ${steps} calls: at most ${compositionBounds.steps} are allowed`,
    });
  const nesting = nestingOf(plan, settings.find);
  if (nesting > compositionBounds.nesting)
    found.errors.push({
      path: '',
      message: `compositions nest ${nesting} deep in it: at most ${compositionBounds.nesting} are allowed`,
    });
  const { whole } = expectedOf(plan, settings.expectedMs);
  if (settings.deadlineMs !== undefined && whole > settings.deadlineMs)
    found.errors.push({
      path: '',
      message: `its longest way is expected to take ${Math.round(whole)} ms, and it has ${settings.deadlineMs} ms`,
    });
  return found;
}

function checkEdges(plan: Plan, incoming: JsonSchema | undefined, settings: CheckSettings, found: Findings): void {
  const { find, inputSchema } = settings;
  const schemaOf = (source: Source): JsonSchema | undefined => {
    if (source === 'input') return inputSchema;
    if (source === 'incoming') return incoming;
    return outputSchemaOf(plan.nodes[source] as Node, find);
  };
  for (const node of plan.nodes) {
    switch (node.kind) {
      case 'tool':
        checkTool(node, { schemaOf, isTool: (source) => plan.nodes[source as number]?.kind === 'tool' }, find, found);
        break;
      case 'branch':
        for (const inner of plansIn(node)) checkEdges(inner, schemaOf(node.from), settings, found);
        break;
      case 'parallel':
        for (const { plan: inner } of node.branches) checkEdges(inner, schemaOf(node.from), settings, found);
        checkLosers(node, find, found);
        break;
      case 'repeat':
        checkEdges(node.body, schemaOf(node.from), settings, found);
        // From the second turn on it is handed what it gave itself.
        if (node.max > 1) checkAgain(node.body, settings, found);
        break;
    }
  }
}

/** What the first turn was told of is not told again. */
function checkAgain(body: Plan, settings: CheckSettings, found: Findings): void {
  const again: Findings = { errors: [], warnings: [] };
  checkEdges(body, planOutputSchema(body, settings.find), settings, again);
  const isNew = (known: Findings['errors']) => (it: Findings['errors'][number]) =>
    !known.some(({ path, message }) => path === it.path && message === it.message);
  found.errors.push(...again.errors.filter(isNew(found.errors)));
  found.warnings.push(...again.warnings.filter(isNew(found.warnings)));
}

interface Before {
  readonly schemaOf: (source: Source) => JsonSchema | undefined;
  /** A tool that declares no output gives text; of what other nodes give, nothing may be known. */
  readonly isTool: (source: Source) => boolean;
}

function checkTool(
  { input, inputPlace, place, tool }: ToolNode,
  { schemaOf, isTool }: Before,
  find: FindTool,
  found: Findings,
): void {
  const receiving = find(tool);
  if (!receiving.ok) return;
  const schema = receiving.value.manifest.inputSchema;
  if (input.kind === 'template') {
    fitTemplate(input.template, schema, { schemaOf, missing: input.missing, place: inputPlace }, found);
    return;
  }
  if (input.adapter !== null || input.from === 'input') return;
  const given = schemaOf(input.from);
  const types = given === undefined ? undefined : typesOf({ schema: given, root: given });
  const mayBeText = types === undefined || [...types].some((type) => type !== 'object');
  if (mayBeText && input.textInto === null) {
    const message = 'is handed a text, and the tool has no property for one: the step before needs an adapter';
    const isCertain = types === undefined ? isTool(input.from) : !types.has('object');
    (isCertain ? found.errors : found.warnings).push({ path: place, message });
  }
  if (given === undefined || types?.has('object') !== true) return;
  const template = { kind: 'reference', reference: { source: input.from, path: [] } } as const;
  const findings: Findings = { errors: [], warnings: [] };
  fitTemplate(template, schema, { schemaOf, missing: 'omit', place }, findings);
  const certain = !mayBeText;
  (certain ? found.errors : found.warnings).push(...findings.errors);
  found.warnings.push(...findings.warnings);
}

/** A branch may be given up after it took effect, where not all are needed: it only reads, or can be undone. */
function checkLosers({ branches, join, place }: ParallelNode, find: FindTool, found: Findings): void {
  if (join.kind === 'all') return;
  for (const { name, plan } of branches) {
    for (const [node, tool] of toolsIn(plan, find)) {
      if (isHarmless(tool)) continue;
      const message = `${tool.manifest.name} may have an effect that cannot be undone, and the join (${join.kind}) may give its branch "${name}" up`;
      found.errors.push({ path: node.place || place, message });
    }
  }
}

const isHarmless = ({ manifest: { annotations, compensation } }: KnownTool): boolean =>
  annotations?.readOnlyHint === true || (compensation !== undefined && compensation.class !== 'irreversible');

function* toolsIn(plan: Plan, find: FindTool): Generator<[ToolNode, KnownTool]> {
  for (const node of toolNodes(plan)) {
    const found = find(node.tool);
    if (found.ok) yield [node, found.value];
  }
}

/** Calls a run may make at most. */
export function countSteps(plan: Plan): number {
  return plan.nodes.reduce((sum, node) => sum + stepsOf(node), 0);
}

function stepsOf(node: Node): number {
  if (node.kind === 'tool') return 1;
  const inner = plansIn(node).map(countSteps);
  if (node.kind === 'branch') return Math.max(0, ...inner);
  const sum = inner.reduce((total, steps) => total + steps, 0);
  return node.kind === 'repeat' ? node.max * sum : sum;
}

/** This composition and those within it. */
export function nestingOf(plan: Plan, find: FindTool): number {
  let deepest = 0;
  for (const [, tool] of toolsIn(plan, find)) deepest = Math.max(deepest, tool.nesting);
  return deepest + 1;
}
