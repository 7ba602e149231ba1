/** Consonants alone: codes spell no words, and no two letters are mistaken for one another. */
const alphabet = 'BCDFGHJKLMNPQRSTVWXZ';
const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Symbols of base64url from here on would make some letters more likely than others. */
const even = Math.floor(base64url.length / alphabet.length) * alphabet.length;
const length = 8;

/** Eight letters, about 34 bits, out of a random text in base64url. Undefined when the text is too short for it. */
export function userCodeOf(token: string): string | undefined {
  const letters = [...token]
    .map((it) => base64url.indexOf(it))
    .filter((at) => at >= 0 && at < even)
    .map((at) => alphabet[at % alphabet.length]);
  if (letters.length < length) return undefined;
  return `${letters.slice(0, length / 2).join('')}-${letters.slice(length / 2, length).join('')}`;
}

/** A code as it was made, however a person has typed it. */
export function plainUserCode(typed: string): string {
  const letters = typed.toUpperCase().replaceAll(/[^A-Z]/g, '');
  return `${letters.slice(0, length / 2)}-${letters.slice(length / 2)}`;
}
