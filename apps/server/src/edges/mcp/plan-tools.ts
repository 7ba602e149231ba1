import { type RunEventView, type RunView, toolPlanSchema } from '@assay/contracts';
import type { Failure } from '@assay/core';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Domain } from '../../wiring/domain.js';
import { requireScope } from '../rest/caller-guard.js';
import type { McpCall } from './gateway-tools.js';

/** As `plan` in the body of a run; its steps may not name this tool. */
export const executePlanSchema = toolPlanSchema;
export const showRunSchema = z.strictObject({ id: z.uuid().describe('Of the run') });

type Answer = { readonly run: CallToolResult } | { readonly failure: Failure };

/** Runs a plan while its client waits; what has ended is told as progress. */
export async function executePlan(
  domain: Domain,
  plan: z.infer<typeof executePlanSchema>,
  { caller, traceId, signal, progress }: McpCall,
): Promise<Answer> {
  requireScope(caller, 'tools:call');
  let ended = 0;
  const total = plan.steps.length;
  const hear = (event: RunEventView): void => {
    if (event.kind !== 'step' || event.step.status === 'running') return;
    const { id, status } = event.step;
    if (status !== 'awaiting_approval') ended += 1;
    progress?.({ progress: ended, total, message: `${id}: ${status}` });
  };
  const listener = ({ event }: { readonly event: RunEventView }) => hear(event);
  const run = await domain.compositions.runs.execute(caller, { plan }, { traceId, signal, listener });
  return run.ok ? { run: runResult(run.value) } : { failure: run.error };
}

/** A run as it stands. */
export async function showRun(
  domain: Domain,
  { id }: z.infer<typeof showRunSchema>,
  { caller }: McpCall,
): Promise<Answer> {
  requireScope(caller, 'tools:call');
  const run = await domain.compositions.runs.show(caller, id);
  return run.ok ? { run: runResult(run.value) } : { failure: run.error };
}

const runResult = (run: RunView): CallToolResult => ({
  content: [{ type: 'text', text: runText(run) }],
  structuredContent: { ...run },
  isError: run.status === 'failed' || run.status === 'cancelled',
});

/** What a model reads: the output steps, and for a run that waits, for whom. */
function runText({ id, status, outputs, output, steps, error }: RunView): string {
  const waiting = steps.flatMap(({ id: step, waitsFor }) =>
    waitsFor === undefined ? [] : [`${step} waits for a person, who decides at ${waitsFor.url}`],
  );
  if (status === 'running' || status === 'awaiting_approval')
    return [`The run ${id} goes on: look at it with show_run.`, ...waiting].join('\n');
  const lines = Object.entries(outputs).map(
    ([step, it]) => `${step}: ${it.status === 'succeeded' ? textOf(it.output) : `${it.status}: ${it.error ?? ''}`}`,
  );
  const result = output === undefined ? lines : [textOf(output)];
  return [
    ...(status === 'succeeded' ? [] : [`${status}${error === undefined ? '' : `: ${error.message}`}`]),
    ...result,
  ].join('\n');
}

const textOf = (output: unknown): string => (typeof output === 'string' ? output : JSON.stringify(output ?? null));
