import {
  type Clock,
  type ContentRules,
  classesOf,
  classOfSign,
  type FindingClass,
  type Passage,
  type Pause,
  type Place,
  pausing,
} from '@assay/kernel';
import { classOfField, fitsField, namedValues } from '@assay/named-values';
import { type ContentFound, nothingFound } from '../policy/decide-calls.js';
import { type JsonText, visitTexts } from './json-texts.js';
import { placeholdersIn } from './placeholder.js';

/** What an examination found, place by place. */
export interface Examined extends ContentFound {
  readonly places: readonly Place[];
}

export const emptyExamination: Examined = Object.freeze({ ...nothingFound, places: [] });

/** How much is examined for a policy; what has more is not examined to the end, and policies on findings hold. */
export const maxExamined = Object.freeze({ values: 200_000, characters: 2_000_000 });
/** How much is looked at for a mark on the result, where nothing depends on it. */
const maxMarked = Object.freeze({ values: 1_000, characters: 16_384 });
/** Others get their turn after so many characters. */
const sliceCharacters = 128_000;

/** Finds instructions, secrets and personal data in JSON values. */
export class ExamineContent {
  readonly #rules: ContentRules;
  readonly #pause: Pause;
  readonly #onProblem: (cause: unknown) => void;

  /**
   * @param onProblem called for an examination that could not be completed.
   */
  constructor(rules: ContentRules, clock: Pick<Clock, 'after'>, onProblem: (cause: unknown) => void) {
    this.#rules = rules;
    this.#pause = pausing(clock);
    this.#onProblem = onProblem;
  }

  /** Classes of personal data and of named secrets at the beginning of a value: for a mark, and in microseconds. */
  mark(value: unknown): readonly FindingClass[] {
    const found: Passage[] = [];
    visitTexts(value, { ...maxMarked }, (it) => void found.push(...this.#plain(it)));
    return found.length === 0 ? none : classesOf(found);
  }

  /** Everything in a value, instructions to a model included where they are asked for. */
  async examine(value: unknown, { instructions = true }: { instructions?: boolean } = {}): Promise<Examined> {
    try {
      return await this.#examine(value, instructions);
    } catch (cause) {
      this.#onProblem(cause);
      return { classes: [], isWhole: false, places: [] };
    }
  }

  async #examine(value: unknown, instructions: boolean): Promise<Examined> {
    const texts: JsonText[] = [];
    const isWhole = visitTexts(value, { ...maxExamined }, (it) => void texts.push(it));
    const places: Place[] = [];
    let untilPause = sliceCharacters;
    for (const it of texts) {
      const { secrets } = this.#rules;
      const plain = this.#plain(it);
      const passages = secrets.mayHold(it.text)
        ? [...plain, ...notMasked(it.text, await secrets.find(it.text))]
        : plain;
      if (passages.length > 0) places.push(...placed(it, passages));
      untilPause -= it.text.length + 16;
      if (untilPause > 0) continue;
      untilPause = sliceCharacters;
      await this.#pause();
    }
    if (instructions) places.push(...(await this.#instructions(value, texts)));
    return { classes: classesOf(places), isWhole, places };
  }

  /** Personal data, and what names and members say, without what is a placeholder already. */
  #plain({ text, field }: JsonText): readonly Passage[] {
    if (text.length < 2) return none;
    const named = field === undefined ? undefined : classOfField(field);
    const found: Passage[] = [];
    if (named !== undefined && fitsField(named, text)) found.push({ class: named, start: 0, end: text.length });
    if (text.length > 6) found.push(...this.#rules.personal.find(text), ...namedValues(text));
    return found.length === 0 ? none : notMasked(text, found);
  }

  async #instructions(value: unknown, texts: readonly JsonText[]): Promise<Place[]> {
    const signs = await this.#rules.instructions(value, maxExamined);
    if (signs.length === 0) return [];
    const lengths = new Map(texts.filter((it) => !it.isName).map((it) => [it.path(), it.text.length]));
    return signs.flatMap((sign): Place[] => {
      const { path, start, end } = sign;
      const found = classOfSign(sign);
      const length = lengths.get(path);
      if (length !== undefined) return [{ class: found, path, start: start ?? 0, end: end ?? length }];
      // In several texts together, or in a name: everything below it is meant.
      const below = [...lengths].filter(([other]) => other.startsWith(path));
      return below.map(([other, whole]) => ({ class: found, path: other, start: 0, end: whole }));
    });
  }
}

const none: readonly never[] = [];

/** A placeholder, or a part of one, is no finding. */
function notMasked(text: string, found: readonly Passage[]): readonly Passage[] {
  const masked = placeholdersIn(text);
  if (masked.length === 0) return found;
  return found.filter((it) => !masked.some(({ start, end }) => it.start < end && start < it.end));
}

const placed = (text: JsonText, passages: readonly Passage[]): Place[] => {
  const path = text.path();
  return passages.map((it) => ({ ...it, path, ...(text.isName && { isName: true }) }));
};
