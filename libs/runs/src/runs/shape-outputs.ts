import type { OutputOption, RunBody, RunView } from '@assay/contracts';
import type { OutputRouter } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import type { Compiled } from '../compile-composition.js';
import type { ToolNode } from '../plan.js';
import { toolNodes } from '../plans-in.js';

export interface ShapeOutputsPorts {
  /** Absent where outputs are never shaped. */
  readonly router?: Pick<OutputRouter, 'route'>;
}

export interface ShapedRun {
  readonly compiled: Pick<Compiled, 'plan' | 'tools'>;
  readonly caller: Caller;
  readonly body: Pick<RunBody, 'output' | 'session' | 'task'>;
}

type Shown = RunView['outputs'][string];

/** Time for summaries of one output, in ms: the run's own may be over. */
const withinMs = 30_000;

/**
 * What a run returns, at the level and with the budget that the run, or a step for its own output, asks for. Steps
 * are handed whole outputs, whatever is returned. A budget of the run is shared by its outputs.
 */
export async function shapeOutputs(view: RunView, run: ShapedRun, { router }: ShapeOutputsPorts): Promise<RunView> {
  const { body, compiled } = run;
  const nodes = new Map([...toolNodes(compiled.plan)].map((node) => [node.id, node]));
  const hasOption = body.output !== undefined || [...nodes.values()].some(({ settings }) => settings?.output);
  if (router === undefined || !hasOption) return view;
  const returned = Object.values(view.outputs).filter(({ output }) => output !== undefined).length;
  const ofRun = shared(body.output, Math.max(1, returned + (view.output === undefined ? 0 : 1)));
  const shape = async (shown: Shown, node: ToolNode | undefined): Promise<Shown> => {
    const option = node?.settings?.output ?? ofRun;
    if (option === undefined || shown.output === undefined) return shown;
    const { output, ...rest } = shown;
    const { isObserved: _, ...routed } = await router.route({
      ...{ output, option, from: fromOf(view, run, node), task: body.task, remainingMs: withinMs },
      schema: schemaOf(node, run),
      signal: new AbortController().signal,
    });
    return { ...rest, ...routed };
  };
  const outputs: [string, Shown][] = [];
  for (const [id, shown] of Object.entries(view.outputs)) outputs.push([id, await shape(shown, nodes.get(id))]);
  const { output, ...rest } = view;
  const last = compiled.plan.nodes[compiled.plan.outputs.at(-1) ?? -1];
  const whole =
    output === undefined ? {} : await shape({ status: 'succeeded', output }, last?.kind === 'tool' ? last : undefined);
  const { status: _status, error: _error, ...result } = whole as Partial<Shown>;
  return { ...rest, ...result, outputs: Object.fromEntries(outputs) };
}

const shared = (option: OutputOption | undefined, among: number): OutputOption | undefined =>
  option?.tokenBudget === undefined
    ? option
    : { ...option, tokenBudget: Math.max(1, Math.floor(option.tokenBudget / among)) };

function schemaOf(node: ToolNode | undefined, { compiled }: ShapedRun): Readonly<Record<string, unknown>> | undefined {
  const found = node && compiled.tools.find(node.tool);
  return found?.ok ? found.value.manifest.outputSchema : undefined;
}

function fromOf(view: RunView, { caller, body, compiled }: ShapedRun, node: ToolNode | undefined) {
  const found = node && compiled.tools.find(node.tool);
  const step = view.steps.find(({ id }) => id === node?.id);
  return {
    ...{ caller, session: body.session, source: `run:${view.id}`, freshness: 'live' as const },
    tool: found?.ok ? found.value.manifest.name : '',
    version: found?.ok ? found.value.version.version : '',
    invocationId: step?.invocationId ?? view.id,
    at: view.endedAt ?? view.startedAt,
    ...{ confidence: 1, findings: [] },
  };
}
