import list from './other-languages.json' with { type: 'json' };

/** A form that instructions to a model take in a language other than English. */
export interface ForeignForm {
  readonly id: string;
  readonly weight: number;
  readonly pattern: RegExp;
}

/** `{{gap 30}}`: what stands between two words of a form, in the same sentence. */
const withGaps = (pattern: string): string => pattern.replaceAll(/\{\{gap (\d+)\}\}/g, '[^.!?\\n。！？]{0,$1}');

/**
 * The common forms in eighteen languages: setting aside what was said, secrecy towards the user, asking for the
 * conversation or for keys, and orders for before this tool is used.
 */
export const otherLanguages: readonly ForeignForm[] = list.forms.map(({ id, weight, patterns }) => ({
  id,
  weight,
  pattern: new RegExp(patterns.map(withGaps).join('|'), 'gu'),
}));
