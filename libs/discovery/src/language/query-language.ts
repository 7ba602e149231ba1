import words from './language-words.json' with { type: 'json' };

/** Languages that are recognised beside English, by ISO 639-1 code. */
export const languageNames: Readonly<Record<string, string>> = {
  ar: 'Arabic',
  de: 'German',
  es: 'Spanish',
  fr: 'French',
  it: 'Italian',
  ja: 'Japanese',
  ko: 'Korean',
  nl: 'Dutch',
  pl: 'Polish',
  pt: 'Portuguese',
  ru: 'Russian',
  th: 'Thai',
  tr: 'Turkish',
  zh: 'Chinese',
};

/** In this order: Japanese has Chinese characters beside its own, so its own are looked for first. */
const scripts: readonly (readonly [language: string, letters: RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['th', /\p{Script=Thai}/gu],
];

const { about: _, source: __, licence: ___, en, ...others } = words;
const english = new Set(en.split(' '));
const foreign = Object.entries(others).map(
  ([language, list]) => [language, new Set(list.split(' ').filter((word) => !english.has(word)))] as const,
);

/** Characters of a query that are read. */
const maxLength = 1_000;
/** Of a text in another script, this share of the letters is in it; names of programs stay in Latin letters. */
const shareOfScript = 0.3;

/**
 * The language that a query is in, as one of the codes above; undefined for English and whenever the query does not
 * show it. Scripts decide where they can. In Latin letters, the language with the most everyday words in the query is
 * taken, if these are more than the English ones.
 */
export function queryLanguage(text: string): string | undefined {
  const read = text.slice(0, maxLength);
  return byScript(read) ?? byWords(read);
}

function byScript(text: string): string | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return undefined;
  return scripts.find(([, own]) => (text.match(own)?.length ?? 0) >= shareOfScript * letters)?.[0];
}

function byWords(text: string): string | undefined {
  const asked = wordsOf(text);
  let highest = asked.filter((word) => english.has(word)).length;
  let best: string | undefined;
  for (const [language, known] of foreign) {
    const found = asked.filter((word) => known.has(word)).length;
    if (found > highest) [highest, best] = [found, language];
  }
  return best;
}

/** In lower case and without accents. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/\p{L}+/gu) ?? [];
