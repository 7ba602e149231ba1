import { runAtOnce, type Sliced } from '@assay/kernel';
import { boundWords } from './bound-words.js';
import { concepts } from './concepts.js';
import { type Conjunction, conjunctions } from './conjunctions.js';
import { otherLanguages } from './other-languages.js';
import { type Passage, SourceMap, sentencesAround } from './passage.js';
import { plainly, type Reading, readingsOf } from './reading.js';
import { excerptOf, type Sign } from './sign.js';

interface Match {
  readonly at: number;
  readonly length: number;
}

/** Maximum distinct places of a concept: the last of them extends to the end of the text. */
const maxPlaces = 40;
/** What an instruction that somebody took the trouble to encode adds. */
const encodedWeight = 0.6;
/** A decoded text counts when it says at least something of this weight that the text as it stands does not. */
const minEncoded = 0.4;

/** The rule of a whole sentence that somebody encoded, whatever it says: honest in an answer, odd in a definition. */
export const encodedSentence = 'encoded-sentence';
const hidingForms = new Set(['base64', 'hexadecimal', 'rotated alphabet', 'reversed text']);
const sixWords = /(?:\b[a-z.,'-]+\s+){5}[a-z]/i;
const isHidden = ({ through, text }: Reading): boolean => hidingForms.has(through ?? '') && sixWords.test(text);

/** Ids of concepts and foreign forms. */
export type RuleIds = ReadonlySet<string>;

/**
 * What of the rules is anywhere in these texts as they stand. Looking at many short texts is cheap when only these are
 * looked for in each: one pass over all of them instead of a pass of every rule over each.
 */
export const rulesAmong = (texts: readonly string[]): RuleIds => runAtOnce(lookingForRules(texts));

/** As above, a rule at a time. */
export function* lookingForRules(texts: readonly string[]): Sliced<RuleIds> {
  if (texts.length === 0) return none;
  const all = boundWords(texts.map(plainly).join('\n').toLowerCase());
  const found = new Set<string>();
  for (const { id, pattern } of [...concepts, ...otherLanguages]) {
    yield;
    if (all.search(pattern) >= 0) found.add(id);
  }
  return found;
}

/**
 * Signs that a text speaks to the model that reads it, in any of its readings. In the text as it stands only `among` is
 * looked for. Each sign has the sentences it was found in; one in a decoded reading has the whole text.
 */
export const instructionSigns = (...parts: Parameters<typeof lookingForInstructions>): Sign[] =>
  runAtOnce(lookingForInstructions(...parts));

/** As above, a reading at a time. */
export function* lookingForInstructions(text: string, path: string, among: RuleIds = everything): Sliced<Sign[]> {
  const [plain, ...decoded] = readingsOf(text);
  const seen = plain === undefined || among.size === 0 ? [] : [...signsIn(plain, path, among)];
  const source = seen.length === 0 ? undefined : new SourceMap(text, plain?.text ?? '');
  const found: Sign[] = seen.map((it) => ({ ...it, ...(source && sentencesAround(text, source.passage(it))) }));
  const whole = { start: 0, end: text.length };
  let known: RuleIds | undefined;
  for (const reading of decoded) {
    yield;
    const said = [...signsIn(reading, path, everything)];
    if (said.length > 0) known ??= new Set([...signsIn(plain as Reading, path, everything)].map((it) => it.rule));
    const more = said.filter((it) => known?.has(it.rule) !== true);
    if (more.every((it) => it.weight < minEncoded)) {
      if (isHidden(reading))
        found.push({
          rule: encodedSentence,
          weight: minEncoded,
          path,
          ...whole,
          excerpt: excerptOf(reading.text, 0, 160),
        });
      continue;
    }
    const excerpt = excerptOf(`${reading.through}: ${reading.text}`, 0, 160);
    const inWhole = more.map((it) => ({ ...it, ...whole }));
    found.push(...inWhole, { rule: 'encoded', weight: encodedWeight, path, ...whole, excerpt });
  }
  return found;
}

function* signsIn({ text, through }: Reading, path: string, among: RuleIds): Generator<Sign & Passage> {
  const sign = (rule: string, weight: number, { at, length }: Match): Sign & Passage => ({
    rule,
    weight,
    path,
    start: at,
    end: at + length,
    excerpt: excerptOf(text, at, length),
  });
  const lower = boundWords(text.toLowerCase());
  const matches = new Matches(lower, among);
  for (const { id, weight } of concepts) {
    if (weight !== undefined) for (const match of matches.of(id)) yield sign(id, weight, match);
  }
  for (const conjunction of conjunctions) {
    for (const span of spansOf(conjunction, matches)) yield sign(conjunction.id, conjunction.weight, span);
  }
  if (through === 'accents') return;
  for (const { id, weight } of otherLanguages) for (const match of matches.of(id)) yield sign(id, weight, match);
}

/** Places of concepts in a text, each concept looked for when it is first asked after. */
class Matches {
  readonly #found = new Map<string, readonly Match[]>();
  readonly #text: string;
  readonly #among: RuleIds;

  constructor(text: string, among: RuleIds) {
    this.#text = text;
    this.#among = among;
  }

  of(id: string): readonly Match[] {
    const known = this.#found.get(id);
    if (known !== undefined) return known;
    if (!this.#among.has(id)) return nowhere;
    const places: Match[] = [];
    for (const match of this.#text.matchAll(patterns.get(id) as RegExp)) {
      const isLast = places.length === maxPlaces - 1;
      places.push({ at: match.index, length: isLast ? this.#text.length - match.index : match[0].length });
      if (isLast) break;
    }
    this.#found.set(id, places);
    return places;
  }
}

const nowhere: readonly Match[] = [];
const none: RuleIds = new Set();
const everything: RuleIds = new Set([...concepts, ...otherLanguages].map((it) => it.id));
const patterns = new Map([...concepts, ...otherLanguages].map(({ id, pattern }) => [id, pattern]));

/** The stretches of the text in which every group has a member, short enough for them to belong together. */
function* spansOf({ groups, within }: Conjunction, matches: Matches): Generator<Match> {
  const places: Match[][] = [];
  for (const ids of groups) {
    const ofGroup = ids.flatMap((id) => matches.of(id));
    if (ofGroup.length === 0) return;
    places.push(ofGroup);
  }
  const [anchors = [], ...others] = places;
  for (const anchor of anchors) {
    const chosen = others.map((places) => nearest(places, anchor));
    const from = Math.min(anchor.at, ...chosen.map((it) => it.at));
    const to = Math.max(...[anchor, ...chosen].map((it) => it.at + it.length));
    if (to - from - anchor.length <= within) yield { at: from, length: to - from };
  }
}

const nearest = (places: readonly Match[], { at, length }: Match): Match =>
  places.reduce((best, it) => (gap(it, at, length) < gap(best, at, length) ? it : best));

const gap = (one: Match, at: number, length: number): number =>
  Math.max(0, one.at - (at + length), at - (one.at + one.length));
