import type { FindingSign } from '@assay/contracts';

/** What policies call a finding: `instruction`, `secret.<kind>` or `personal.<kind>`. */
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
  /** JSON pointer to the text, or to the member whose name it is. */
  readonly path: string;
  /** Whether the text is the name of the member. */
  readonly isName?: boolean;
}

/** The class of what a detector of attacks found. Its rules for secrets are called `secret-<kind>`. */
export function classOfSign({ rule, kind = rule }: Pick<FindingSign, 'rule' | 'kind'>): FindingClass {
  if (kind.startsWith('secret-')) return `secret.${kind.slice('secret-'.length)}`;
  if (kind.startsWith('secret.') || kind.startsWith('personal.')) return kind;
  return kind === 'other-callers-data' ? `personal.${kind}` : instructionClass;
}

/** Each class once, sorted, as policies are shown them. */
export const classesOf = (found: Iterable<{ readonly class: FindingClass }>): FindingClass[] =>
  [...new Set([...found].map((it) => it.class))].sort();
