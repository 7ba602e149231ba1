import { definitionTexts, type PlacedText, valueTexts } from './definition-texts.js';
import { hiddenSigns } from './hidden-characters.js';
import { encodedSentence, instructionSigns, type RuleIds, rulesAmong } from './instruction-signs.js';
import { parameterSigns } from './parameter-signs.js';
import { purposeOf, straySigns } from './purpose.js';
import { mayHoldSecret, ruledSecretSigns, type SecretRules } from './secret-rules.js';
import { secretSigns } from './secrets.js';
import { type Judgement, judge, type Sign } from './sign.js';

/** Raised with every change of a rule or weight: versions judged by an older set are judged again, once. */
export const ruleSetVersion = 2;

/** So little is said in the whole that what stands in one field may go on in the next. */
const joinedMost = 20_000;

/** Judges what a model sees of a tool: its name, descriptions, schemas, examples and annotations. */
export const judgeDefinition = (definition: Readonly<Record<string, unknown>>): Judgement =>
  judge(signsInDefinition(definition));

/** As above, with the maintained rules for secrets, and what was seen of the definition otherwise. */
export const examineDefinition = async (
  definition: Readonly<Record<string, unknown>>,
  rules: SecretRules,
  others: readonly Sign[] = [],
): Promise<Judgement> =>
  judge([...signsInDefinition(definition), ...others, ...(await ruledSecretSigns(rules, definitionTexts(definition)))]);

function signsInDefinition(definition: Readonly<Record<string, unknown>>): Sign[] {
  const texts = definitionTexts(definition);
  const among = rulesAmong(texts.flatMap((it) => readAs(it) ?? []));
  const alone = texts.flatMap((it) => signsOf(it, among));
  const stray = straySigns(texts, purposeOf(definition));
  return [...alone, ...stray, ...joinedSigns(texts, new Set(alone.map((it) => it.rule)))];
}

/** Signs in one text and in its place. */
function signsOf(placed: PlacedText, among: RuleIds): Sign[] {
  const { text, path, kind } = placed;
  const read = readAs(placed);
  const said = read === undefined ? [] : instructionSigns(read, path, among);
  const called = kind === 'parameter' || isIdentifier.test(text) ? parameterSigns(placed) : secretSigns(text, path);
  return [...hiddenSigns(text, path), ...said, ...called];
}

/** A value that is written as names are, in `required`, `enum`, `const` or a type. */
const isIdentifier = /^[A-Za-z]+(?:_[A-Za-z]+){2,}$/;
/** A name of many words can be a sentence; a shorter one says nothing. */
const longName = 30;
const isSentence = /\S[\s_-]\w+[\s_-]\w+[\s_-]\w/;
/** So many words in a row, joined by underscores, are no name. */
const joinedWords = /\b[A-Za-z]+(?:_[A-Za-z]+){4,}\b/g;

/**
 * The words in which a text speaks, if it does: a description of an input is a request to provide it, whether it says so
 * or not.
 */
function readAs({ text, path, kind, parameter }: PlacedText): string | undefined {
  if (kind === 'name' || (kind === 'parameter' && text.length < longName && !isSentence.test(text))) return undefined;
  if (kind === 'parameter') return text.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_.-]+/g, ' ');
  const isInput = kind === 'prose' && parameter !== undefined && path.startsWith('/inputSchema');
  const spoken = text.replaceAll(joinedWords, (words) => words.replaceAll('_', ' '));
  return isInput ? `Please provide: ${spoken}` : spoken;
}

/** What is read only when fields are read one after the other: an order that was cut into pieces. */
function joinedSigns(texts: readonly PlacedText[], known: ReadonlySet<string>): Sign[] {
  const said = texts.filter((it) => it.kind === 'prose' || it.kind === 'value' || it.text.length > 20);
  const pieces = said.filter((it) => it.text.length < 2_000);
  if (pieces.length < 2) return [];
  const joined = pieces
    .map((it) => it.text.trim())
    .join(' ')
    .slice(0, joinedMost);
  return instructionSigns(joined, '', strongJoined).filter(({ rule }) => strongJoined.has(rule) && !known.has(rule));
}

