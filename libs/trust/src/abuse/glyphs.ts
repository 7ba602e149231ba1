/** Letters of other scripts that look like Latin ones: the letter, and its Latin look-alike. */
const lookAlikes: Readonly<Record<string, string>> = {
  ...pairs('аавсԁеһіјкӏмпорԛгѕтуѵԝхуі', 'aabcdehijklmnopqrstuvwxyi'),
  ...pairs('АВСЕНІЈКМОРЅТХУԌԚԜ', 'ABCEHIJKMOPSTXYGQW'),
  ...pairs('αβεικνορτυχγωη', 'abeikvoptuxywn'),
  ...pairs('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'),
};

function pairs(from: string, to: string): Record<string, string> {
  const latin = [...to];
  return Object.fromEntries([...from].map((letter, index) => [letter, latin[index] ?? letter]));
}

const word = /[\p{L}\p{N}]+/gu;
const latin = /\p{Script=Latin}/u;
const foreign = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;

/** An acronym with the ending that its grammar asks for. */
const inflected = /^[A-Z0-9]+\p{Script=Cyrillic}{1,3}$/u;

/** Whether a word mixes Latin letters with look-alikes of another script; units such as µm and single letters do not count. */
export function isMixed(text: string): boolean {
  if (!latin.test(text) || !foreign.test(text) || inflected.test(text)) return false;
  const letters = [...text];
  const strangers = letters.filter((it) => foreign.test(it));
  return (
    letters.length >= 4 &&
    strangers.every((it) => it in lookAlikes) &&
    letters.filter((it) => latin.test(it)).length >= 2
  );
}

/** Words of a text that mix scripts so as to look like others. */
export const mixedWords = (text: string): string[] =>
  foreign.test(text) ? (text.match(word) ?? []).filter(isMixed) : [];

/** Makes look-alike letters Latin in words that mix them with Latin ones; whole words of another script stay. */
export const foldGlyphs = (text: string): string =>
  foreign.test(text)
    ? text.replaceAll(word, (it) => (isMixed(it) ? [...it].map((letter) => lookAlikes[letter] ?? letter).join('') : it))
    : text;
