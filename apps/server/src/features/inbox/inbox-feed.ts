/** Reports changes of what the people of an organisation see in their inboxes. */
export class InboxFeed {
  readonly #listeners = new Map<string, Set<() => void>>();

  /** Calls back after each change until the result is called. Nobody without an organisation has an inbox. */
  listen(organisationId: string | null, listener: () => void): () => void {
    if (organisationId === null) return () => undefined;
    const present = this.#listeners.get(organisationId) ?? new Set();
    this.#listeners.set(organisationId, present.add(listener));
    return () => {
      present.delete(listener);
      if (present.size === 0 && this.#listeners.get(organisationId) === present) this.#listeners.delete(organisationId);
    };
  }

  /** The organisation of a change in the feed. */
  changed(organisationId: string): void {
    for (const listener of this.#listeners.get(organisationId) ?? []) listener();
  }
}
