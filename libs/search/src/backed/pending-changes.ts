import type { ToolDocument } from '@assay/discovery';

/** A document's state that is to be written: null when it is gone. */
type State = ToolDocument | null;

/**
 * The latest state of each document that has yet to be written. When there are too many, none is kept: then everything
 * has to be compared.
 */
export class PendingChanges {
  readonly #states = new Map<string, State>();
  #hasOverflowed = false;

  constructor(private readonly max: number) {}

  put(documents: readonly ToolDocument[]): void {
    for (const document of documents) this.#set(document.id, document);
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) this.#set(id, null);
  }

  /** The oldest ones, which are no longer kept here. */
  take(max: number): Map<string, State> {
    const taken = new Map([...this.#states].slice(0, max));
    for (const id of taken.keys()) this.#states.delete(id);
    return taken;
  }

  /** Could not be written; what changed since then stands. */
  putBack(taken: ReadonlyMap<string, State>): void {
    for (const [id, state] of taken) if (!this.#states.has(id)) this.#set(id, state);
  }

  /** True once after an overflow. */
  overflowed(): boolean {
    const hasOverflowed = this.#hasOverflowed;
    this.#hasOverflowed = false;
    return hasOverflowed;
  }

  clear(): void {
    this.#states.clear();
    this.#hasOverflowed = false;
  }

  get size(): number {
    return this.#states.size;
  }

  #set(id: string, state: State): void {
    this.#states.set(id, state);
    if (this.#states.size <= this.max) return;
    this.#states.clear();
    this.#hasOverflowed = true;
  }
}
