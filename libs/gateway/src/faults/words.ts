/** Words of a text that are read; the beginning and the end of a longer text, where messages and causes stand. */
const maxCharacters = 4_000;
const tailCharacters = 1_000;

const isUpper = (code: number): boolean => code >= 65 && code <= 90;
const isLower = (code: number): boolean => code >= 97 && code <= 122;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
/** Letters of other scripts are words, too. */
const isLetter = (code: number): boolean => isUpper(code) || isLower(code) || code > 191;

export const boundedText = (text: string): string =>
  text.length <= maxCharacters
    ? text
    : `${text.slice(0, maxCharacters - tailCharacters)} ${text.slice(-tailCharacters)}`;

/**
 * The words of a text in lower case, in one pass over at most 4,000 characters. Names are split as people read them:
 * `ConnectionRefusedError`, `connection_refused` and "connection refused" share their first two words. Digits are words of
 * their own, and so is a colon, which separates what happened from what it happened to; apostrophes are dropped.
 */
export function wordsOf(text: string): readonly string[] {
  const bounded = boundedText(text);
  const words: string[] = [];
  let start = -1;
  const end = (at: number): void => {
    if (start >= 0) words.push(bounded.slice(start, at).replaceAll(/['’]/g, '').toLowerCase());
    start = -1;
  };
  for (let at = 0; at < bounded.length; at += 1) {
    const code = bounded.charCodeAt(at);
    const before = start < 0 ? 0 : bounded.charCodeAt(at - 1);
    if (isLetter(code)) {
      const isHump = isUpper(code) && (isLower(before) || (isUpper(before) && isLower(bounded.charCodeAt(at + 1))));
      if (isDigit(before) || isHump) end(at);
      if (start < 0) start = at;
    } else if (isDigit(code)) {
      if (!isDigit(before)) end(at);
      if (start < 0) start = at;
    } else if (!((code === 39 || code === 8217) && start >= 0 && isLetter(bounded.charCodeAt(at + 1)))) {
      end(at);
      if (code === 58) words.push(':');
    }
  }
  end(bounded.length);
  return words;
}
