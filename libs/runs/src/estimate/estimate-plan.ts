import { runAtOnce, type Sliced } from '@assay/kernel';
import { countSteps } from '../check/check-plan.js';
import { wavesOf } from '../graph.js';
import { isStep, type Node, type Plan, type ToolNode } from '../plan.js';
import { plansIn, toolNodes } from '../plans-in.js';
import { type CallOutlook, type Cost, outlookOf, reliabilityOf, type ShareInterval } from './cost-and-reliability.js';
import { ImaginedRuns } from './imagined-runs.js';
import type { Latency } from './latency.js';

/** What is known of a tool beforehand; null is what nobody has measured or declared. */
export interface ToolOutlook extends CallOutlook {
  /** `ns/tool`. */
  readonly name: string;
  readonly latency: Latency | null;
  /** Of a composition: ids of its steps that wait for a person, and of whose parts nothing is known. */
  readonly within?: Pick<Estimate, 'approvals' | 'refused' | 'unknown'>;
}

/** What policies say of a step. */
export interface StepVerdict {
  readonly verdict: 'ALLOW' | 'REQUIRE_APPROVAL' | 'DENY';
  readonly why: string;
}

export interface Estimate {
  /** Ids of the plan's nodes that could run at once, wave after wave. */
  readonly waves: readonly (readonly string[])[];
  /** Of the whole run; null when it is unknown for one of its tools. */
  readonly latency: Latency | null;
  /** Of all calls that are made. */
  readonly costUsd: Cost;
  /** Ids of the nodes that wait for a person. */
  readonly approvals: readonly string[];
  /** Nodes that policies refuse as far as their arguments are known. */
  readonly refused: readonly { readonly step: string; readonly why: string }[];
  /** Model turns: each step one and one for the answer without a plan, two with it (SPEC section 6). */
  readonly turns: { readonly without: number; readonly with: number };
  /**
   * The share of runs that succeed: Π(1 − Π(1 − p)) over steps and their levels; null when it is unknown for one of its
   * tools.
   */
  readonly reliability: number | null;
  /** With every measured tool at the ends of its interval; null when none was measured. */
  readonly interval: ShareInterval | null;
  /** Names of the tools with unknown latency, cost or success rate. */
  readonly unknown: Unknown;
}

export interface Unknown {
  readonly latency: readonly string[];
  readonly cost: readonly string[];
  readonly reliability: readonly string[];
}

export interface Outlooks {
  readonly tool: (reference: string) => ToolOutlook;
  readonly verdict: (node: ToolNode) => StepVerdict;
  /** Calls that a run has under way at a time. */
  readonly atOnce: number;
}

/** So many times are drawn at the most, which takes some ten milliseconds; and so many runs are imagined. */
const maxDrawn = 100_000;
const imagined = { least: 32, most: 1_024 };

/** What a run of a plan is expected to take, cost and need. */
export function* estimatingPlan(plan: Plan, { tool, verdict, atOnce }: Outlooks): Sliced<Estimate> {
  const calls = [...toolNodes(plan)];
  for (const node of calls) {
    // Looks into compositions, the costly part; later it is known.
    tool(node.tool);
    yield;
  }
  const { least, most, reliability } = outlookOf(plan, tool);
  yield;
  const runs = Math.floor(maxDrawn / Math.max(1, countSteps(plan)));
  const imaginedRuns = Math.min(imagined.most, Math.max(imagined.least, runs));
  const verdicts: (StepVerdict & Pick<ToolOutlook, 'within'> & { readonly node: ToolNode })[] = [];
  for (const node of calls) {
    verdicts.push({ node, ...verdict(node), within: tool(node.tool).within });
    yield;
  }
  const latency = new ImaginedRuns(imaginedRuns, (it) => tool(it).latency).of(plan, atOnce);
  yield;
  const interval = reliability === null ? null : intervalOf(plan, tool);
  yield;
  return {
    waves: wavesOf(plan.nodes.map((it) => it.needs)).waves.map((wave) => wave.map((at) => (plan.nodes[at] as Node).id)),
    latency,
    costUsd: { least, most },
    approvals: verdicts.flatMap(({ node: { id }, verdict: said, within }) => [
      ...(said === 'REQUIRE_APPROVAL' ? [id] : []),
      ...(within?.approvals ?? []).map((inner) => `${id}/${inner}`),
    ]),
    refused: verdicts.flatMap(({ node: { id }, verdict: said, why, within }) => [
      ...(said === 'DENY' ? [{ step: id, why }] : []),
      ...(within?.refused ?? []).map((inner) => ({ ...inner, step: `${id}/${inner.step}` })),
    ]),
    turns: { without: turnsOf(plan) + 1, with: 2 },
    reliability,
    interval,
    unknown: unknownOf(calls.map((node) => tool(node.tool))),
  };
}

/** As above, without a break. */
export const estimatePlan = (plan: Plan, outlooks: Outlooks): Estimate => runAtOnce(estimatingPlan(plan, outlooks));

/** Reliability grows with that of each call: its ends are where every call is at its own. */
function intervalOf(plan: Plan, tool: Outlooks['tool']): ShareInterval | null {
  const measured = [...toolNodes(plan)].flatMap((node) =>
    tool(node.tool).levels.flatMap(({ interval }) => interval ?? []),
  );
  if (measured.length === 0) return null;
  const at = (end: 'low' | 'high'): number =>
    outlookOf(plan, (reference) => {
      const { costUsd, levels } = tool(reference);
      return { costUsd, levels: levels.map((it) => ({ ...it, success: it.interval?.[end] ?? it.success })) };
    }).reliability ?? 0;
  return { low: at('low'), high: at('high'), n: Math.min(...measured.map(({ n }) => n)) };
}

function unknownOf(tools: readonly ToolOutlook[]): Unknown {
  const named = (kind: keyof Unknown, isUnknown: (it: ToolOutlook) => boolean): string[] => [
    ...new Set(
      tools.filter(isUnknown).flatMap(({ name, within }) => {
        const inner = within?.unknown[kind] ?? [];
        return inner.length > 0 ? inner : [name];
      }),
    ),
  ];
  return {
    latency: named('latency', (it) => it.latency === null),
    cost: named('cost', (it) => it.costUsd.most === null),
    reliability: named('reliability', (it) => reliabilityOf(it.levels) === null),
  };
}

/** Calls a model would make one at a time: of a branch those of its longest case, of a loop those of one turn. */
function turnsOf(plan: Plan): number {
  return plan.nodes.reduce((sum, node) => {
    if (isStep(node)) return sum + 1;
    const inner = plansIn(node).map(turnsOf);
    return sum + (node.kind === 'branch' ? Math.max(0, ...inner) : inner.reduce((all, it) => all + it, 0));
  }, 0);
}
