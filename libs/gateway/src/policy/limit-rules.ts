import type { LimitName, LimitSource } from '@assay/contracts';
import type { Change } from '@assay/kernel';
import { limitTable } from './limit-table.js';

/** A number somebody has set in place of a default. One a limit and subject. */
export interface LimitRule {
  readonly id: string;
  /** Whose limit it is; of a rule for everybody, the organisation that runs the installation. */
  readonly organisationId: string;
  readonly name: LimitName;
  /** Id of an organisation, namespace or principal; null for a tool, and for everybody. */
  readonly subjectId: string | null;
  /** `ns/tool`; null for anything else. */
  readonly tool: string | null;
  /** The most within the limit's window. */
  readonly limit: number;
  readonly reason: string | null;
  /** Milliseconds since the epoch. */
  readonly setAt: number;
  readonly setBy: string | null;
}

export type LimitChange = Change<'limit', LimitRule>;

/** The subject of a rule for everybody for whom nothing else is set. */
export const everybody = '*';

/** What a rule is for: an id, `ns/tool`, or everybody. */
export const subjectKeyOf = ({ subjectId, tool }: Pick<LimitRule, 'subjectId' | 'tool'>): string =>
  subjectId ?? tool ?? everybody;

/** A number, and where it comes from; null for no limit. */
export interface LimitInForce {
  readonly limit: number | null;
  readonly source: LimitSource;
}

/** The limits that were set, in memory, as the change feed tells them. */
export class LimitRules {
  readonly #rules = new Map<string, LimitRule>();
  readonly #bySubject = new Map<string, LimitRule>();
  /** Increases with every change, so that derived data can detect that it is out of date. Only this class sets it. */
  epoch = 0;

  all = (): Iterable<LimitRule> => this.#rules.values();

  /** What was set for exactly this subject. */
  rule = (name: LimitName, subjectKey: string): LimitRule | undefined => this.#bySubject.get(`${name} ${subjectKey}`);

  /** What binds a subject (an id, or `ns/tool`). */
  inForce(name: LimitName, subjectKey: string): LimitInForce {
    const own = this.rule(name, subjectKey);
    if (own !== undefined) return { limit: own.limit, source: 'own' };
    const general = this.rule(name, everybody);
    if (general !== undefined) return { limit: general.limit, source: 'everybody' };
    return { limit: limitTable[name].fallback, source: 'default' };
  }

  apply({ id, state }: LimitChange): void {
    this.epoch += 1;
    const former = this.#rules.get(id);
    if (former !== undefined) {
      const key = keyOf(former);
      // Another row may have taken its place, whose change arrived first.
      if (this.#bySubject.get(key) === former) this.#bySubject.delete(key);
    }
    this.#rules.delete(id);
    if (state === null) return;
    this.#rules.set(id, state);
    this.#bySubject.set(keyOf(state), state);
  }
}

const keyOf = (rule: LimitRule): string => `${rule.name} ${subjectKeyOf(rule)}`;
