import type { ToolDocument } from './tool-index.js';

/** The latest state of each document that changed, by what has to be done to reach it. */
export interface ChangedDocuments {
  readonly put: readonly ToolDocument[];
  readonly remove: readonly string[];
}

/**
 * Records changes while an index is rebuilt beside the one in use, so that they can be applied to the new one before
 * the switch. Outside `during` it records nothing.
 */
export class ChangesMeanwhile {
  readonly #logs = new Set<Map<string, ToolDocument | null>>();

  put(documents: readonly ToolDocument[]): void {
    for (const log of this.#logs) for (const document of documents) log.set(document.id, document);
  }

  remove(ids: readonly string[]): void {
    for (const log of this.#logs) for (const id of ids) log.set(id, null);
  }

  /**
   * The changes from the start of `work` to its end; several may run at a time, each with its own changes. `settle` is
   * called first, before anything else can change, so that a switch in it loses nothing.
   */
  async during(work: () => Promise<void>, settle?: (changed: ChangedDocuments) => void): Promise<ChangedDocuments> {
    const log = new Map<string, ToolDocument | null>();
    this.#logs.add(log);
    try {
      await work();
      const changed = {
        put: [...log.values()].filter((document) => document !== null),
        remove: [...log].flatMap(([id, document]) => (document === null ? [id] : [])),
      };
      settle?.(changed);
      return changed;
    } finally {
      this.#logs.delete(log);
    }
  }
}
