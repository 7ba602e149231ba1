import type { LimitName } from '@assay/contracts';
import { type LimitRule, subjectKeyOf } from '../policy/limit-rules.js';
import type { LimitStore } from '../policy/limit-store.js';
import type { InMemoryChangeFeed } from './in-memory-change-feed.js';

/** Limits without a database. */
export class InMemoryLimitStore implements LimitStore {
  readonly #rules = new Map<string, LimitRule>();

  constructor(private readonly feed: InMemoryChangeFeed) {}

  async put(rule: LimitRule): Promise<LimitRule> {
    const key = `${rule.name} ${subjectKeyOf(rule)}`;
    const kept = { ...rule, id: this.#rules.get(key)?.id ?? rule.id };
    this.#rules.set(key, kept);
    this.feed.put('limit', kept);
    return kept;
  }

  async remove(name: LimitName, subjectKey: string): Promise<boolean> {
    const key = `${name} ${subjectKey}`;
    const present = this.#rules.get(key);
    if (present === undefined) return false;
    this.#rules.delete(key);
    this.feed.remove('limit', present.id);
    return true;
  }
}
