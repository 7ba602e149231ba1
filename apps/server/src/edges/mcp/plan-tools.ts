import { type RunEventView, type RunView, toolPlanSchema } from '@assay/contracts';
import type { ToolProgress } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import type { Failure } from '@assay/kernel';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Domain } from '../../wiring/domain.js';
import { requireScope } from '../rest/caller-guard.js';
import { callWarnings, outputText, whereWhole } from './call-result.js';
import type { McpCall } from './mcp-call.js';
import { withPointers } from './plan-outputs.js';

/** As `plan` in the body of a run; its steps may not name this tool. */
export const executePlanSchema = toolPlanSchema;
export const showRunSchema = z.strictObject({ id: z.uuid().describe('Of the run') });

type Answer = { readonly run: CallToolResult } | { readonly failure: Failure };

/** Runs a plan while its client waits; ended steps are reported as progress. */
export async function executePlan(
  domain: Domain,
  plan: z.infer<typeof executePlanSchema>,
  { caller, traceId, baggage, signal, progress }: McpCall,
): Promise<Answer> {
  requireScope(caller, 'tools:call');
  const hear = planProgress(plan.steps.length, (told) => progress?.(told));
  const listener = ({ event }: { readonly event: RunEventView }) => hear(event);
  const run = await domain.compositions.runs.execute(caller, { plan }, { traceId, baggage, signal, listener });
  return run.ok ? shown(run.value, domain, caller) : { failure: run.error };
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
export async function showRun(
  domain: Domain,
  { id }: z.infer<typeof showRunSchema>,
  { caller }: McpCall,
): Promise<Answer> {
  requireScope(caller, 'tools:call');
  const run = await domain.compositions.shown.show(caller, id);
  return run.ok ? shown(run.value, domain, caller) : { failure: run.error };
}

async function shown(run: RunView, { outputs, clock }: Domain, caller: Caller): Promise<Answer> {
  return { run: runResult(await withPointers(run, caller, { ...outputs.calls, now: () => clock.now() })) };
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
