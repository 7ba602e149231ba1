/** Signs that are not seen, reorder others, or pass for a space. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;
/** Letters of scripts that have some which look like Latin ones. */
const alike =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}]/gu;
const maxWords = 10;

const unitsOf = (sign: string): string =>
  sign.split('').reduce((text, unit) => `${text}\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`, '');

/** JSON on several lines with nothing in it that cannot be seen: what could not be is written out, as JSON may have it. */
export const exactJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(unseen, (it) => (it === '\n' ? it : unitsOf(it)));

/** Words of a text that mix Latin letters with others that look like them, with those written out; ten at most. */
export function mixedWords(text: string): string[] {
  const words = (text.match(/[^\s"]+/gu) ?? []).filter((it) => /\p{Script=Latin}/u.test(it) && it.search(alike) >= 0);
  return [...new Set(words)].slice(0, maxWords).map((it) => it.replace(alike, unitsOf));
}
