import type { Toolset, ToolsetChange } from './toolset.js';

const keyOf = ({ organisationId, name }: Pick<Toolset, 'organisationId' | 'name'>): string =>
  `${organisationId} ${name}`;

/** All toolsets in memory, updated by the change feed. */
export class Toolsets {
  readonly #byId = new Map<string, Toolset>();
  readonly #byName = new Map<string, Toolset>();

  named = (organisationId: string, name: string): Toolset | undefined =>
    this.#byName.get(keyOf({ organisationId, name }));

  all = (): Iterable<Toolset> => this.#byId.values();

  /** By name. */
  of = (organisationId: string): Toolset[] =>
    [...this.#byId.values()]
      .filter((it) => it.organisationId === organisationId)
      .sort((a, b) => (a.name < b.name ? -1 : 1));

  apply({ id, state }: ToolsetChange): void {
    const former = this.#byId.get(id);
    if (former !== undefined && this.#byName.get(keyOf(former)) === former) this.#byName.delete(keyOf(former));
    this.#byId.delete(id);
    if (state !== null) {
      this.#byId.set(id, state);
      this.#byName.set(keyOf(state), state);
    }
  }
}
