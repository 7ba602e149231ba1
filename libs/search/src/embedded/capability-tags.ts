import { tagRelevance } from '@assay/core';

/** A tag in use that answers a tag asked for. */
export interface RelatedTag {
  readonly slots: readonly number[];
  readonly relevance: number;
}

/** The capability tags in use, as the tree their dots make, and the documents that declare each. */
export class CapabilityTags {
  private readonly slots = new Map<string, number[]>();
  /** Every tag in use at or below a node, by node. */
  private readonly below = new Map<string, Set<string>>();

  add(tag: string, slot: number): void {
    const known = this.slots.get(tag);
    if (known !== undefined) {
      if (known.at(-1) !== slot) known.push(slot);
      return;
    }
    this.slots.set(tag, [slot]);
    for (const node of path(tag)) {
      const tags = this.below.get(node);
      if (tags === undefined) this.below.set(node, new Set([tag]));
      else tags.add(tag);
    }
  }

  /** The tags that are the one asked for, above it or below it, best first. */
  related(asked: string): RelatedTag[] {
    const tags = new Set([...path(asked), ...(this.below.get(asked) ?? [])]);
    return [...tags]
      .flatMap((tag) => {
        const slots = this.slots.get(tag);
        return slots === undefined ? [] : [{ slots, relevance: tagRelevance(asked, tag) }];
      })
      .sort((a, b) => b.relevance - a.relevance);
  }

  /** Drops removed documents and renumbers the others; `moved` gives the new slot, or -1. */
  compact(moved: Int32Array): void {
    const before = [...this.slots];
    this.slots.clear();
    this.below.clear();
    for (const [tag, slots] of before) {
      for (const slot of slots) {
        const to = moved[slot] as number;
        if (to >= 0) this.add(tag, to);
      }
    }
  }
}

/** `data.query.sql` lies on the path data, data.query, data.query.sql. */
function path(tag: string): string[] {
  const parts = tag.split('.');
  return parts.map((_, at) => parts.slice(0, at + 1).join('.'));
}
