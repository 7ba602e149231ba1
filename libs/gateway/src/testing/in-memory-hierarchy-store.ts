import {
  type ExpectedRevision,
  type Hierarchy,
  type HierarchyStore,
  maxHierarchies,
  type PutAnswer,
} from '../hierarchies/hierarchy.js';
import type { InMemoryChangeFeed } from './in-memory-change-feed.js';

/** Declared hierarchies without a database. */
export class InMemoryHierarchyStore implements HierarchyStore {
  readonly #byName = new Map<string, Hierarchy>();

  constructor(private readonly feed: InMemoryChangeFeed) {}

  async put(hierarchy: Omit<Hierarchy, 'revision'>, expected: ExpectedRevision): Promise<PutAnswer> {
    const name = `${hierarchy.organisationId} ${hierarchy.capability}`;
    const present = this.#byName.get(name);
    if (isOther(present, expected)) return { state: 'changed', revision: present?.revision ?? null };
    const own = [...this.#byName.values()].filter((it) => it.organisationId === hierarchy.organisationId);
    if (present === undefined && own.length >= maxHierarchies) return { state: 'full' };
    const kept = { ...hierarchy, id: present?.id ?? hierarchy.id, revision: (present?.revision ?? 0) + 1 };
    this.#byName.set(name, kept);
    this.feed.put('fallback', kept);
    return { state: 'put', hierarchy: kept };
  }

  async remove(organisationId: string, capability: string, expected: ExpectedRevision) {
    const name = `${organisationId} ${capability}`;
    const present = this.#byName.get(name);
    if (present === undefined) return 'none' as const;
    if (isOther(present, expected)) return { revision: present.revision };
    this.#byName.delete(name);
    this.feed.remove('fallback', present.id);
    return 'removed' as const;
  }
}

const isOther = (present: Hierarchy | undefined, expected: ExpectedRevision): boolean =>
  expected !== undefined && (present?.revision ?? null) !== expected;
