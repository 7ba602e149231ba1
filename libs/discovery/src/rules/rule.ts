import type { Change } from '@assay/kernel';

/** When its predicate holds, its tool is chosen. Of one organisation. */
export interface Rule {
  readonly id: string;
  readonly organisationId: string;
  /** A CEL predicate; see `readPredicate`. */
  readonly when: string;
  /** `ns/tool`, or `ns/tool@range`. */
  readonly tool: string;
  /** The highest goes first; of equals, the older one. */
  readonly priority: number;
  /** Ms since the epoch. */
  readonly createdAt: number;
  readonly createdBy: string | null;
}

export type RuleChange = Change<'rule', Rule>;

/** The tool a rule chooses, and the range of its versions when there is one. */
export function chosenBy({ tool }: Pick<Rule, 'tool'>): { tool: string; range: string | undefined } {
  const at = tool.indexOf('@');
  return at < 0 ? { tool, range: undefined } : { tool: tool.slice(0, at), range: tool.slice(at + 1) };
}

/** An organisation has no more than this. */
export const maxRules = 200;

/** Rules. The change feed reports every change. */
export interface RuleStore {
  /** False when the organisation has `maxRules` already. */
  add(rule: Rule): Promise<boolean>;
  remove(id: string): Promise<void>;
}
