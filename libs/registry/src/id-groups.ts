/** Groups of ids in insertion order. An empty group takes no memory. */
export class IdGroups {
  readonly #groups = new Map<string, Set<string>>();

  add(group: string, id: string): void {
    const ids = this.#groups.get(group);
    if (ids === undefined) this.#groups.set(group, new Set([id]));
    else ids.add(id);
  }

  remove(group: string, id: string): void {
    const ids = this.#groups.get(group);
    if (ids?.delete(id) === true && ids.size === 0) this.#groups.delete(group);
  }

  of = (group: string): readonly string[] => [...(this.#groups.get(group) ?? [])];
}
