import {
  type CodeBody,
  type RunBody,
  type RunEventView,
  type RunView,
  runBodySchema,
  runMembers,
  toolPlanSchema,
} from '@assay/contracts';
import type { ToolProgress } from '@assay/gateway';
import type { Clock } from '@assay/kernel';
import type { RunCompositions, ShowRuns } from '@assay/runs';
import { z } from 'zod';
import { requireScope } from '../../edges/caller-guard.js';
import {
  type Answer,
  defineTool,
  type GatewayTool,
  type GatewayTools,
  resultOf,
} from '../../edges/mcp/gateway-tool.js';
import type { McpCall } from '../../edges/mcp/mcp-call.js';
import type { ResponseCeiling } from '../../edges/mcp/results/response-ceiling.js';
import { runAnswer } from './run-answer.js';

const { deadlineMs, idempotencyKey, session, task } = runMembers;

/** As `plan` in the body of a run; its steps may not name this tool. */
export const executePlanSchema = toolPlanSchema.extend({ deadlineMs, idempotencyKey, session, task });
export type ExecutePlan = z.infer<typeof executePlanSchema>;
const { plan: _plan, ...compositionMembers } = runMembers;
const runCompositionSchema = z
  .strictObject(compositionMembers)
  .superRefine((body, context) => checkNotation(body, context));
const showRunSchema = z.strictObject({ id: z.uuid() });

export interface PlanToolsPorts {
  readonly runs: Pick<RunCompositions, 'execute'>;
  readonly shown: Pick<ShowRuns, 'show'>;
  readonly ceiling: ResponseCeiling;
  readonly clock: Pick<Clock, 'now'>;
}

const text = { type: 'string' };
const planOutput = {
  ...{ status: text, outputs: { type: 'object' }, steps: { type: 'array' }, id: text },
  tokens: { type: 'integer' },
};

export const planListing = {
  name: 'execute_tool_plan',
  title: 'Run a plan of tool calls',
  description:
    'Make several calls in one request. Independent steps run concurrently; a step is skipped if a step it needs failed.',
  schema: executePlanSchema,
  words: {
    steps: '{id, tool, arguments, after?: [ids]}; "$ref:step" or "$ref:step.field" in arguments is an earlier output',
    output_steps: 'Steps whose outputs are returned; all when absent',
    deadlineMs: '',
    idempotencyKey: '',
    session: '',
    task: null,
  },
  output: planOutput,
  always: ['status'],
  annotations: { openWorldHint: true },
} as const;

/** `execute_tool_plan`, `run_composition` and `show_run`. */
export class PlanTools implements GatewayTools {
  readonly tools: readonly GatewayTool[];

  constructor(ports: PlanToolsPorts) {
    this.tools = [
      {
        definition: defineTool(planListing),
        schema: executePlanSchema,
        run: async ({ steps, output_steps, ...rest }: ExecutePlan, call) => {
          const plan = { steps, ...(output_steps && { output_steps }) };
          return resultOf(await executeRun(ports, { plan, ...rest }, call));
        },
      },
      runComposition(ports),
      {
        definition: defineTool({
          name: 'show_run',
          title: 'Look at a run again',
          description: 'Show a run of a plan or composition with all its steps.',
          schema: showRunSchema,
          output: planOutput,
          annotations: { readOnlyHint: true, openWorldHint: false },
        }),
        schema: showRunSchema,
        run: async (input: z.infer<typeof showRunSchema>, call) => resultOf(await showRun(ports, input, call)),
      },
    ];
  }
}

const runComposition = (ports: PlanToolsPorts): GatewayTool => ({
  definition: defineTool({
    name: 'run_composition',
    title: 'Run a pipeline, chain or composed tool',
    description: 'Run exactly one of pipeline, chain and compose on an input; the result is its output.',
    schema: runCompositionSchema,
    words: {
      pipeline: '{steps: [{tool, adapter?: JSONata}]}: each takes the output before it',
      compose: '{mode: "compose", steps: [{tool, inputMapping}]} with $input, $prev, $steps[i]',
      chain:
        '{tool, input?}|{sequence: []}|{parallel: {branches: {}, join: all|first|{quorum}|{best}}}|{branch: {on, cases, default?}}|{repeat: {body, max, until}}',
      input: '',
      deadlineMs: '',
      idempotencyKey: '',
      session: '',
      task: null,
    },
    output: { status: text, output: {}, steps: { type: 'array' }, id: text },
    always: ['status'],
    annotations: { openWorldHint: true },
  }),
  schema: runCompositionSchema,
  run: async (input: RunBody, call) => resultOf(await executeRun(ports, input, call)),
});

/** One notation, as in the body of a run. */
function checkNotation(body: object, context: z.RefinementCtx): void {
  const named = ['pipeline', 'compose', 'chain'].filter((it) => (body as Record<string, unknown>)[it] !== undefined);
  if (named.length === 0)
    context.addIssue({ code: 'custom', path: ['pipeline'], message: 'is missing: give a pipeline, compose or chain' });
  else
    for (const { path, message } of runBodySchema.safeParse(body).error?.issues ?? [])
      context.addIssue({ code: 'custom', path: [...path], message });
}

/** Runs a composition while its client waits; ended steps are reported as progress. */
export async function executeRun(
  ports: PlanToolsPorts,
  body: RunBody | CodeBody,
  { caller, traceId, baggage, signal, progress, id }: McpCall,
): Promise<Answer> {
  requireScope(caller, 'tools:call');
  const steps = 'plan' in body ? body.plan?.steps.length : undefined;
  const hear = planProgress(steps, (progressed) => progress?.(progressed));
  const listener = ({ event }: { readonly event: RunEventView }) => hear(event);
  const run = await ports.runs.execute(caller, body, { traceId, baggage, signal, listener, id });
  return run.ok ? shown(run.value, ports, caller, 'short') : { failure: run.error };
}

/**
 * Ended steps out of all. A step that starts to wait for a person is reported too, with the place of the decision:
 * since progress always grows, it advances half of the way to the next step's end.
 */
export function planProgress(
  total: number | undefined,
  tell: (progress: ToolProgress) => void,
): (event: RunEventView) => void {
  const ended = new Set<string>();
  let progress = 0;
  return (event) => {
    if (event.kind !== 'step' || event.step.status === 'running') return;
    const { id, status, waitsFor } = event.step;
    if (ended.has(id)) return;
    if (status !== 'awaiting_approval') ended.add(id);
    progress = status === 'awaiting_approval' ? (progress + ended.size + 1) / 2 : ended.size;
    const where = waitsFor === undefined ? '' : `, decided at ${waitsFor.url}`;
    tell({ progress, ...(total !== undefined && { total }), message: `${id}: ${status}${where}` });
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
  return run.ok ? shown(run.value, ports, caller, 'full') : { failure: run.error };
}

async function shown(
  run: RunView,
  { ceiling, clock }: PlanToolsPorts,
  caller: McpCall['caller'],
  detail: 'short' | 'full',
): Promise<Answer> {
  return { run: await runAnswer(run, { caller, ceiling: ceiling.of(caller), detail, now: clock.now() }, ceiling) };
}
