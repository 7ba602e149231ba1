import { expectedElements } from './elements.js';
import { decidingEnds } from './join.js';
import type { Node, ParallelNode, Plan, ToolNode } from './plan.js';
import { plansIn } from './plans-in.js';

/** Expected latency of a tool that nobody has measured, in ms (SPEC section 6). */
export const unknownMs = 1_000;

/** How long the nodes of a plan are expected to take, in ms. */
export interface Expected {
  /** Of each node. */
  readonly own: readonly number[];
  /** Of each node, the longest way from its end to the end of the plan. */
  readonly later: readonly number[];
  /** The longest way through the whole plan (the critical path). */
  readonly whole: number;
}

/**
 * Expected times from those of the tools. A branch takes as long as its longest case; a fan-out as long as the join
 * needs, with each branch at its expected time; a loop as often as it may.
 */
export function expectedOf(plan: Plan, ofTool: (tool: string) => number): Expected {
  const { nodes, order } = plan;
  const own = nodes.map((node) => (node.kind === 'tool' ? ofTool(node.tool) : expectedOfNode(node, ofTool)));
  const later = new Array<number>(nodes.length).fill(0);
  let whole = 0;
  for (let place = order.length - 1; place >= 0; place -= 1) {
    const at = order[place] as number;
    const fromHere = (own[at] as number) + (later[at] as number);
    if (fromHere > whole) whole = fromHere;
    const { needs } = nodes[at] as Node;
    for (let nth = 0; nth < needs.length; nth += 1) {
      const need = needs[nth] as number;
      if (fromHere > (later[need] as number)) later[need] = fromHere;
    }
  }
  return { own, later, whole };
}

function expectedOfNode(node: Exclude<Node, ToolNode>, ofTool: (tool: string) => number): number {
  const ofPlan = (plan: Plan): number => expectedOf(plan, ofTool).whole;
  switch (node.kind) {
    case 'branch':
      return Math.max(0, ...plansIn(node).map(ofPlan));
    case 'parallel':
      return expectedOfJoin(node, ofPlan);
    case 'repeat':
      return node.max * ofPlan(node.body);
    case 'act':
      return (
        node.max * (unknownMs + Math.max(0, ...node.body.nodes.map((it) => (it.kind === 'tool' ? ofTool(it.tool) : 0))))
      );
    case 'each':
      return Math.ceil(expectedElements(node) / node.concurrency) * ofPlan(node.body);
    // Waiting for a person does not use up the deadline.
    case 'ask':
      return 0;
  }
}

/** The k-th fastest branch decides a join that needs k successes; `best` waits for all. */
function expectedOfJoin({ branches, join }: ParallelNode, ofPlan: (plan: Plan) => number): number {
  const times = branches.map(({ plan }) => ofPlan(plan)).sort((a, b) => a - b);
  const last = decidingEnds(join, times.length);
  return times[last - 1] ?? 0;
}
