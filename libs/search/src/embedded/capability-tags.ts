import { relatedTags } from '@assay/discovery';
import type { CapabilityTree } from '@assay/registry';

/** A tag in use that answers a tag asked for. */
export interface RelatedSlots {
  readonly slots: readonly number[];
  readonly relevance: number;
}

/** Answers kept: of what was last asked, as long as neither the tree nor the tags in use change. */
const keptAnswers = 256;

/** The capability tags in use, and the documents that declare each. */
export class CapabilityTags {
  private readonly slots = new Map<string, number[]>();
  private readonly answers = new Map<string, readonly RelatedSlots[]>();
  /** Of the tree that the answers were worked out with. */
  private epoch: number | undefined;

  add(tag: string, slot: number): void {
    const known = this.slots.get(tag);
    if (known === undefined) {
      this.slots.set(tag, [slot]);
      this.answers.clear();
    } else if (known.at(-1) !== slot) known.push(slot);
  }

  /** The tags that answer the one asked for, best first. A new question looks at every tag in use, 1 µs each. */
  related(asked: string, tree: CapabilityTree): readonly RelatedSlots[] {
    if (this.epoch !== tree.epoch) this.answers.clear();
    this.epoch = tree.epoch;
    const known = this.answers.get(asked);
    if (known !== undefined) return known;
    const found = relatedTags(asked, this.slots.keys(), tree).map(({ tag, relevance }) => ({
      slots: this.slots.get(tag) as number[],
      relevance,
    }));
    if (this.answers.size >= keptAnswers) this.answers.clear();
    this.answers.set(asked, found);
    return found;
  }

  /** Drops removed documents and renumbers the others; `moved` gives the new slot, or -1. */
  compact(moved: Int32Array): void {
    const before = [...this.slots];
    this.slots.clear();
    this.answers.clear();
    for (const [tag, slots] of before) {
      for (const slot of slots) {
        const to = moved[slot] as number;
        if (to >= 0) this.add(tag, to);
      }
    }
  }
}
