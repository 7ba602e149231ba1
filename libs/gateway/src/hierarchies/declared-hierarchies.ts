import { splitReference } from '@assay/kernel';
import type { Hierarchy, HierarchyChange } from './hierarchy.js';

/** The hierarchies of all organisations, in memory as the change feed tells them. */
export class DeclaredHierarchies {
  readonly #byId = new Map<string, Hierarchy>();
  readonly #byCapability = new Map<string, Hierarchy>();
  /** By organisation and tool, in the order of their capabilities. */
  readonly #byTool = new Map<string, readonly Hierarchy[]>();

  of = (organisationId: string, capability: string): Hierarchy | undefined =>
    this.#byCapability.get(keyOf(organisationId, capability));

  /** Of an organisation, by capability. */
  all = (organisationId: string): Hierarchy[] =>
    [...this.#byId.values()].filter((it) => it.organisationId === organisationId).sort(byCapability);

  /** Those with a level of this tool (`ns/tool`), by capability. */
  with = (organisationId: string, tool: string): readonly Hierarchy[] =>
    this.#byTool.get(keyOf(organisationId, tool)) ?? [];

  apply({ id, state }: HierarchyChange): void {
    const former = this.#byId.get(id);
    if (former !== undefined) this.#leave(former);
    if (state === null) return;
    this.#byId.set(id, state);
    this.#byCapability.set(keyOf(state.organisationId, state.capability), state);
    for (const key of toolKeys(state))
      this.#byTool.set(key, [...(this.#byTool.get(key) ?? []), state].sort(byCapability));
  }

  #leave(former: Hierarchy): void {
    this.#byId.delete(former.id);
    const key = keyOf(former.organisationId, former.capability);
    // Another row may have taken its place, whose change arrived first.
    if (this.#byCapability.get(key) === former) this.#byCapability.delete(key);
    for (const tool of toolKeys(former)) {
      const others = (this.#byTool.get(tool) ?? []).filter((it) => it !== former);
      if (others.length > 0) this.#byTool.set(tool, others);
      else this.#byTool.delete(tool);
    }
  }
}

const keyOf = (organisationId: string, name: string): string => `${organisationId} ${name}`;

const toolKeys = ({ organisationId, levels }: Hierarchy): Set<string> =>
  new Set(levels.map(({ tool }) => keyOf(organisationId, splitReference(tool)[0])));

const byCapability = (a: Hierarchy, b: Hierarchy): number => (a.capability < b.capability ? -1 : 1);
