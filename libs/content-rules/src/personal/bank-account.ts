import validator from 'validator';

const maxLength = 42;
const minCompact = 15;

/** The IBAN that begins at a place, by its country's form and its checksum (mod 97); undefined when there is none. */
export function ibanAt(text: string, start: number): { readonly start: number; readonly end: number } | undefined {
  let end = start + 4;
  let found: number | undefined;
  while (end <= text.length && end - start <= maxLength) {
    const isBreak = end === text.length || !isUpperOrDigit(text.charCodeAt(end));
    if (isBreak && end - start >= minCompact && validator.isIBAN(text.slice(start, end).replaceAll(' ', '')))
      found = end;
    if (isBreak && (text[end] !== ' ' || !isUpperOrDigit(text.charCodeAt(end + 1)))) break;
    end += 1;
  }
  return found === undefined ? undefined : { start, end: found };
}

/** Two capital letters and two digits. */
export const mayBeIban = (text: string, at: number): boolean =>
  isUpper(text.charCodeAt(at)) &&
  isUpper(text.charCodeAt(at + 1)) &&
  isDigit(text.charCodeAt(at + 2)) &&
  isDigit(text.charCodeAt(at + 3));

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isUpper = (code: number): boolean => code >= 65 && code <= 90;
const isUpperOrDigit = (code: number): boolean => isDigit(code) || isUpper(code);
