import type { Issue } from '@assay/contracts';
import type { JsonSchema } from '../../catalog/json-schema.js';
import type { Clock } from '../../kernel/clock.js';
import { splitName } from '../../kernel/qualified-name.js';
import { compileReshape, type Reshape } from '../../kernel/reshape.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { FindTool, KnownTool } from '../known-tool.js';
import { type Plan, planOf, type ToolNode } from '../plan.js';
import { textPlaceOf } from '../text-place.js';

/** A tool pipeline as documents 000 and 001 have it. */
export interface ToolPipeline {
  readonly name?: string;
  readonly description?: string;
  readonly errorStrategy?: 'FAIL_FAST' | 'CONTINUE_ON_FAILURE';
  readonly steps: readonly PipelineStep[];
}

export interface PipelineStep {
  readonly tool: string;
  /** JSONata over `{output, structured, text}` of this step; makes the next step's input. Not asked of the last step. */
  readonly adapter?: string;
}

/** A pipeline that was read, as the one tool that it is. */
export interface ReadPipeline {
  readonly plan: Plan;
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema | undefined;
  readonly warnings: readonly string[];
}

/** Reads a pipeline, or tells every problem at once, each with its place. `clock` bounds its adapters in time. */
export function readPipeline(
  pipeline: ToolPipeline,
  find: FindTool,
  clock: Pick<Clock, 'monotonic'>,
): Result<ReadPipeline, Issue[]> {
  const { steps, errorStrategy = 'FAIL_FAST' } = pipeline;
  const issues: Issue[] = steps.length === 0 ? [{ path: '/steps', message: 'has no step' }] : [];
  const tools = steps.map(({ tool }, at) => {
    const found = find(tool);
    if (!found.ok) issues.push({ path: `/steps/${at}/tool`, message: found.error.message });
    return found.ok ? found.value : undefined;
  });
  const adapters = steps.map(({ adapter }, at) => readAdapter(adapter, at, clock, issues));
  const nodes = steps.map(({ tool }, at): ToolNode => {
    const receiving = tools[at];
    const textInto = receiving === undefined ? null : textPlaceOf(receiving.manifest.inputSchema);
    const before = at === 0 ? [] : [at - 1];
    const adapter = adapters[at - 1] ?? null;
    const input = { kind: 'handed', from: at === 0 ? 'input' : at - 1, adapter, textInto } as const;
    return {
      kind: 'tool',
      id: `step ${at}`,
      place: `/steps/${at}`,
      tool,
      needs: before,
      input,
      inputPlace: `/steps/${at}`,
    };
  });
  if (issues.length > 0) return err(issues);
  const forwardsFailures = errorStrategy === 'CONTINUE_ON_FAILURE';
  const known = tools as KnownTool[];
  return ok({
    plan: planOf({ nodes, forwardsFailures, outputs: [nodes.length - 1] }),
    ...namesOf(pipeline, known),
    inputSchema: (known[0] as KnownTool).manifest.inputSchema,
    outputSchema: known.at(-1)?.manifest.outputSchema,
    warnings: forwardsFailures ? warningsOf(known) : [],
  });
}

/** The last step's adapter would make nobody's input: it is read all the same, so that its mistakes are told. */
function readAdapter(
  adapter: string | undefined,
  at: number,
  clock: Pick<Clock, 'monotonic'>,
  issues: Issue[],
): Reshape | null {
  if (adapter === undefined) return null;
  const read = compileReshape(adapter, clock);
  if (read.ok) return read.value;
  issues.push({ path: `/steps/${at}/adapter`, message: read.error.message });
  return null;
}

function namesOf({ name, description }: ToolPipeline, tools: readonly KnownTool[]) {
  const local = tools.map((it) => splitName(it.manifest.name)[1]);
  return { name: name ?? local.join('_then_'), description: description ?? `Pipeline: ${local.join(' -> ')}` };
}

/** What acts in the world should not act on an error message. */
const warningsOf = (tools: readonly KnownTool[]): string[] =>
  tools.flatMap(({ manifest }, at) =>
    at > 0 && manifest.annotations?.readOnlyHint !== true
      ? [
          `/steps/${at}: ${manifest.name} may have effects, and is called with the error message when the step before it fails`,
        ]
      : [],
  );
