import type { Node, Plan, ToolNode } from './plan.js';

/** The plans that a node holds. */
export function plansIn(node: Exclude<Node, ToolNode>): readonly Plan[] {
  switch (node.kind) {
    case 'branch':
      return [...node.cases.values(), ...(node.otherwise ? [node.otherwise] : [])];
    case 'parallel':
      return node.branches.map((it) => it.plan);
    case 'repeat':
      return [node.body];
  }
}

/** Every node of a plan, and of the plans in it, that calls a tool. */
export function* toolNodes(plan: Plan): Generator<ToolNode> {
  for (const node of plan.nodes) {
    if (node.kind === 'tool') yield node;
    else for (const inner of plansIn(node)) yield* toolNodes(inner);
  }
}
