import type { EachNode } from './plan.js';

/** Elements of a list that is written down; undefined of one that exists only when the plan runs. */
export function writtenElements({ in: { template } }: EachNode): number | undefined {
  if (template.kind === 'list') return template.items.length;
  return template.kind === 'literal' && Array.isArray(template.value) ? template.value.length : undefined;
}

/** Elements that are expected: one of a list that exists only when the plan runs. */
export const expectedElements = (node: EachNode): number => writtenElements(node) ?? 1;

export const maxElements = (node: EachNode): number => writtenElements(node) ?? node.max;
