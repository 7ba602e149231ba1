const separator = 0;
const lower = 1;
const upper = 2;
const digit = 3;

const classes = new Uint8Array(128);
for (let code = 97; code <= 122; code += 1) classes[code] = lower;
for (let code = 65; code <= 90; code += 1) classes[code] = upper;
for (let code = 48; code <= 57; code += 1) classes[code] = digit;

/** A compound of more parts, or longer, is a phrase or an identifier that nobody types in one piece. */
const maxParts = 3;
const maxCompound = 24;

const beyondAscii = /[\u0080-\uffff]/;
const diacritics = /[\u0300-\u036f]/g;
/** Letters of scripts written without spaces, as a class; their punctuation is left out. */
const scripts = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{scx=${script}}`)
  .join('');
const unspaced = `[[${scripts}]&&[\\p{L}\\p{M}\\p{N}]]`;
/** Letters and digits that belong together; a change to or from an unspaced script parts them. */
const run = new RegExp(`${unspaced}+|(?:(?!${unspaced})[\\p{L}\\p{M}\\p{N}])+`, 'gv');
const startsUnspaced = new RegExp(`^${unspaced}`, 'v');
const wordInRun = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{Lt}\p{M}]+|\p{N}+/gu;

/**
 * Calls `emit` with each word of a text, in lower case. `getUserByID2` is get, user, by, id, 2; `HTTPServer` is http,
 * server, and, being a short compound, httpserver as well, so that `GitHub` and `github` find each other. Text is
 * brought to NFKC and loses its diacritics first; Chinese, Japanese, Korean, Thai and other scripts without spaces
 * come as overlapping pairs of characters.
 */
export function eachWord(text: string, emit: (word: string) => void): void {
  if (!beyondAscii.test(text)) {
    eachAsciiWord(text, emit);
    return;
  }
  for (const [found] of fold(text).matchAll(run)) {
    if (beyondAscii.test(found)) eachUnicodeWord(found, emit);
    else eachAsciiWord(found, emit);
  }
}

/** NFKC without diacritics. Recomposed afterwards, because decomposing also takes Hangul and kana apart. */
export function fold(text: string): string {
  return text.normalize('NFKC').normalize('NFD').replace(diacritics, '').normalize('NFC');
}

function eachAsciiWord(text: string, emit: (word: string) => void): void {
  let start = -1;
  let compound = 0;
  let parts = 0;
  let before = separator;
  for (let at = 0; at <= text.length; at += 1) {
    const kind = at === text.length ? separator : (classes[text.charCodeAt(at)] ?? separator);
    if (start >= 0 && endsWord(before, kind, text, at)) {
      emit(text.slice(start, at).toLowerCase());
      start = -1;
      parts += 1;
    }
    if (kind === separator) {
      if (parts > 1 && parts <= maxParts && at - compound <= maxCompound) {
        emit(text.slice(compound, at).toLowerCase());
      }
      parts = 0;
    } else if (start < 0) {
      start = at;
      if (parts === 0) compound = at;
    }
    before = kind;
  }
}

/** Whether a word ends before the character at `at`: at a separator, a hump, or between letters and digits. */
function endsWord(before: number, kind: number, text: string, at: number): boolean {
  if (kind === before) return kind === upper && classes[text.charCodeAt(at + 1)] === lower;
  return !(before === upper && kind === lower);
}

function eachUnicodeWord(text: string, emit: (word: string) => void): void {
  if (startsUnspaced.test(text)) eachPair(text, emit);
  else for (const [word] of text.matchAll(wordInRun)) emit(word.toLowerCase());
}

function eachPair(text: string, emit: (word: string) => void): void {
  const characters = [...text];
  if (characters.length === 1) emit(text);
  for (let at = 0; at + 1 < characters.length; at += 1) {
    emit(`${characters[at]}${characters[at + 1]}`.toLowerCase());
  }
}
