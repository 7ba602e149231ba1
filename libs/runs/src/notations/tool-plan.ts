import type { AskBody, EachBody, Issue, StepSettings } from '@assay/contracts';
import { type Clock, deeperThan, type Result, runAtOnce, type Sliced } from '@assay/kernel';
import { untimed } from '../expression.js';
import { wavesOf } from '../graph.js';
import type { FindTool } from '../known-tool.js';
import { deepFrozen, type Node, type Plan, planOf, type ToolNode } from '../plan.js';
import { type Reference, referencesIn, type Source } from '../template.js';
import { type Draft, Problems, settled } from './draft.js';
import { askNode, eachNode } from './each-and-ask.js';
import { type ReadInput, readInput, settingsOf, type TemplateRule } from './read-input.js';

/** A tool plan as document 002 has it. */
export interface ToolPlan {
  readonly steps: readonly ToolPlanStep[];
  /** All when absent. */
  readonly output_steps?: readonly string[];
}

/** A step calls a tool, or asks a person. */
export interface ToolPlanStep extends StepSettings {
  readonly id: string;
  readonly tool?: string;
  /** An object, or one as JSON. */
  readonly arguments?: Readonly<Record<string, unknown>> | string;
  /** Same as `arguments`. */
  readonly input?: Readonly<Record<string, unknown>>;
  readonly each?: EachBody;
  readonly ask?: AskBody;
  /** Steps that have to be done before, though nothing of theirs is used. */
  readonly after?: readonly string[];
}

/** A plan runs no plan within it: it would have no end that could be seen beforehand. */
const planTool = 'execute_tool_plan';

const wholeReference = /^\$ref:([A-Za-z0-9_-]+)((?:\.[^.]+)*)$/;

/** Arguments that are a text may nest so deep; those of a body are bounded where it arrives. */
const maxLevels = 64;

/** Reads a plan, or tells every problem at once, each with its place. */
export const readToolPlan = (
  plan: ToolPlan,
  find: FindTool,
  clock: Pick<Clock, 'monotonic'> = untimed,
): Result<Plan, Issue[]> => settled(runAtOnce(draftingToolPlan(plan, find, clock)));

/** Reads as much of a plan as can be read, a step at a time. `clock` bounds its expressions in time. */
export function* draftingToolPlan(
  { steps, output_steps: outputs }: ToolPlan,
  find: FindTool,
  clock: Pick<Clock, 'monotonic'> = untimed,
): Sliced<Draft<Plan>> {
  const positions = new Map<string, number>();
  const problems = new Problems();
  for (const [at, { id }] of steps.entries()) {
    if (positions.has(id)) problems.tell(`/steps/${at}/id`, `duplicate step id "${id}"`);
    else positions.set(id, at);
  }
  const nodes: Node[] = [];
  for (const [at, step] of steps.entries()) {
    nodes.push(deepFrozen(readStep(step, at, { positions, find, clock, problems })));
    yield;
  }
  for (const [at, id] of (outputs ?? []).entries())
    if (!positions.has(id)) problems.tell(`/output_steps/${at}`, `no step is called ${id}`);
  const { circular } = wavesOf(nodes.map((it) => it.needs));
  yield;
  for (const at of circular) problems.tell(`/steps/${at}`, `circular dependency: ${circularWords(circular, steps)}`);
  const returned = outputs === undefined ? steps.map((_, at) => at) : outputs.flatMap((id) => positions.get(id) ?? []);
  const value = planOf({
    nodes: withoutCircles(nodes, new Set(circular)),
    forwardsFailures: false,
    outputs: [...new Set(returned)],
  });
  return { value, issues: problems.issues };
}

/** So that the steps outside circles can be checked, too. */
const withoutCircles = (nodes: readonly Node[], circular: ReadonlySet<number>): readonly Node[] =>
  nodes.map((node, at) =>
    circular.has(at) ? { ...node, needs: node.needs.filter((need) => !circular.has(need)) } : node,
  );

interface Reading {
  readonly positions: ReadonlyMap<string, number>;
  readonly find: FindTool;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly problems: Problems;
}

