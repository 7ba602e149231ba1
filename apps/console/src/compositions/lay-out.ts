import type { GraphNode } from '@assay/sdk';

export interface PlacedNode {
  readonly id: string;
  readonly label: string;
  readonly x: number;
  readonly y: number;
}

export interface PlacedEdge {
  readonly from: string;
  readonly to: string;
}

const columnWidth = 230;
const rowHeight = 120;

/** Longest way from a node without needs; a need that is not among the nodes counts as none. */
function columnsOf(nodes: readonly GraphNode[]): ReadonlyMap<string, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const columns = new Map<string, number>();
  const columnOf = (id: string, above: ReadonlySet<string>): number => {
    const known = columns.get(id);
    if (known !== undefined) return known;
    const needs = (byId.get(id)?.needs ?? []).filter((need) => byId.has(need) && !above.has(need));
    const inside = new Set([...above, id]);
    const column = needs.reduce((furthest, need) => Math.max(furthest, columnOf(need, inside) + 1), 0);
    columns.set(id, column);
    return column;
  };
  for (const { id } of nodes) columnOf(id, new Set());
  return columns;
}

const labelOf = ({ id, kind, tool, version, plans = [] }: GraphNode): string => {
  const what = tool === undefined ? kind : `${tool}${version === undefined ? '' : `@${version}`}`;
  const inner = plans.flatMap(({ nodes }) => nodes).length;
  return `${id}\n${what}${inner === 0 ? '' : ` (${inner} inside)`}`;
};

/** Places steps in columns by what they need, so that arrows lead to the right. */
export function layOut(nodes: readonly GraphNode[]): { nodes: PlacedNode[]; edges: PlacedEdge[] } {
  const columns = columnsOf(nodes);
  const rows = new Map<number, number>();
  const placed = nodes.map((node): PlacedNode => {
    const column = columns.get(node.id) ?? 0;
    const row = rows.get(column) ?? 0;
    rows.set(column, row + 1);
    return { id: node.id, label: labelOf(node), x: column * columnWidth, y: row * rowHeight };
  });
  const ids = new Set(nodes.map(({ id }) => id));
  const edges = nodes.flatMap(({ id, needs }) => needs.filter((it) => ids.has(it)).map((from) => ({ from, to: id })));
  return { nodes: placed, edges };
}
