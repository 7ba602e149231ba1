import { type Predicate, readPredicate, type Situation } from './predicate.js';
import type { Rule, RuleChange } from './rule.js';

interface Kept {
  readonly rule: Rule;
  readonly holds: Predicate;
}

/** A rule that applies, or one that could not be evaluated. */
export interface Applied {
  readonly rule: Rule;
  /** Why it could not be evaluated; such a rule does not choose. */
  readonly problem?: string;
}

/** The rules of all organisations, in memory as the change feed tells them, each predicate read once. */
export class SelectionRules {
  readonly #byId = new Map<string, Kept>();
  readonly #byOrganisation = new Map<string, readonly Kept[]>();

  rule = (id: string): Rule | undefined => this.#byId.get(id)?.rule;

  /** Those that go first first. */
  all = (organisationId: string): Rule[] => (this.#byOrganisation.get(organisationId) ?? []).map(({ rule }) => rule);

  /** The organisation's rules that hold, and those that failed, in their order. Once `isLate`, the rest is not asked. */
  applying(organisationId: string | null, situation: Situation, isLate: () => boolean = () => false): Applied[] {
    if (organisationId === null) return [];
    return (this.#byOrganisation.get(organisationId) ?? []).flatMap(({ rule, holds }): Applied[] => {
      if (isLate()) return [{ rule, problem: 'the rules before it took too long' }];
      try {
        return holds(situation) ? [{ rule }] : [];
      } catch (cause) {
        return [{ rule, problem: String((cause as Error)?.message ?? cause).split('\n', 1)[0] as string }];
      }
    });
  }

  apply({ id, state }: RuleChange): void {
    const former = this.#byId.get(id);
    this.#byId.delete(id);
    if (former !== undefined) this.#order(former.rule.organisationId);
    if (state === null) return;
    const predicate = readPredicate(state.when);
    // What was accepted once is read again by the same code; a rule of another version may not be.
    const holds = predicate.ok ? predicate.value : unreadable(predicate.error.message);
    this.#byId.set(id, { rule: state, holds });
    this.#order(state.organisationId);
  }

  #order(organisationId: string): void {
    const own = [...this.#byId.values()]
      .filter(({ rule }) => rule.organisationId === organisationId)
      .sort((a, b) => b.rule.priority - a.rule.priority || (a.rule.id < b.rule.id ? -1 : 1));
    if (own.length === 0) this.#byOrganisation.delete(organisationId);
    else this.#byOrganisation.set(organisationId, own);
  }
}

const unreadable =
  (message: string): Predicate =>
  () => {
    throw new Error(message);
  };
