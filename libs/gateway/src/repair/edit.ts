/**
 * `form` leaves what was meant as it is (type, date format, name of a field, a stated default); `meaning` guesses at what
 * was meant, which only tools that read may act on.
 */
export type EditKind = 'form' | 'meaning';

/** One change of an input, at a JSON pointer of the input as it was. */
export interface Edit {
  readonly path: string;
  readonly rule: 'type' | 'field-name' | 'date' | 'default' | 'null' | 'enum' | 'encoding' | 'guess' | 'broaden';
  readonly kind: EditKind;
  /** Undefined when nothing stood there. */
  readonly from: unknown;
  /** Undefined when it is left out. */
  readonly to: unknown;
}

/** An edit as a sentence for people and models. */
export function editText({ path, rule, from, to }: Edit): string {
  if (rule === 'broaden') return `${path} ${shown(from)} was removed because nothing matched the full input`;
  if (rule === 'guess' && from === undefined) return `${path} was missing and was set to ${shown(to)}`;
  if (rule === 'guess' && to === undefined) return `${path} ${shown(from)} was left out`;
  if (rule === 'field-name') return `${path} is called ${JSON.stringify(to)}`;
  if (from === undefined) return `${path} was missing and is its default, ${shown(to)}`;
  if (to === undefined) return `${path} was null and was removed`;
  return `${path} ${shown(from)} was read as ${shown(to)}`;
}

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? '';
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
};
