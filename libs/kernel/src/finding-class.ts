import type { FindingSign } from '@assay/contracts';

/** The name of a finding in policies: `instruction`, `secret.<kind>` or `personal.<kind>`. */
export type FindingClass = string;

export const instructionClass: FindingClass = 'instruction';

/** A passage of a text with its class; offsets in UTF-16 code units, `end` exclusive. */
export interface Passage {
  readonly class: FindingClass;
  readonly start: number;
  readonly end: number;
}

/** A passage of one text of a JSON value. */
export interface Place extends Passage {
  /** JSON pointer to the text, or to the member with that name. */
  readonly path: string;
  /** Whether the text is the member's name. */
  readonly isName?: boolean;
}

/** The class of a detector's finding. The detector names its rules for secrets `secret-<kind>`. */
export function classOfSign({ rule, kind = rule }: Pick<FindingSign, 'rule' | 'kind'>): FindingClass {
  if (kind.startsWith('secret-')) return `secret.${kind.slice('secret-'.length)}`;
  if (kind.startsWith('secret.') || kind.startsWith('personal.')) return kind;
  return kind === 'other-callers-data' ? `personal.${kind}` : instructionClass;
}

/** Each class once, sorted, as policies receive them. */
export const classesOf = (found: Iterable<{ readonly class: FindingClass }>): FindingClass[] =>
  [...new Set([...found].map((it) => it.class))].sort();
