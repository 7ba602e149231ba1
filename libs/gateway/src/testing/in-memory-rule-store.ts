import { maxRules, type Rule, type RuleStore } from '@assay/discovery';
import type { InMemoryChangeFeed } from './in-memory-change-feed.js';

/** Rules without a database. */
export class InMemoryRuleStore implements RuleStore {
  readonly #rules = new Map<string, Rule>();

  constructor(private readonly feed: InMemoryChangeFeed) {}

  async add(rule: Rule): Promise<boolean> {
    const own = [...this.#rules.values()].filter((it) => it.organisationId === rule.organisationId);
    if (own.length >= maxRules) return false;
    this.#rules.set(rule.id, rule);
    this.feed.put('rule', rule);
    return true;
  }

  async remove(id: string): Promise<void> {
    if (this.#rules.delete(id)) this.feed.remove('rule', id);
  }
}
