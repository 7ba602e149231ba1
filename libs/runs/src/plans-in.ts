import { givesByName } from './join.js';
import type { AskNode, Node, Plan, ToolNode } from './plan.js';

/** The plans that a node holds. */
export function plansIn(node: Exclude<Node, ToolNode>): readonly Plan[] {
  switch (node.kind) {
    case 'branch':
      return [...node.cases.values(), ...(node.otherwise ? [node.otherwise] : [])];
    case 'parallel':
      return node.branches.map((it) => it.plan);
    case 'repeat':
    case 'each':
    case 'act':
      return [node.body];
    case 'ask':
      return [];
  }
}

/** Every node of a plan, and of the plans in it, that calls a tool. */
export function* toolNodes(plan: Plan): Generator<ToolNode> {
  for (const node of plan.nodes) {
    if (node.kind === 'tool') yield node;
    else for (const inner of plansIn(node)) yield* toolNodes(inner);
  }
}

/** Every question of a plan, and of the plans in it. */
export function* askNodes(plan: Plan): Generator<AskNode> {
  for (const node of plan.nodes) {
    if (node.kind === 'ask') yield node;
    else if (node.kind !== 'tool') for (const inner of plansIn(node)) yield* askNodes(inner);
  }
}

/** Whether a plan, or one in it, asks a person. */
export const hasAsk = (plan: Plan): boolean => !askNodes(plan).next().done;

/** Whether a plan, or one in it, has a join that gives several outputs by name. */
export const hasNamedJoin = (plan: Plan): boolean =>
  plan.nodes.some(
    (node) =>
      (node.kind === 'parallel' && givesByName(node.join)) ||
      (node.kind !== 'tool' && plansIn(node).some(hasNamedJoin)),
  );

/** Whether a plan, or one in it, runs something for every element of a list. */
export const hasEach = (plan: Plan): boolean =>
  plan.nodes.some((node) => node.kind === 'each' || (node.kind !== 'tool' && plansIn(node).some(hasEach)));