/** Rules that mean something across fields; neighbouring fields of an honest tool often meet by accident in others. */
const strongJoined: RuleIds = new Set(['override', 'secrecy', 'encoded', 'foreign-override', 'foreign-secrecy']);

/** Of a longer output the beginning and the end are looked at. */
export const outputScanned = { head: 12_288, tail: 4_096 };

/** A definition is there to tell a model what to do; an answer is not, and what would be ordinary there is odd in it. */
const inOutputs: Readonly<Record<string, number>> = {
  'agent-duty': 0.45,
  'answer-asks-more': 0.5,
  'answer-wants-secrets': 0.5,
  vocative: 0.4,
  'asks-the-user': 0.45,
  'orders-a-call': 0.3,
  'local-secrets': 0.3,
};

/** Judges what a tool answered. Paths are JSON pointers into it. */
export const judgeOutput = (output: unknown): Judgement => judge(signsInOutput(bounded(output)));

/**
 * As above, with the maintained rules for secrets. It answers at once when nothing in the output may be one, which is
 * nearly always.
 */
export function examineOutput(output: unknown, rules: SecretRules): Judgement | Promise<Judgement> {
  const texts = bounded(output);
  const signs = signsInOutput(texts);
  if (!texts.some((it) => mayHoldSecret(it.text))) return judge(signs);
  return ruledSecretSigns(rules, texts).then((secrets) => judge([...signs, ...secrets]));
}

function signsInOutput(texts: readonly PlacedText[]): Sign[] {
  const among = rulesAmong(texts.filter(speaks).map((it) => it.text));
  const signs = texts.flatMap((it) => [
    ...hiddenSigns(it.text, it.path),
    ...(speaks(it) ? instructionSigns(it.text, it.path, among) : []),
    ...secretSigns(it.text, it.path),
  ]);
  const said = signs.filter((it) => it.rule !== encodedSentence);
  return said.map((it) => ({ ...it, weight: Math.max(it.weight, inOutputs[it.rule] ?? 0) }));
}

/** Whether there are words enough for an instruction; most values of a result are numbers, names and ids. */
const speaks = ({ text }: PlacedText): boolean =>
  text.length >= shortestOrder && (spaced.test(text) || !ascii.test(text) || text.length > longestId);
const shortestOrder = 8;
const longestId = 24;
const spaced = /\S\s+\S+\s+\S/;
const ascii = /^[\x20-\x7e]*$/;

/** At most `outputScanned` characters in all: texts in order until the head is used up, then from the end. */
function bounded(output: unknown): PlacedText[] {
  const kept: PlacedText[] = [];
  let room = outputScanned.head;
  let last: PlacedText | undefined;
  for (const it of valueTexts(output)) {
    last = it;
    if (isOfInterest(it)) {
      kept.push({ ...it, text: it.text.slice(0, room) });
      room -= it.text.length;
    }
    if (room <= 0) break;
  }
  const rest = outputScanned.tail;
  const tail = [...endOf(output, last, rest)];
  const left = rest - tail.reduce((sum, { text }) => sum + text.length, 0);
  kept.push(...tail);
  if (last !== undefined && room < 0 && left > 0)
    kept.push({ path: last.path, kind: 'value', text: last.text.slice(room).slice(-left) });
  return kept;
}

/** Texts from the end, `room` characters of them at most, none of `until` and what stands before it. */
function* endOf(output: unknown, until: PlacedText | undefined, room: number): Generator<PlacedText> {
  let left = room;
  for (const it of valueTexts(output, true)) {
    if (left <= 0 || (it.path === until?.path && it.kind === until.kind)) return;
    if (!isOfInterest(it)) continue;
    yield { ...it, text: it.text.slice(-left) };
    left -= it.text.length;
  }
}

/** Short names of members are too short to say anything. */
const isOfInterest = ({ kind, text }: PlacedText): boolean => kind !== 'parameter' || text.length > longestId;
