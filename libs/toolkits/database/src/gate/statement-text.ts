import { QueryRefusal } from '../query-refusal.js';

/** A text that every parser reads in the same way as characters: no NUL, no half of a surrogate pair, and of bounded length. */
export function requireText(text: string, maxLength: number): void {
  if (text.length > maxLength)
    throw new QueryRefusal('query_too_complex', `The statement has more than ${maxLength} characters.`, {
      length: text.length,
      maxLength,
    });
  if (text.includes('\0') || !text.isWellFormed())
    throw new QueryRefusal('parse_error', 'The statement contains a character that no database reads.');
}
