import type { GraphNode } from '@assay/contracts';
import type { FindTools } from './find-tools.js';
import { isStep, type Node, type Plan } from './plan.js';

/** A plan as it is shown: each node with what it needs, and with the plans it holds. */
export function graphOf(plan: Plan, tools: Pick<FindTools, 'find'>): GraphNode[] {
  const idAt = (position: number): string => plan.nodes[position]?.id ?? '';
  return plan.nodes.map((node) => ({
    id: node.id,
    kind: node.kind,
    ...(node.kind === 'tool' && toolOf(node.tool, tools)),
    needs: node.needs.map(idAt),
    ...(!isStep(node) && {
      plans: namedPlans(node).map(([name, inner]) => ({ name, nodes: graphOf(inner, tools) })),
    }),
  }));
}

function toolOf(tool: string, tools: Pick<FindTools, 'find'>): { tool: string; version?: string } {
  const found = tools.find(tool);
  return found.ok ? { tool: found.value.manifest.name, version: found.value.version.version } : { tool };
}

function namedPlans(node: Exclude<Node, { kind: 'tool' }>): [name: string, plan: Plan][] {
  switch (node.kind) {
    case 'branch':
      return [...node.cases, ...(node.otherwise === null ? [] : ([['default', node.otherwise]] as const))].map(
        ([name, plan]) => [name, plan],
      );
    case 'parallel':
      return node.branches.map(({ name, plan }) => [name, plan]);
    case 'repeat':
    case 'each':
    case 'act':
      return [['body', node.body]];
    case 'ask':
      return [];
  }
}
