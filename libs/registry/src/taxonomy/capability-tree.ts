/** The tree of tags. Data derived from it is valid as long as the epoch is unchanged. */
export interface CapabilityTree {
  /** Grows when the tree changes. */
  readonly epoch: number;
  /** The tags from the root down to this one inclusive; other names of a capability resolve to its tag. */
  path(tag: string): readonly string[];
}

/** The tree that the dots of tags make: `data.query` lies on the path `data`, `data.query`. */
export const dottedTree: CapabilityTree = { epoch: 0, path: dottedPath };

export function dottedPath(tag: string): string[] {
  const parts = tag.split('.');
  return parts.map((_, at) => parts.slice(0, at + 1).join('.'));
}
