/** Where tags stand in a tree. What is computed from it holds as long as the epoch does. */
export interface CapabilityTree {
  /** Grows when the tree changes. */
  readonly epoch: number;
  /** The tags from the root down to this one, itself the last; other names of a capability come out as its tag. */
  path(tag: string): readonly string[];
}

/** The tree that the dots of tags make: `data.query` lies on the path `data`, `data.query`. */
export const dottedTree: CapabilityTree = { epoch: 0, path: dottedPath };

export function dottedPath(tag: string): string[] {
  const parts = tag.split('.');
  return parts.map((_, at) => parts.slice(0, at + 1).join('.'));
}
