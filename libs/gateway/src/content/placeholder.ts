import type { FindingClass, Passage } from '@assay/kernel';

/**
 * What stands in the place of a masked value: `assay-masked-personal.phone-` and 26 characters that nobody can guess. Of a
 * mail address it has the form of one, so that it fits schemas that ask for one.
 */
const prefix = 'assay-masked-';
const pattern = /assay-masked-((?:secret|personal)\.[a-z0-9-]{1,60}|instruction)-([a-z2-7]{26})(?:@masked\.invalid)?/g;
const mailDomain = '@masked.invalid';
const mailClass: FindingClass = 'personal.email';

export const tokenLength = 26;

/** @param token of base 32, in small letters. */
export const placeholderOf = (found: FindingClass, token: string): string =>
  `${prefix}${found}-${token}${found === mailClass ? mailDomain : ''}`;

export interface FoundPlaceholder extends Passage {
  readonly text: string;
  readonly token: string;
}

/** What looks like a placeholder in a text, whether it is one or not. */
export function placeholdersIn(text: string): FoundPlaceholder[] {
  if (!text.includes(prefix)) return [];
  return [...text.matchAll(pattern)].map((match) => ({
    class: match[1] as string,
    token: match[2] as string,
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
}

export const mayHoldPlaceholder = (text: string): boolean => text.includes(prefix);

/** Whether a text or a name anywhere in a JSON value looks like one. */
export function holdsPlaceholder(value: unknown): boolean {
  if (typeof value === 'string') return mayHoldPlaceholder(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, it]) => mayHoldPlaceholder(key) || holdsPlaceholder(it));
}
