import { runAtOnce, runInSlices, type SliceClock, type Sliced } from '@assay/kernel';
import type { PlacedText } from './definition-texts.js';
import { hiddenSigns } from './hidden-characters.js';
import { encodedSentence, instructionSigns, type RuleIds, rulesAmong } from './instruction-signs.js';
import { mayInstruct } from './may-instruct.js';
import { orderSigns } from './orders/order-signs.js';
import {
  type OutputBounds,
  type OutputText,
  outputBounds,
  pieceLength,
  piecesOf,
  textsOfSmall,
} from './output-pieces.js';
import { mayHoldSecret, ruledSecretSigns, type SecretRules } from './secret-rules.js';
import { secretSigns } from './secrets.js';
import { type Judgement, judge, mediumScore, type Sign } from './sign.js';
import { supported } from './support.js';

/** What an output comes to, and every passage that is suspicious, several for one rule: what is masked. */
export interface OutputJudgement extends Judgement {
  readonly passages: readonly Sign[];
}

/** A definition is there to tell a model what to do; an answer is not, and what would be ordinary there is odd in it. */
const inOutputs: Readonly<Record<string, number>> = {
  'agent-duty': 0.45,
  'answer-asks-more': 0.5,
  'answer-wants-secrets': 0.5,
  vocative: 0.4,
  'asks-the-user': 0.45,
  'orders-a-call': 0.3,
  'local-secrets': 0.3,
  'binds-the-model': 0.5,
};

/** Maximum distinct passages of one output; more are treated as one large attack. */
const maxPassages = 10_000;

/**
 * Judges what a tool answered, a piece at a time. Each piece is judged by itself, so that a long document is not suspicious
 * for its length. Paths are JSON pointers into the output.
 */
export function* judgingOutput(output: unknown, bounds: OutputBounds = outputBounds): Sliced<OutputJudgement> {
  const small = textsOfSmall(output);
  if (small !== undefined) return judgePiece(small);
  let heaviest = judgePiece([]);
  const passages: Sign[] = [];
  for (const piece of piecesOf(output, bounds)) {
    const found = piece === undefined ? heaviest : judgePiece(piece);
    if (found.score > heaviest.score) heaviest = found;
    if (piece !== undefined && found.severity !== 'LOW' && passages.length < maxPassages)
      passages.push(...found.passages);
    yield;
  }
  return passages.length === 0 ? heaviest : { ...judge(passages), passages };
}

function judgePiece(texts: readonly OutputText[]): OutputJudgement {
  const signs = signsInPiece(texts);
  const judgement = judge(signs);
  if (judgement.severity === 'LOW') return { ...judgement, passages: judgement.signs };
  const others = signs.filter((it) => it.weight >= mediumScore && !judgement.signs.includes(it));
  return { ...judgement, passages: [...judgement.signs, ...others] };
}

/** As above, without a break. */
export const judgeOutput = (output: unknown): OutputJudgement => runAtOnce(judgingOutput(output));

/**
 * As above, with the maintained rules for secrets. It answers at once when the output is small and nothing in it may be a
 * secret, which is nearly always. A large one is examined in slices.
 */
export function examineOutput(output: unknown, rules: SecretRules, clock: SliceClock): Judgement | Promise<Judgement> {
  const texts = textsOfSmall(output);
  if (texts === undefined) return examineLarge(output, rules, clock);
  const signs = signsInPiece(texts);
  if (!texts.some((it) => mayHoldSecret(it.text))) return judge(signs);
  return ruledSecretSigns(rules, texts).then((secrets) => judge([...signs, ...secrets]));
}

async function examineLarge(output: unknown, rules: SecretRules, clock: SliceClock): Promise<Judgement> {
  const judged = await judgeInSlices(output, clock);
  const secrets = await ruledSecretSigns(rules, await inSlices(textsWithSecrets(output), clock));
  return judge([...judged.signs, ...secrets]);
}

/** Judges an output: a small one at once, a large one in slices between which others have their turn. */
export async function judgeInSlices(
  output: unknown,
  clock: SliceClock,
  bounds?: OutputBounds,
): Promise<OutputJudgement> {
  const small = textsOfSmall(output);
  return small === undefined ? inSlices(judgingOutput(output, bounds), clock) : judgePiece(small);
}

async function inSlices<T>(work: Sliced<T>, clock: SliceClock): Promise<T> {
  const done = await runInSlices(work, clock, never);
  if (!done.ok) throw done.error;
  return done.value;
}
/** The work is bounded: it ends by itself, and its call's deadline is kept by who waits for it. */
const never = new AbortController().signal;

/** As many stretches of a large output that may hold secrets as are looked at. */
function* textsWithSecrets(output: unknown): Sliced<OutputText[]> {
  const found: OutputText[] = [];
  let room = pieceLength;
  for (const piece of piecesOf(output, outputBounds)) {
    for (const it of piece ?? []) {
      if (room <= 0 || !mayHoldSecret(it.text)) continue;
      found.push(it);
      room -= it.text.length;
    }
    if (room <= 0) break;
    yield;
  }
  return found;
}

/** Signs in texts that are examined together, at their places in the whole texts. */
function signsInPiece(texts: readonly OutputText[]): Sign[] {
  const spoken = texts.filter(speaks);
  const orders = new Map(spoken.map((it) => [it, orderSigns(it.text, it.path)]));
  // Without a sentence that may be an order, or one of their own words, nothing that the rules see would count.
  const ruled = new Set(spoken.filter((it) => orders.get(it)?.length !== 0 || mayInstruct(it.text)));
  const among = ruled.size === 0 ? nothing : rulesAmong([...ruled].map((it) => it.text));
  const signs = texts.flatMap((it) =>
    moved(it, [
      ...hiddenSigns(it.text, it.path),
      ...(ruled.has(it) ? instructionSigns(it.text, it.path, among) : []),
      ...(orders.get(it) ?? []),
      ...secretSigns(it.text, it.path),
    ]),
  );
  if (signs.length === 0) return signs;
  const said = signs.filter((it) => it.rule !== encodedSentence);
  return supported(said.map((it) => ({ ...it, weight: Math.max(it.weight, inOutputs[it.rule] ?? 0) })));
}
const nothing: RuleIds = new Set();

/** Whether there are words enough for an instruction; most values of a result are numbers, names and ids. */
const speaks = ({ text }: PlacedText): boolean =>
  text.length >= minOrder && (spaced.test(text) || !ascii.test(text) || text.length > maxId);
const minOrder = 8;
const maxId = 24;
const spaced = /\S\s+\S+\s+\S/;
const ascii = /^[\x20-\x7e]*$/;

const moved = ({ offset }: OutputText, signs: readonly Sign[]): readonly Sign[] =>
  offset === 0
    ? signs
    : signs.map((it) =>
        it.start === undefined || it.end === undefined ? it : { ...it, start: it.start + offset, end: it.end + offset },
      );
