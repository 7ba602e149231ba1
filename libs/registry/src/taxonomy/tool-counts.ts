import type { CapabilityTree } from './capability-tree.js';

export interface ToolCount {
  /** Tools that declare the capability itself, by its own tag or another name of it. */
  readonly tools: number;
  /** Tools that declare it or a descendant, each counted once. */
  readonly toolsBelow: number;
}

/** Counts tools by capability; a tool with several capabilities counts in each of them, and once in each ancestor. */
export class ToolCounts {
  readonly #tools = new Map<string, number>();
  readonly #below = new Map<string, number>();

  constructor(private readonly tree: CapabilityTree) {}

  /** One tool's tags. */
  add(tags: readonly string[]): void {
    const paths = tags.map((tag) => this.tree.path(tag));
    for (const tag of new Set(paths.map((path) => path.at(-1) as string))) grow(this.#tools, tag);
    for (const tag of new Set(paths.flat())) grow(this.#below, tag);
  }

  of = (tag: string): ToolCount => ({ tools: this.#tools.get(tag) ?? 0, toolsBelow: this.#below.get(tag) ?? 0 });
}

const grow = (counts: Map<string, number>, tag: string): void => {
  counts.set(tag, (counts.get(tag) ?? 0) + 1);
};
