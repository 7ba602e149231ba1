import { type RunEventView, type RunView, sessionNameSchema, toolPlanSchema } from '@assay/contracts';
import type { OutputPorts, ToolProgress } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import type { Clock } from '@assay/kernel';
import type { RunCompositions, ShowRuns } from '@assay/runs';
import { z } from 'zod';
import { requireScope } from '../../edges/caller-guard.js';
import { callWarnings, outputText, whereWhole } from '../../edges/mcp/call-result.js';
import {
  type Answer,
  type CallToolResult,
  defineTool,
  type GatewayTool,
  type GatewayTools,
  resultOf,
} from '../../edges/mcp/gateway-tool.js';
import type { McpCall } from '../../edges/mcp/mcp-call.js';
import { withPointers } from './plan-outputs.js';

/** As `plan` in the body of a run; its steps may not name this tool. */
const executePlanSchema = toolPlanSchema.extend({
  session: sessionNameSchema.optional().describe("Counts the calls' tokens to this session"),
});
const showRunSchema = z.strictObject({ id: z.uuid().describe('Of the run') });

export interface PlanToolsPorts {
  readonly runs: Pick<RunCompositions, 'execute'>;
  readonly shown: Pick<ShowRuns, 'show'>;
  readonly outputs: OutputPorts;
  readonly clock: Pick<Clock, 'now'>;
}

/** `execute_tool_plan` and `show_run`. */
export class PlanTools implements GatewayTools {
  readonly tools: readonly GatewayTool[];

  constructor(ports: PlanToolsPorts) {
    this.tools = [
      {
        definition: defineTool(
          'execute_tool_plan',
          'Run a plan of tool calls',
          'Make several calls in one request. Each step names a tool of the registry (namespace/tool) and its arguments; "$ref:step" or "$ref:step.field" in them refers to an earlier step\'s output. Independent steps run concurrently; a step is skipped if a step it needs failed. Give output_steps to return only those outputs.',
          executePlanSchema,
          { openWorldHint: true },
        ),
        schema: executePlanSchema,
        run: async (input: z.infer<typeof executePlanSchema>, call) => resultOf(await executePlan(ports, input, call)),
      },
      {
        definition: defineTool(
          'show_run',
          'Look at a run again',
          'Show the status of a plan run: one that is waiting for a person, or has ended since.',
          showRunSchema,
          { readOnlyHint: true, openWorldHint: false },
        ),
        schema: showRunSchema,
        run: async (input: z.infer<typeof showRunSchema>, call) => resultOf(await showRun(ports, input, call)),
      },
    ];
  }
}

/** Runs a plan while its client waits; ended steps are reported as progress. */
async function executePlan(
  ports: PlanToolsPorts,
  { session, ...plan }: z.infer<typeof executePlanSchema>,
  { caller, traceId, baggage, signal, progress }: McpCall,
): Promise<Answer> {
  requireScope(caller, 'tools:call');
  const hear = planProgress(plan.steps.length, (told) => progress?.(told));
  const listener = ({ event }: { readonly event: RunEventView }) => hear(event);
  const run = await ports.runs.execute(
    caller,
    { plan, ...(session !== undefined && { session }) },
    { traceId, baggage, signal, listener },
  );
  return run.ok ? shown(run.value, ports, caller) : { failure: run.error };
}

/**
 * Ended steps out of all. A step that starts to wait for a person is reported too, with the place of the decision:
 * since progress always grows, it advances half of the way to the next step's end.
 */
export function planProgress(total: number, tell: (progress: ToolProgress) => void): (event: RunEventView) => void {
  const ended = new Set<string>();
  let progress = 0;
  return (event) => {
    if (event.kind !== 'step' || event.step.status === 'running') return;
    const { id, status, waitsFor } = event.step;
    if (ended.has(id)) return;
    if (status !== 'awaiting_approval') ended.add(id);
    progress = status === 'awaiting_approval' ? (progress + ended.size + 1) / 2 : ended.size;
    const where = waitsFor === undefined ? '' : `, decided at ${waitsFor.url}`;
    tell({ progress, total, message: `${id}: ${status}${where}` });
  };
}

/** A run as it stands. */
async function showRun(
  ports: PlanToolsPorts,
  { id }: z.infer<typeof showRunSchema>,
  { caller }: McpCall,
): Promise<Answer> {
  requireScope(caller, 'tools:call');
  const run = await ports.shown.show(caller, id);
  return run.ok ? shown(run.value, ports, caller) : { failure: run.error };
}

async function shown(run: RunView, { outputs, clock }: PlanToolsPorts, caller: Caller): Promise<Answer> {
  return { run: runResult(await withPointers(run, caller, { ...outputs, now: () => clock.now() })) };
}

const runResult = (run: RunView): CallToolResult => ({
  content: [{ type: 'text', text: runText(run) }, ...callWarnings({ warnings: run.warnings })],
  structuredContent: { ...run },
  isError: run.status === 'failed' || run.status === 'cancelled',
});

/** What a model reads: the output steps, and for a run that waits, for whom. */
function runText(run: RunView): string {
  const { id, status, steps, error } = run;
  const waiting = steps.flatMap(({ id: step, waitsFor }) =>
    waitsFor === undefined ? [] : [`${step} is waiting for a person's decision at ${waitsFor.url}`],
  );
  if (status === 'running' || status === 'awaiting_approval')
    return [`The run ${id} continues: check it with show_run.`, ...waiting].join('\n');
  return [
    ...(status === 'succeeded' ? [] : [`${status}${error === undefined ? '' : `: ${error.message}`}`]),
    ...resultLines(run),
  ].join('\n');
}

function resultLines({ output, outputs, pointer }: RunView): string[] {
  if (pointer !== undefined) return [`It is long. ${whereWhole(pointer)}`];
  if (output !== undefined) return [outputText(output, 'output')];
  return Object.entries(outputs).map(([step, it]) => {
    if (it.pointer !== undefined) return `${step}: It is long. ${whereWhole(it.pointer)}`;
    if (it.status === 'succeeded') return `${step}: ${outputText(it.output, `outputs.${step}.output`)}`;
    return `${step}: ${it.status}: ${it.error ?? ''}`;
  });
}
