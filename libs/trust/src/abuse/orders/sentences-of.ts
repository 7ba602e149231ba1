import type { Around } from './order-features.js';
import { classNumber, type Sentence, scanWords } from './scan-words.js';

export interface PlacedSentence {
  readonly sentence: Sentence;
  readonly around: Around;
}

/** The sentences of a text, each with what stands around it. */
export function sentencesOf(text: string): PlacedSentence[] {
  const sentences = scanWords(text);
  const end = endOfStructure(text);
  const start = end > 0 ? 0 : startOfStructure(text);
  const crowd = crowdOf(sentences);
  return sentences.map((sentence, index) => ({
    sentence,
    around: {
      previous: sentences[index - 1],
      next: sentences[index + 1],
      crowd,
      ...(end > 0 && sentence.start >= end && ({ beside: 'trailing' } as const)),
      ...(sentence.end <= start && ({ beside: 'leading' } as const)),
    } as Around,
  }));
}

const verbClasses = new Set(
  (
    ['call', 'read', 'send', 'write', 'destroy', 'grant', 'pay', 'speak', 'obey', 'override', 'incorporate'] as const
  ).map(classNumber),
);
/** So many sentences that begin with a verb are instructions for people: a recipe, a manual. */
const minInstructions = 4;

/** In what company the sentences of a text are; see `Around`. */
function crowdOf(sentences: readonly Sentence[]): 0 | 1 | 2 {
  if (sentences.length === 1) return 0;
  let orders = 0;
  for (const { tokens } of sentences) {
    const [first] = tokens;
    if (first !== undefined && first.at <= 1 && first.classes.some((it) => verbClasses.has(it))) orders += 1;
  }
  return orders >= minInstructions ? 2 : 1;
}

/** What a structure begins with, at the beginning of a line. */
const opening = /^\s{0,20}(?:[[{<]|\w{1,20}=)/;
const head = 60;
/** A longer first part is a text with a structure in it. */
const maxLead = 600;

/** Where a structure ends that a text begins with, when lines of words follow it; 0 when there is none. */
function endOfStructure(text: string): number {
  if (!opening.test(text.slice(0, head))) return 0;
  const last = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'), text.lastIndexOf('>'));
  const end = last < 0 ? -1 : text.indexOf('\n', last);
  return Math.max(0, end);
}

/** Where a structure begins that makes up the rest of a text; 0 when there is none. */
function startOfStructure(text: string): number {
  const end = text.trimEnd().at(-1);
  if (end !== '}' && end !== ']' && end !== '>' && !text.endsWith('isError=False')) return 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < maxLead; at = text.indexOf('\n', at + 1)) {
    if (opening.test(text.slice(at + 1, at + 1 + head))) return at;
  }
  return 0;
}
