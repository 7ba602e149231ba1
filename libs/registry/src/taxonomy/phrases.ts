/** A word, a number, or a letter of a script that has no spaces. */
const word = /[\p{L}\p{N}]+/gu;

/**
 * The words of a name or text, in lower case and the singular, `camelCase` and `snake_case` taken apart. Verbs lose
 * the s of the third person by the same rule: "Searches files" gives search, file.
 */
export const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .match(word)
    ?.map(singular) ?? [];

/** Words of a phrase with one space in between: phrases that mean the same text are equal. */
export const phraseOf = (text: string): string => wordsOf(text).join(' ');

/** Mended by rules alone: what is wrong in both a text and an alias meets all the same. */
function singular(text: string): string {
  if (text.length < 4 || /(?:ss|us|is|ews)$/.test(text)) return text;
  if (/.{2}ies$/.test(text)) return `${text.slice(0, -3)}y`;
  return text.replace(/(ch|sh|x|ss|zz)es$|s$/, '$1');
}
