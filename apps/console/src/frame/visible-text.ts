/** Characters that are not seen, reorder others, or pass for a space. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;
/** Letters that look like Latin ones. */
const alike =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}]/gu;

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The same text with what cannot be seen in it written out. Line breaks stay. */
export const visibleText = (text: string): string =>
  text.replace(unseen, (it) => (it === '\n' ? it : it.split('').map(escaped).join('')));

const maxWords = 10;

/** Words that mix Latin letters with others that look like them, those written out; at most ten. */
export const mixedWords = (text: string): string[] =>
  [...new Set(text.match(/[^\s"]+/gu) ?? [])]
    .filter((word) => /\p{Script=Latin}/u.test(word) && word.search(alike) >= 0)
    .slice(0, maxWords)
    .map((word) => visibleText(word.replace(alike, escaped)));
