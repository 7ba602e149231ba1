import { type PartOf, partOf } from '@assay/gateway';
import type { Node, Plan, ToolNode } from './plan.js';
import { plansIn } from './plans-in.js';

/** The nodes of a plan that need another one of it, at first or at second hand, in the plan's order. O(nodes + edges). */
function after(plan: Plan, position: number): Node[] {
  const reached = new Set<number>();
  const next = [...(plan.dependants[position] ?? [])];
  for (let at = next.pop(); at !== undefined; at = next.pop()) {
    if (reached.has(at)) continue;
    reached.add(at);
    next.push(...(plan.dependants[at] ?? []));
  }
  return plan.order.flatMap((at) => (reached.has(at) ? [plan.nodes[at] as Node] : []));
}

/** What cannot be made before a node has: in its own plan first, then in those around it. Undefined where it is not. */
function neededBy(plan: Plan, node: ToolNode): Node[] | undefined {
  for (const [at, it] of plan.nodes.entries()) {
    if (it === node) return after(plan, at);
    if (it.kind === 'tool') continue;
    for (const inner of plansIn(it)) {
      const within = neededBy(inner, node);
      if (within !== undefined) return [...within, ...after(plan, at)];
    }
  }
  return undefined;
}

/** Says of a step, by its path and its node, what it is a part of; what undoes a step has no node, and nothing needs it. */
export const partOfPlan =
  (whole: Pick<PartOf, 'kind' | 'id'>, plan: Plan) =>
  (path: string, node?: ToolNode): PartOf =>
    partOf(whole, path, node === undefined ? [] : (neededBy(plan, node) ?? []).map(({ id }) => id));
