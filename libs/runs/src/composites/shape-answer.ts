import type { OutputRouter, UpstreamCall } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import { isoTime } from '@assay/kernel';
import type { Compiled } from '../compile-composition.js';
import type { ToolNode } from '../plan.js';
import { type Outcome, succeeded } from '../run/outcome.js';

export interface ShapeAnswerPorts {
  /** Absent where outputs are never shaped. */
  readonly router?: Pick<OutputRouter, 'route'>;
}

/** The call of a composition whose answer is shaped. */
export interface ShapedCall {
  readonly call: UpstreamCall;
  readonly compiled: Pick<Compiled, 'plan' | 'tools'>;
  readonly caller: Caller;
  readonly session: string | undefined;
  readonly task: string | undefined;
  /** In ms since the epoch. */
  readonly at: number;
}

/** The least time for a summary, in ms, where the call's own is nearly over. */
const minSummaryMs = 1;

/**
 * Applies the `output` setting of each step whose output the composition returns, once the steps that read it have had it
 * whole. A composition that declares an output schema returns what it promises instead.
 */
export async function shapeAnswer(
  outcomes: readonly Outcome[],
  shaped: ShapedCall,
  { router }: ShapeAnswerPorts,
): Promise<readonly Outcome[]> {
  const { plan } = shaped.compiled;
  const isPromised = shaped.call.manifest.outputSchema !== undefined;
  const returned = new Set(plan.outputs);
  if (router === undefined || isPromised) return outcomes;
  return Promise.all(
    outcomes.map(async (outcome, at) => {
      const node = plan.nodes[at];
      const hasOption = node?.kind === 'tool' && node.settings?.output !== undefined;
      if (!hasOption || !returned.has(at) || outcome.status !== 'succeeded') return outcome;
      return succeeded(await shapedOutput(outcome.output, node, shaped, router));
    }),
  );
}

async function shapedOutput(
  output: unknown,
  { settings, tool }: ToolNode,
  { call, compiled, caller, session, task, at }: ShapedCall,
  router: Pick<OutputRouter, 'route'>,
): Promise<unknown> {
  const found = compiled.tools.find(tool);
  const { manifest, version } = found.ok ? found.value : {};
  const routed = await router.route({
    ...{ output, option: settings?.output ?? {}, schema: manifest?.outputSchema, task },
    from: {
      ...{ caller, session, tool: manifest?.name ?? '', version: version?.version ?? '' },
      ...{ invocationId: call.invocationId, at: isoTime(at), source: `composite:${call.manifest.name}` },
      ...{ freshness: 'live', confidence: 1, findings: [] },
    },
    remainingMs: Math.max(minSummaryMs, call.deadline.remainingMs()),
    signal: call.deadline.signal,
  });
  // What goes elsewhere than to the caller leaves its pointer, or the reason.
  return routed.context ?? routed.output ?? (routed.pointer ? { pointer: routed.pointer } : routed.routed.why);
}