function readStep(step: ToolPlanStep, at: number, { positions, find, clock, problems }: Reading): Node {
  const place = `/steps/${at}`;
  const positionOf = (id: string, path: string): number | undefined => {
    const found = positions.get(id);
    if (found === undefined) problems.tell(path, `no step is called ${id}`);
    return found;
  };
  const reading = (within: string): ReadInput => ({
    reference: (text, path) => readReference(text, (id) => positionOf(id, `${place}${within}${path}`)),
    expressions: { clock, all: undefined, prev: undefined, sourceOf: (name) => positions.get(name) },
    missing: 'null',
    problems,
  });
  const base = (...rules: readonly TemplateRule[]) => {
    const after = (step.after ?? []).flatMap((id, index) => positionOf(id, `${place}/after/${index}`) ?? []);
    return { id: step.id, place, needs: needsOf(rules, after) };
  };
  if (step.ask !== undefined) {
    const input = readInput({ question: step.ask.question }, `${place}/ask`, reading('/ask'));
    return { ...base(input), ...askNode(step.ask, input, `${place}/ask`, problems) };
  }
  checkTool(step.tool ?? '', place, find, problems);
  const member = step.arguments === undefined && step.input !== undefined ? '/input' : '/arguments';
  const input = readArguments(step.arguments ?? step.input ?? {}, `${place}${member}`, reading(member), problems);
  const call: Omit<ToolNode, 'id' | 'needs'> = {
    kind: 'tool',
    place,
    tool: step.tool ?? '',
    input,
    inputPlace: `${place}${member}`,
    ...settingsOf(step),
  };
  if (step.each === undefined) return { ...call, ...base(input) };
  const list = readInput(step.each.in, `${place}/each/in`, reading('/each/in'));
  const body = planOf({
    nodes: [{ ...call, id: step.id, segment: '', needs: [] }],
    forwardsFailures: false,
    outputs: [0],
  });
  return { ...base(list, input), ...eachNode(step.each, list, { body, inPlace: `${place}/each/in`, isStep: true }) };
}

const needsOf = (rules: readonly TemplateRule[], after: readonly number[]): readonly number[] => {
  const used = rules.flatMap(({ template }) => referencesIn(template).map(({ source }) => source as number));
  return [...new Set([...used, ...after])];
};

function checkTool(tool: string, place: string, find: FindTool, problems: Problems): void {
  if (localName(tool) === planTool) {
    problems.tell(`${place}/tool`, 'runs plans and cannot be a step of one: list its steps here instead');
    return;
  }
  const found = find(tool);
  if (!found.ok) problems.tell(`${place}/tool`, found.error.message);
}

const nothing: TemplateRule = { kind: 'template', template: { kind: 'literal', value: {} }, missing: 'null' };

function readArguments(
  given: Readonly<Record<string, unknown>> | string,
  place: string,
  reading: ReadInput,
  problems: Problems,
): TemplateRule {
  const read = typeof given === 'string' ? parsed(given) : { value: given as unknown };
  if ('why' in read) {
    problems.tell(place, `is a text that is not JSON: ${read.why}`);
    return nothing;
  }
  const { value } = read;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    problems.tell(place, typeof given === 'string' ? 'is a text that is not a JSON object' : 'is not an object');
    return nothing;
  }
  if (deeperThan(value, maxLevels)) {
    problems.tell(place, `is nested deeper than ${maxLevels} levels`);
    return nothing;
  }
  return readInput(value, place, reading);
}

function parsed(text: string): { readonly value: unknown } | { readonly why: string } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (cause) {
    return { why: (cause as Error).message.slice(0, 200) };
  }
}

/** `$ref:name` or `$ref:name.path`, where the name leads somewhere. */
export function readReference(text: string, sourceOf: (name: string) => Source | undefined): Reference | undefined {
  const match = wholeReference.exec(text);
  if (match === null) return undefined;
  const source = sourceOf(match[1] as string);
  return source === undefined ? undefined : { source, path: (match[2] as string).split('.').slice(1) };
}

const localName = (reference: string): string => (reference.split('@', 1)[0] as string).split('/').at(-1) as string;

const circularWords = (circular: readonly number[], steps: readonly ToolPlanStep[]): string =>
  circular
    .slice(0, 10)
    .map((at) => steps[at]?.id)
    .join(', ');
