import { maxPolicies, type Policy, type PolicyStore, type PolicyWritten } from '../policy/policy.js';
import type { InMemoryChangeFeed } from './in-memory-change-feed.js';

/** Policies without a database. */
export class InMemoryPolicyStore implements PolicyStore {
  /** Newest first. */
  readonly #versions = new Map<string, Policy[]>();

  constructor(private readonly feed: InMemoryChangeFeed) {}

  async write(policy: Omit<Policy, 'version'>, expected: number | null | undefined): Promise<PolicyWritten> {
    const { organisationId, name } = policy;
    const key = `${organisationId} ${name}`;
    const [head, ...former] = this.#versions.get(key) ?? [];
    const version = head?.version ?? null;
    if (expected !== undefined && expected !== version) return { outcome: 'changed', version };
    const own = [...this.#versions.keys()].filter((it) => it.startsWith(`${organisationId} `));
    if (head === undefined && own.length >= maxPolicies) return { outcome: 'full' };
    const next = { ...policy, id: head?.id ?? policy.id, version: (version ?? 0) + 1 };
    this.#versions.set(key, [next, ...(head === undefined ? [] : [head]), ...former]);
    this.feed.put('policy', next);
    return { outcome: 'written', policy: next };
  }

  async versions(organisationId: string, name: string): Promise<readonly Policy[]> {
    return this.#versions.get(`${organisationId} ${name}`) ?? [];
  }
}
