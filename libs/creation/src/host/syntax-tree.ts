import { type Node, parse } from 'acorn';

/** A node of the syntax tree of a module. */
export type Tree = Node & Readonly<Record<string, unknown>>;

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

/** The tree of a module in plain JavaScript, or what is wrong with its syntax. */
export function treeOf(code: string): Tree | string {
  try {
    return parse(code, { ecmaVersion: 'latest', sourceType: 'module' }) as unknown as Tree;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Visits a node and everything below it, parents first. `above`: the nodes around it, outermost first. */
export function walk(
  node: Tree,
  visit: (node: Tree, above: readonly Tree[]) => void,
  above: readonly Tree[] = [],
): void {
  visit(node, above);
  const within = [...above, node];
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isTree(child)) walk(child, visit, within);
}

export const lineAt = (code: string, at: number): number => code.slice(0, at).split('\n').length;
