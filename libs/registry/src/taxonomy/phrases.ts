/** A word, a number, or a letter of a script without spaces. */
const word = /[\p{L}\p{N}]+/gu;

/**
 * The words of a name or text, in lower case and the singular; `camelCase` and `snake_case` are split. The same rule
 * removes the third person's s from verbs: "Searches files" gives search, file.
 */
export const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .match(word)
    ?.map(singular) ?? [];

/** Words of a phrase separated by one space: equal phrases have equal text. */
export const phraseOf = (text: string): string => wordsOf(text).join(' ');

/** Stemmed by rules alone: a wrong stem is the same in a text and an alias, so they still match. */
function singular(text: string): string {
  if (text.length < 4 || /(?:ss|us|is|ews)$/.test(text)) return text;
  if (/.{2}ies$/.test(text)) return `${text.slice(0, -3)}y`;
  return text.replace(/(ch|sh|x|ss|zz)es$|s$/, '$1');
}
