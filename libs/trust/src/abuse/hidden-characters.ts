import { mixedWords } from './glyphs.js';
import { excerptOf, type Sign } from './sign.js';

interface HiddenRule {
  readonly id: string;
  readonly weight: number;
  readonly pattern: RegExp;
}

/** Characters that show as nothing or make others show differently; each has a use that is no abuse, left out here. */
const rules: readonly HiddenRule[] = [
  // Flags of regions are a black flag, tags and a cancel tag.
  { id: 'tag-characters', weight: 0.9, pattern: /(?<!\u{1F3F4}[\u{E0020}-\u{E007E}]{0,6})[\u{E0020}-\u{E007E}]/u },
  { id: 'variation-selector-run', weight: 0.9, pattern: /\p{Variation_Selector}{3}/u },
  { id: 'terminal-escape', weight: 0.85, pattern: /(?!\s)\p{Cc}[[\]()PX^_]|\u009b/u },
  { id: 'bidi-override', weight: 0.8, pattern: /[\u202d\u202e]/u },
  { id: 'bidi-isolate', weight: 0.4, pattern: /[\u202a\u202b\u2066-\u2069]/u },
  // Joiners belong into Indic, Arabic and emoji; between Latin letters they only split words.
  { id: 'split-word', weight: 0.65, pattern: /[a-z][\u200b-\u200d\u2060-\u2064\ufeff\u00ad\u180e]+[a-z]/iu },
  {
    id: 'zero-width-run',
    weight: 0.8,
    pattern:
      /[\u200b-\u200f\u2060-\u2064\ufeff\u180e]{4}|(?:[\u200b-\u200d\u2062-\u2064][^\u200b-\u200d\u2062-\u2064]{0,2}){8}/u,
  },
  { id: 'blank-letters', weight: 0.5, pattern: /[\u115f\u1160\u3164\uffa0\u2800]{2}/u },
  { id: 'control-character', weight: 0.5, pattern: /(?!\s)\p{Cc}/u },
];
const mixedScript = { one: 0.55, more: 0.8 };
/** Marks stacked on one letter. */
const stacked = /\p{Mn}{4}/u;
/** So much white space in the middle of a text moves what follows out of sight. */
const farAway = /\S[ \t\u00a0]{200}[ \t\u00a0]*\S|\S(?:[ \t]*\n){30}\s*\S/u;
const nothingOdd = /^[\t\n\r\x20-\x7e\u00a0-\u00ac\u00ae-\u02ff]*$/;

/** Signs that a text holds more than it shows. */
export function hiddenSigns(text: string, path: string): Sign[] {
  const sign = (rule: string, weight: number, at: number, length: number): Sign => ({
    rule,
    weight,
    path,
    start: at,
    end: Math.min(text.length, at + length),
    excerpt: excerptOf(text, at, length),
  });
  const far = farAway.exec(text);
  const found = far === null ? [] : [sign('far-away', 0.5, far.index + far[0].length - 1, 60)];
  if (nothingOdd.test(text)) return found;
  for (const { id, weight, pattern } of rules) {
    const match = pattern.exec(text);
    if (match !== null) found.push(sign(id, weight, match.index, match[0].length));
  }
  const pile = stacked.exec(text);
  if (pile !== null) found.push(sign('stacked-marks', 0.4, pile.index, pile[0].length));
  const mixed = mixedWords(text);
  if (mixed.length > 0) {
    const at = text.indexOf(mixed[0] as string);
    found.push(sign('mixed-script', mixed.length > 1 ? mixedScript.more : mixedScript.one, at, 20));
  }
  return found;
}
