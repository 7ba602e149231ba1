import { classNumber, type Sentence, tokenClasses } from './scan-words.js';

export const classCount = tokenClasses.length;
/** Words of two classes this near one another make a phrase. */
const nearWords = 5;

/** What stands around a sentence. */
export interface Around {
  /** Whether the text before it is a report of success or the like; see `finishedClass`. */
  readonly previous?: Sentence;
  /** Whether a block of code follows. */
  readonly next?: Sentence;
  /** Where it stands beside a structure (JSON and the like) that makes up the rest of the text. */
  readonly beside?: 'trailing' | 'leading';
  /** 0: the only sentence of its text; 1: one of a few; 2: among many that begin with a verb, as instructions for people do. */
  readonly crowd?: 0 | 1 | 2;
}

const finished = classNumber('finished');
const fence = classNumber('fence');
const colon = classNumber('colon');
const rest = 12;

/**
 * Numbers of the features: each class present (0), as the first word (1); then pairs in order and near (2) and pairs
 * anywhere (3), then what stands around the sentence.
 */
export const namedCount = 2 * classCount + 2 * classCount * classCount + rest;
/** Words by their hashes; a few share a number. */
export const wordBuckets = 8_192;
export const featureCount = namedCount + wordBuckets;
const ordered = 2 * classCount;
const anywhere = ordered + classCount * classCount;
const around = anywhere + classCount * classCount;

export const featureName = (feature: number): string => {
  const name = (it: number) => tokenClasses[it] as string;
  if (feature < classCount) return name(feature);
  if (feature < ordered) return `^${name(feature - classCount)}`;
  if (feature >= namedCount) return `word-${feature - namedCount}`;
  if (feature >= around) return `around-${feature - around}`;
  const pair = feature - (feature < anywhere ? ordered : anywhere);
  return `${name(Math.floor(pair / classCount))}${feature < anywhere ? '>' : '&'}${name(pair % classCount)}`;
};

/** Calls `add` for each feature of a sentence, once. */
export class OrderFeatures {
  /** The run in which a feature was last seen, so that nothing has to be cleared. */
  readonly #seen = new Uint32Array(featureCount);
  #run = 0;

  read(
    { tokens, words, hashes }: Sentence,
    { previous, next, beside, crowd }: Around,
    add: (feature: number) => void,
  ): void {
    this.#run += 1;
    const seen = this.#seen;
    const run = this.#run;
    const once = (feature: number) => {
      if (seen[feature] === run) return;
      seen[feature] = run;
      add(feature);
    };
    const present: number[] = [];
    for (let index = 0; index < tokens.length; index += 1) {
      const { at, classes } = tokens[index] as (typeof tokens)[number];
      for (const it of classes) {
        if (seen[it] !== run) present.push(it);
        once(it);
        if (at <= 1) once(classCount + it);
      }
      for (let before = index - 1; before >= 0; before -= 1) {
        const earlier = tokens[before] as (typeof tokens)[number];
        if (at - earlier.at > nearWords) break;
        for (const a of earlier.classes) for (const b of classes) once(ordered + a * classCount + b);
      }
    }
    if (beside !== undefined) {
      present.push(classNumber(beside));
      once(classNumber(beside));
    }
    present.sort((a, b) => a - b);
    for (let a = 0; a < present.length; a += 1)
      for (let b = a + 1; b < present.length; b += 1)
        once(anywhere + (present[a] as number) * classCount + (present[b] as number));
    if (previous !== undefined && has(previous, finished)) once(around);
    if (next !== undefined && has(next, fence) && has({ tokens }, colon)) once(around + 1);
    if (beside !== undefined && words > 4) once(around + 2);
    if (words <= 3) once(around + 3);
    if (words >= 30) once(around + 4);
    if (crowd !== undefined) once(around + 5 + crowd);
    for (const hash of hashes) once(namedCount + ((hash ^ (hash >>> 15)) & (wordBuckets - 1)));
  }
}

const has = ({ tokens }: Pick<Sentence, 'tokens'>, wanted: number): boolean =>
  tokens.some(({ classes }) => classes.includes(wanted));
