import type { Issue, StepSettings } from '@assay/contracts';
import type { JsonSchema } from '@assay/json-schema';
import {
  type Clock,
  compileReshape,
  fail,
  type Reshape,
  type Result,
  runAtOnce,
  type Sliced,
  splitName,
  splitReference,
} from '@assay/kernel';
import type { FindTool, KnownTool } from '../known-tool.js';
import { deepFrozen, type Plan, planOf, type ToolNode } from '../plan.js';
import { referencesIn, type Template } from '../template.js';
import { textPlaceOf } from '../text-place.js';
import { type Draft, Problems, settled } from './draft.js';
import { inOrder, readInput, settingsOf } from './read-input.js';

/** A tool pipeline as documents 000 and 001 have it. */
export interface ToolPipeline {
  readonly name?: string;
  readonly description?: string;
  readonly errorStrategy?: 'FAIL_FAST' | 'CONTINUE_ON_FAILURE';
  readonly steps: readonly PipelineStep[];
}

export interface PipelineStep extends StepSettings {
  readonly tool: string;
  /** Added to what the step before hands on. */
  readonly arguments?: Readonly<Record<string, unknown>>;
  /** JSONata over `{output, structured, text}` of this step; makes the next step's input. Not asked of the last step. */
  readonly adapter?: string;
}

/** A pipeline that was read, as the one tool that it is. */
export interface ReadPipeline {
  readonly plan: Plan;
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema | undefined;
  readonly outputSchema: JsonSchema | undefined;
  readonly warnings: readonly Issue[];
}

/** Reads a pipeline, or tells every problem at once, each with its place. `clock` bounds its adapters in time. */
export const readPipeline = (
  pipeline: ToolPipeline,
  find: FindTool,
  clock: Pick<Clock, 'monotonic'>,
): Result<ReadPipeline, Issue[]> => settled(runAtOnce(draftingPipeline(pipeline, find, clock)));

/** Reads as much of a pipeline as can be read, a step at a time. */
export function* draftingPipeline(
  pipeline: ToolPipeline,
  find: FindTool,
  clock: Pick<Clock, 'monotonic'>,
): Sliced<Draft<ReadPipeline>> {
  const { steps, errorStrategy = 'FAIL_FAST' } = pipeline;
  if (steps.length === 0) return { value: null, issues: [{ path: '/steps', message: 'has no step' }] };
  const problems = new Problems();
  const tools = steps.map(({ tool }, at) => {
    const found = find(tool);
    if (!found.ok) problems.tell(`/steps/${at}/tool`, found.error.message);
    return found.ok ? found.value : undefined;
  });
  const nodes: ToolNode[] = [];
  for (const [at, step] of steps.entries()) {
    const reshape = readAdapter(step.adapter, at, clock, problems);
    // The last step's has no consumer: it is read nevertheless, so that its mistakes are reported.
    const adapter = at === steps.length - 1 ? undefined : reshape;
    nodes.push(deepFrozen(nodeOf(step, at, { receiving: tools[at], adapter, clock, problems })));
    yield;
  }
  const forwardsFailures = errorStrategy === 'CONTINUE_ON_FAILURE';
  const value: ReadPipeline = {
    plan: planOf({ nodes, forwardsFailures, outputs: [nodes.length - 1] }),
    ...namesOf(pipeline),
    inputSchema: tools[0]?.manifest.inputSchema,
    outputSchema: tools.at(-1)?.manifest.outputSchema,
    warnings: forwardsFailures ? warningsOf(tools) : [],
  };
  return { value, issues: problems.issues };
}

interface NodeParts {
  readonly receiving: KnownTool | undefined;
  readonly adapter: Reshape | undefined;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly problems: Problems;
}

function nodeOf(step: PipelineStep, at: number, { receiving, adapter, clock, problems }: NodeParts): ToolNode {
  const place = `/steps/${at}`;
  const given = step.arguments ?? {};
  const fixed = readInput(given, `${place}/arguments`, {
    reference: () => undefined,
    expressions: inOrder(at, clock, { before: 'input' }),
    missing: 'omit',
    problems,
  });
  const names = Object.keys(given);
  const textInto = receiving === undefined ? null : textPlaceOf(receiving.manifest.inputSchema, names);
  const from = at === 0 ? 'input' : at - 1;
  const { template, expressions = [] } = fixed;
  const added = names.length > 0 && { fixed: { template, expressions } };
  return {
    kind: 'tool',
    id: `step ${at}`,
    place,
    tool: step.tool,
    needs: at === 0 ? [] : Array.from(new Set([at - 1, ...usedBy(template)])),
    input: { kind: 'handed', from, textInto, ...added },
    inputPlace: place,
    ...(adapter !== undefined && { adapter }),
    ...settingsOf(step),
  };
}

const usedBy = (template: Template): readonly number[] =>
  referencesIn(template).flatMap(({ source }) => (typeof source === 'number' ? [source] : []));

/** Stands where there is an adapter that cannot be read, of whose result nothing is known. */
const unreadable: Reshape = { apply: async () => fail('invalid_input', 'It cannot be parsed.'), syntax: {} };

function readAdapter(
  adapter: string | undefined,
  at: number,
  clock: Pick<Clock, 'monotonic'>,
  problems: Problems,
): Reshape | undefined {
  if (adapter === undefined) return undefined;
  const read = compileReshape(adapter, clock);
  if (read.ok) return read.value;
  problems.tell(`/steps/${at}/adapter`, read.error.message);
  return unreadable;
}

/** As long as the names of tools, and descriptions of pipelines, may be. */
const longest = { name: 128, description: 4_000 } as const;

/** `a_then_b` and `Pipeline: a -> b`; of too many steps for that, the first and the last, and how many stand between. */
function namesOf({ name, description, steps }: ToolPipeline) {
  const local = steps.map(({ tool }) => localNameOf(tool));
  const shortened = [local[0] as string, `${local.length - 2}_more`, local.at(-1) as string];
  const fitting = (all: string, joint: string, limit: number) =>
    all.length <= limit ? all : shortened.join(joint).slice(0, limit);
  return {
    name: name ?? fitting(local.join('_then_'), '_then_', longest.name),
    description: description ?? `Pipeline: ${fitting(local.join(' -> '), ' -> ', longest.description - 10)}`,
  };
}

const localNameOf = (reference: string): string => splitName(splitReference(reference)[0])[1];

/** What acts in the world should not act on an error message. */
const warningsOf = (tools: readonly (KnownTool | undefined)[]): Issue[] =>
  tools.flatMap((tool, at) =>
    at > 0 && tool !== undefined && tool.manifest.annotations?.readOnlyHint !== true
      ? [
          {
            path: `/steps/${at}`,
            message: `${tool.manifest.name} may have effects, and receives the error message if the previous step fails`,
          },
        ]
      : [],
  );
