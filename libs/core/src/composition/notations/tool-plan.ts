import type { Issue } from '@assay/contracts';
import { err, ok, type Result } from '../../kernel/result.js';
import { wavesOf } from '../graph.js';
import type { FindTool } from '../known-tool.js';
import { type Plan, planOf, type ToolNode } from '../plan.js';
import { type Reference, readTemplate, referencesIn, type Source, type Template } from '../template.js';

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

/** Reads a plan, or tells every problem at once, each with its place. */
export function readToolPlan({ steps, output_steps: outputs }: ToolPlan, find: FindTool): Result<Plan, Issue[]> {
  const positions = new Map<string, number>();
  const issues: Issue[] = [];
  for (const [at, { id }] of steps.entries()) {
    if (positions.has(id)) issues.push({ path: `/steps/${at}/id`, message: `another step is called ${id}, too` });
    else positions.set(id, at);
  }
  const nodes = steps.map((step, at) => readStep(step, at, { positions, find, issues }));
  for (const [at, id] of (outputs ?? []).entries())
    if (!positions.has(id)) issues.push({ path: `/output_steps/${at}`, message: `no step is called ${id}` });
  const { circular } = wavesOf(nodes.map((it) => it.needs));
  for (const at of circular)
    issues.push({ path: `/steps/${at}`, message: `needs itself, through ${circularWords(circular, steps)}` });
  if (issues.length > 0) return err(issues);
  const returned = outputs === undefined ? steps.map((_, at) => at) : outputs.map((id) => positions.get(id) as number);
  return ok(planOf({ nodes, forwardsFailures: false, outputs: [...new Set(returned)] }));
}

interface Reading {
  readonly positions: ReadonlyMap<string, number>;
  readonly find: FindTool;
  readonly issues: Issue[];
}

function readStep(step: ToolPlanStep, at: number, { positions, find, issues }: Reading): ToolNode {
  const place = `/steps/${at}`;
  const tell = (path: string, message: string): void => void issues.push({ path, message });
  if (localName(step.tool) === planTool)
    tell(`${place}/tool`, `a plan runs no other plan: name its steps here instead`);
  else {
    const found = find(step.tool);
    if (!found.ok) tell(`${place}/tool`, found.error.message);
  }
  const positionOf = (id: string, path: string): number | undefined => {
    const found = positions.get(id);
    if (found === undefined) tell(path, `no step is called ${id}`);
    return found;
  };
  const template = readArguments(step.arguments, `${place}/arguments`, positionOf, tell);
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
  tell: (path: string, message: string) => void,
): Template {
  const read = typeof given === 'string' ? parsed(given) : given;
  if (typeof read !== 'object' || read === null || Array.isArray(read)) {
    tell(place, typeof given === 'string' ? 'is a text that is not a JSON object' : 'is not an object');
    return nothing;
  }
  return readTemplate(read, (text, within) => readReference(text, (id) => positionOf(id, place + within)));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
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
