import type { Issue } from '@assay/contracts';
import { deeperThan, type Result } from '@assay/kernel';
import { wavesOf } from '../graph.js';
import type { FindTool } from '../known-tool.js';
import { type Plan, planOf, type ToolNode } from '../plan.js';
import { type Reference, readTemplate, referencesIn, type Source, type Template } from '../template.js';
import { type Draft, Problems, settled } from './draft.js';

/** A tool plan as document 002 has it. */
export interface ToolPlan {
  readonly steps: readonly ToolPlanStep[];
  /** All when absent. */
  readonly output_steps?: readonly string[];
}

export interface ToolPlanStep {
  readonly id: string;
  readonly tool: string;
  /** An object, or one as JSON. */
  readonly arguments: Readonly<Record<string, unknown>> | string;
  /** Steps that have to be done before, though nothing of theirs is used. */
  readonly after?: readonly string[];
}

/** A plan runs no plan within it: it would have no end that could be seen beforehand. */
const planTool = 'execute_tool_plan';

const wholeReference = /^\$ref:([A-Za-z0-9_-]+)((?:\.[^.]+)*)$/;

/** Arguments that are a text may nest so deep; those of a body are bounded where it arrives. */
const maxLevels = 64;

/** Reads a plan, or tells every problem at once, each with its place. */
export const readToolPlan = (plan: ToolPlan, find: FindTool): Result<Plan, Issue[]> =>
  settled(draftToolPlan(plan, find));

/** Reads as much of a plan as can be read. */
export function draftToolPlan({ steps, output_steps: outputs }: ToolPlan, find: FindTool): Draft<Plan> {
  const positions = new Map<string, number>();
  const problems = new Problems();
  for (const [at, { id }] of steps.entries()) {
    if (positions.has(id)) problems.tell(`/steps/${at}/id`, `duplicate step id "${id}"`);
    else positions.set(id, at);
  }
  const nodes = steps.map((step, at) => readStep(step, at, { positions, find, problems }));
  for (const [at, id] of (outputs ?? []).entries())
    if (!positions.has(id)) problems.tell(`/output_steps/${at}`, `no step is called ${id}`);
  const { circular } = wavesOf(nodes.map((it) => it.needs));
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
const withoutCircles = (nodes: readonly ToolNode[], circular: ReadonlySet<number>): readonly ToolNode[] =>
  nodes.map((node, at) =>
    circular.has(at) ? { ...node, needs: node.needs.filter((need) => !circular.has(need)) } : node,
  );

interface Reading {
  readonly positions: ReadonlyMap<string, number>;
  readonly find: FindTool;
  readonly problems: Problems;
}

function readStep(step: ToolPlanStep, at: number, { positions, find, problems }: Reading): ToolNode {
  const place = `/steps/${at}`;
  if (localName(step.tool) === planTool)
    problems.tell(`${place}/tool`, 'runs plans and cannot be a step of one: list its steps here instead');
  else {
    const found = find(step.tool);
    if (!found.ok) problems.tell(`${place}/tool`, found.error.message);
  }
  const positionOf = (id: string, path: string): number | undefined => {
    const found = positions.get(id);
    if (found === undefined) problems.tell(path, `no step is called ${id}`);
    return found;
  };
  const template = readArguments(step.arguments, `${place}/arguments`, positionOf, problems);
  const needs = new Set(referencesIn(template).map(({ source }) => source as number));
  for (const [index, id] of (step.after ?? []).entries()) {
    const found = positionOf(id, `${place}/after/${index}`);
    if (found !== undefined) needs.add(found);
  }
  const input = { kind: 'template', template, missing: 'null' } as const;
  return {
    kind: 'tool',
    id: step.id,
    place,
    tool: step.tool,
    needs: [...needs],
    input,
    inputPlace: `${place}/arguments`,
  };
}

const nothing: Template = { kind: 'literal', value: {} };

function readArguments(
  given: ToolPlanStep['arguments'],
  place: string,
  positionOf: (id: string, path: string) => number | undefined,
  problems: Problems,
): Template {
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
  return readTemplate(value, (text, within) => readReference(text, (id) => positionOf(id, place + within)));
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
