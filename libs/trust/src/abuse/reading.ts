import { foldGlyphs } from './glyphs.js';

/** How a text reads, and what had to be undone for it. */
export interface Reading {
  readonly text: string;
  /** Undefined: as it stands, save for what nobody sees. */
  readonly through?: string;
}

const minBase64 = 24;
const maxPieces = 20;

/**
 * The ways a text can be read: as it stands (compatibility forms folded, invisible characters and accents dropped,
 * look-alike letters made Latin where a word mixes scripts), without accents, and decoded from base64, hexadecimal, percent, entity and
 * escape notation, the rotated alphabet, spelt letters, digits for letters, backwards and tag characters. A decoding counts only
 * when printable text comes out that differs from the text itself.
 */
export function readingsOf(text: string): Reading[] {
  const plain = plainly(text);
  const decoded: Reading[] = [];
  const add = (through: string, found: string | undefined) => {
    if (found !== undefined && found.length > 7 && found !== plain && isText(found))
      decoded.push({ text: plainly(found), through });
  };
  for (const piece of pieces(plain, /[A-Za-z0-9+/_-]{24,}={0,2}/g)) add('base64', fromBase64(piece));
  for (const piece of pieces(plain, /(?:(?:\\x|0x|%)?[0-9a-fA-F]{2}[\s,:]?){16,}/g)) add('hexadecimal', fromHex(piece));
  if (/%[0-9a-fA-F]{2}(?:[^%]{0,12}%[0-9a-fA-F]{2}){3}/.test(plain)) add('percent encoding', fromPercent(plain));
  if (/&#?\w{2,8};/.test(plain)) add('entities', fromEntities(plain));
  if (/\\(?:u\{?[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}\\x)/.test(plain)) add('escapes', fromEscapes(plain));
  if (rotated.test(plain)) add('rotated alphabet', rotate(plain));
  if (backward.test(plain)) add('reversed text', [...plain].reverse().join(''));
  if (/(?:\b\w[ ._-]){6,}/.test(plain)) add('spelt letters', joinLetters(text));
  if (/[a-z][013457@$][a-z]/i.test(plain)) add('digits for letters', fromDigits(plain));
  if (accented.test(plain)) add('accents', withoutAccents(plain));
  add('tag characters', fromTags(text));
  return [{ text: plain }, ...decoded];
}

const pieces = (text: string, pattern: RegExp): string[] => (text.match(pattern) ?? []).slice(0, maxPieces);

const invisible = /\p{Cf}|\p{Variation_Selector}|[\u{115F}\u{1160}\u{3164}\u{FFA0}]/gu;
const escapes = /(?!\s)\p{Cc}(?:\[[0-9;?]*[ -/]*[@-~]|\][^\p{Cc}]{0,200}\p{Cc}\\?)?/gu;

/** As a person reads it; runs of spaces are one. ASCII takes the short way. */
export function plainly(text: string): string {
  if (isAscii.test(text)) return text.replaceAll(/[ \t\r]+/g, ' ');
  const folded = text.replaceAll(escapes, '').replaceAll(invisible, '').normalize('NFKC');
  // Marks that belong to a letter have become one with it: what is left strikes through or piles up.
  const bare = folded.replaceAll(/(?<=\p{Script=Latin})\p{Mn}+/gu, '');
  return foldGlyphs(bare).replaceAll(/[^\S\n]+/gu, ' ');
}
const accented = /[\u00c0-\u017f]/;
/** English in disguise; of other languages nothing else is looked for in it. */
const withoutAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}+/gu, '')
    .normalize('NFC');
const isAscii = /^[\t\n\r\x20-\x7e]*$/;

/** Mostly letters and spaces, as a sentence is and a key or a picture is not. */
function isText(text: string): boolean {
  const sample = text.slice(0, 400);
  const letters = sample.match(/[\p{L}\s.,:;'"_/!?()-]/gu)?.length ?? 0;
  return letters / [...sample].length > 0.85 && /\s/.test(sample);
}

function fromBase64(piece: string): string | undefined {
  if (piece.length < minBase64 || /^[a-z]+$|^[A-Z]+$|^[0-9a-f]+$/.test(piece)) return undefined;
  const standard = piece.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  try {
    return utf8(
      Uint8Array.from(atob(standard.slice(0, standard.length - (standard.length % 4 === 1 ? 1 : 0))), (it) =>
        it.charCodeAt(0),
      ),
    );
  } catch {
    return undefined;
  }
}

function fromHex(piece: string): string | undefined {
  const digits = piece.replaceAll(/\\x|0x|[%\s,:]/g, '');
  return utf8(Uint8Array.from(digits.match(/../g) ?? [], (it) => Number.parseInt(it, 16)));
}

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const fromPercent = (text: string): string => text.replaceAll(/(?:%[0-9a-fA-F]{2})+/g, (run) => fromHex(run) ?? run);

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' };

const fromEntities = (text: string): string =>
  text.replaceAll(/&(#x[0-9a-f]{1,6}|#[0-9]{1,7}|[a-z]{2,6});/gi, (whole, name: string) =>
    name.startsWith('#')
      ? character(/^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1)), whole)
      : (entities[name] ?? whole),
  );

const fromEscapes = (text: string): string =>
  text.replaceAll(
    /\\(?:u(?:\{([0-9a-fA-F]{1,6})\}|([0-9a-fA-F]{4}))|x([0-9a-fA-F]{2}))/g,
    (whole, long?: string, short?: string, byte?: string) =>
      character(Number.parseInt(long ?? short ?? byte ?? '', 16), whole),
  );

const character = (code: number, otherwise: string): string =>
  code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : otherwise;

/** Words of instructions as the rotated alphabet and backward writing have them. */
const rotated =
  /\b(?:vafgehpgvbaf?|cerivbhf|vtaber|flfgrz|nffvfgnag|frperg|cnffjbeq|sbejneq|gur hfre|pbairefngvba|orsber hfvat|qb abg gryy)\b/i;
const backward =
  /\b(?:s?noitcurtsni|suoiverp|erongi|metsys|tnatsissa|terces|drowssap|drawrof|resu eht|noitasrevnoc)\b/i;

const rotate = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (it) => {
    const base = it < 'a' ? 65 : 97;
    return String.fromCharCode(((it.charCodeAt(0) - base + 13) % 26) + base);
  });

/** `i g n o r e  a l l` and `d-o n-o-t` as `ignore all` and `do not`: one separator inside a word, more or another between. */
const joinLetters = (text: string): string =>
  text.replaceAll(/\b\w([ ._-])\w(?:\1\w)*\b/g, (run, separator: string) => run.replaceAll(separator, ''));

const digitLetters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};
/** Only inside words: numbers and addresses stay. */
const fromDigits = (text: string): string =>
  text.replaceAll(/[a-z0-9@$]+/gi, (word) =>
    /[a-z]/i.test(word) ? word.replaceAll(/[013457@$]/g, (it) => digitLetters[it] as string) : word,
  );

/** Tag characters mirror ASCII and show as nothing. */
function fromTags(text: string): string | undefined {
  const found = text.match(/[\u{E0020}-\u{E007E}]+/gu)?.join('');
  return found === undefined
    ? undefined
    : [...found].map((it) => String.fromCharCode((it.codePointAt(0) as number) - 0xe0000)).join('');
}
