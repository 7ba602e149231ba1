import type { ToolDocument } from '@assay/core';
import { Audiences, nobody } from './audiences.js';
import { fields } from './settings.js';

/** Where one document's terms lie in the pool. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * The documents by slot, in columns: id, field lengths, audience, and the numbers of their terms, which a removal
 * needs. A removed document's slot stays, seen by nobody, until `compact`.
 */
export class Documents {
  readonly audiences = new Audiences();
  /** Audience number, by slot. */
  audience = new Uint32Array(64);
  /** Trust key, by slot. */
  trustKeys = new Float64Array(64);
  /** Terms in each field, by slot. */
  lengths = new Uint32Array(64 * fields.length);
  /** Terms in each field, over all documents that are there. */
  readonly totals = new Float64Array(fields.length);

  private readonly slots = new Map<string, number>();
  private ids: string[] = [];
  private pool = new Uint32Array(1_024);
  private ends = new Uint32Array(64);

  /** Documents that are there. */
  get live(): number {
    return this.slots.size;
  }

  /** Slots in use, removed documents included. */
  get used(): number {
    return this.ids.length;
  }

  slotOf(id: string): number | undefined {
    return this.slots.get(id);
  }

  idOf(slot: number): string {
    return this.ids[slot] as string;
  }

  add(
    { id, audience, trustKey }: Pick<ToolDocument, 'id' | 'audience' | 'trustKey'>,
    lengths: ArrayLike<number>,
    terms: readonly number[],
  ): number {
    const slot = this.ids.length;
    this.makeRoom(slot, terms.length);
    this.ids.push(id);
    this.slots.set(id, slot);
    this.audience[slot] = this.audiences.numberOf(audience);
    this.trustKeys[slot] = trustKey;
    this.lengths.set(lengths, slot * fields.length);
    for (let field = 0; field < fields.length; field += 1) {
      this.totals[field] = (this.totals[field] as number) + (lengths[field] as number);
    }
    const { from } = this.span(slot);
    this.pool.set(terms, from);
    this.ends[slot] = from + terms.length;
    return slot;
  }

  /** Marks a document as gone and gives the numbers of its terms. */
  remove(slot: number): Uint32Array {
    this.slots.delete(this.idOf(slot));
    this.audience[slot] = nobody;
    for (let field = 0; field < fields.length; field += 1) {
      this.totals[field] = (this.totals[field] as number) - (this.lengths[slot * fields.length + field] as number);
    }
    const { from, to } = this.span(slot);
    return this.pool.subarray(from, to);
  }

  /** Closes the gaps of removed documents and renumbers terms; gives the new slot of each old one, or -1. */
  compact(termMoved: Int32Array): Int32Array {
    const moved = new Int32Array(this.used).fill(-1);
    const ids: string[] = [];
    let end = 0;
    for (let slot = 0; slot < this.used; slot += 1) {
      const id = this.idOf(slot);
      if (this.slots.get(id) !== slot) continue;
      const { from, to } = this.span(slot);
      const target = ids.length;
      for (let at = from; at < to; at += 1) {
        this.pool[end + at - from] = termMoved[this.pool[at] as number] as number;
      }
      end += to - from;
      this.lengths.copyWithin(target * fields.length, slot * fields.length, (slot + 1) * fields.length);
      this.audience[target] = this.audience[slot] as number;
      this.trustKeys[target] = this.trustKeys[slot] as number;
      this.ends[target] = end;
      this.slots.set(id, target);
      ids.push(id);
      moved[slot] = target;
    }
    this.ids = ids;
    this.audience = this.audience.slice(0, Math.max(64, ids.length));
    this.audience.fill(nobody, ids.length);
    this.audiences.compact(this.audience);
    this.trustKeys = this.trustKeys.slice(0, this.audience.length);
    this.lengths = this.lengths.slice(0, this.audience.length * fields.length);
    this.ends = this.ends.slice(0, this.audience.length);
    this.pool = this.pool.slice(0, Math.max(1_024, end));
    return moved;
  }

  private span(slot: number): Span {
    return { from: slot === 0 ? 0 : (this.ends[slot - 1] as number), to: this.ends[slot] as number };
  }

  private makeRoom(slot: number, terms: number): void {
    if (slot === this.audience.length) {
      this.audience = grown(this.audience, slot + 1);
      this.lengths = grown(this.lengths, (slot + 1) * fields.length);
      const keys = new Float64Array(this.audience.length);
      keys.set(this.trustKeys);
      this.trustKeys = keys;
      this.ends = grown(this.ends, slot + 1);
    }
    const { from } = this.span(slot);
    if (from + terms > this.pool.length) this.pool = grown(this.pool, from + terms);
  }
}

function grown(column: Uint32Array<ArrayBuffer>, least: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(least, column.length + (column.length >>> 1)));
  larger.set(column);
  return larger;
}
