import { wavesOf } from '../graph.js';
import { needed } from '../join.js';
import type { Node, ParallelNode, Plan } from '../plan.js';
import { plansIn, toolNodes } from '../plans-in.js';
import { atLeast, inSequence, kthOf, type Latency, longest, noTime } from './latency.js';

/** What is known of a tool beforehand. */
export interface ToolOutlook {
  readonly latency: Latency;
  /** Of one call, in US dollars. */
  readonly costUsd: number;
  /** A person has to consent before it is called. */
  readonly needsApproval: boolean;
  /** The share of calls that succeed at each level of its hierarchy; the levels of one provider are one. */
  readonly levels: readonly { readonly provider: string; readonly success: number }[];
}

export interface Estimate {
  /** Ids of the plan's nodes that could run at once, wave after wave. */
  readonly waves: readonly (readonly string[])[];
  /** Of the whole run: what half of the runs take at most, and nineteen of twenty. */
  readonly expectedMs: number;
  readonly worstMs: number;
  /** Of all calls that are made, at least and at most. */
  readonly costUsd: { readonly least: number; readonly most: number };
  /** Ids of the nodes that wait for a person. */
  readonly approvals: readonly string[];
  /** Model turns: each step one and one for the answer without a plan, two with it (SPEC section 6). */
  readonly turns: { readonly without: number; readonly with: number };
  /** The share of runs that succeed: Π(1 − Π(1 − p)) over steps and their levels. */
  readonly reliability: number;
}

/** What a run of a plan is expected to take, cost and need. */
export function estimatePlan(plan: Plan, of: (tool: string) => ToolOutlook): Estimate {
  const { latency, least, most, reliability } = outlookOf(plan, of);
  const calls = [...toolNodes(plan)];
  return {
    waves: wavesOf(plan.nodes.map((it) => it.needs)).waves.map((wave) => wave.map((at) => (plan.nodes[at] as Node).id)),
    expectedMs: Math.round(latency.p50),
    worstMs: Math.round(latency.p95),
    costUsd: { least, most },
    approvals: calls.filter(({ tool }) => of(tool).needsApproval).map((it) => it.id),
    turns: { without: calls.length + 1, with: 2 },
    reliability,
  };
}

interface Outlook {
  readonly latency: Latency;
  readonly least: number;
  readonly most: number;
  readonly reliability: number;
}

/** A step and what stands in for it: one level after the other, those of one provider counted once, at its best. */
export function reliabilityOf(levels: ToolOutlook['levels']): number {
  const best = new Map<string, number>();
  for (const { provider, success } of levels) best.set(provider, Math.max(success, best.get(provider) ?? 0));
  return 1 - [...best.values()].reduce((product, success) => product * (1 - success), 1);
}

function outlookOf(plan: Plan, of: (tool: string) => ToolOutlook): Outlook {
  const nodes = plan.nodes.map((node) => outlookOfNode(node, of));
  const sum = (value: (it: Outlook) => number): number => nodes.reduce((total, it) => total + value(it), 0);
  return {
    latency: longestWay(plan, nodes),
    least: sum((it) => it.least),
    most: sum((it) => it.most),
    reliability: nodes.reduce((product, it) => product * it.reliability, 1),
  };
}

/** When the last node is done: each begins when the slowest of what it needs has ended. */
function longestWay(plan: Plan, nodes: readonly Outlook[]): Latency {
  const ends: Latency[] = [];
  for (const at of plan.order) {
    const begun = longest((plan.nodes[at] as Node).needs.map((need) => ends[need] as Latency));
    ends[at] = inSequence([begun, (nodes[at] as Outlook).latency]);
  }
  return longest(ends);
}

function outlookOfNode(node: Node, of: (tool: string) => ToolOutlook): Outlook {
  switch (node.kind) {
    case 'tool': {
      const { latency, costUsd, levels } = of(node.tool);
      return { latency, least: costUsd, most: costUsd, reliability: reliabilityOf(levels) };
    }
    case 'branch': {
      const cases = plansIn(node).map((it) => outlookOf(it, of));
      return {
        latency: longest(cases.map((it) => it.latency)),
        least: Math.min(...cases.map((it) => it.least)),
        most: Math.max(...cases.map((it) => it.most)),
        reliability: Math.min(...cases.map((it) => it.reliability)),
      };
    }
    case 'parallel':
      return outlookOfJoin(node, of);
    case 'repeat': {
      const body = outlookOf(node.body, of);
      const turns = Array.from({ length: node.max }, () => body.latency);
      return {
        latency: inSequence(turns),
        least: body.least,
        most: node.max * body.most,
        reliability: body.reliability ** node.max,
      };
    }
  }
}

function outlookOfJoin({ branches, join }: ParallelNode, of: (tool: string) => ToolOutlook): Outlook {
  const all = branches.map((it) => outlookOf(it.plan, of));
  const latencies = all.map((it) => it.latency);
  const enough = needed(join, all.length);
  const costs = all.reduce((sum, it) => sum + it.most, 0);
  return {
    latency: all.length === 0 ? noTime : kthOf(latencies, join.kind === 'best' ? all.length : enough),
    // A branch that is given up may have cost nothing yet.
    least:
      join.kind === 'all' || join.kind === 'best'
        ? all.reduce((sum, it) => sum + it.least, 0)
        : Math.min(...all.map((it) => it.least)),
    most: costs,
    reliability: atLeast(
      all.map((it) => it.reliability),
      enough,
    ),
  };
}
