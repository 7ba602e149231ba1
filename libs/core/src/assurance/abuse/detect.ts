import { definitionTexts, type PlacedText, valueTexts } from './definition-texts.js';
import { hiddenSigns } from './hidden-characters.js';
import { instructionSigns, type RuleIds, rulesAmong } from './instruction-signs.js';
import { parameterSigns } from './parameter-signs.js';
import { secretSigns } from './secrets.js';
import { type Judgement, judge, type Sign } from './sign.js';

/** Raised with every change of a rule or weight: versions judged by an older set are judged again, once. */
export const ruleSetVersion = 1;

/** So little is said in the whole that what stands in one field may go on in the next. */
const joinedMost = 20_000;

/** Judges what a model sees of a tool: its name, descriptions, schemas, examples and annotations. */
export function judgeDefinition(definition: Readonly<Record<string, unknown>>): Judgement {
  const texts = definitionTexts(definition);
  const among = rulesAmong(texts.flatMap((it) => readAs(it) ?? []));
  const alone = texts.flatMap((it) => signsOf(it, among));
  return judge([...alone, ...joinedSigns(texts, new Set(alone.map((it) => it.rule)))]);
}

/** Signs in one text and in its place. */
function signsOf(placed: PlacedText, among: RuleIds): Sign[] {
  const { text, path, kind } = placed;
  const read = readAs(placed);
  const said = read === undefined ? [] : instructionSigns(read, path, among);
  const called = kind === 'parameter' ? parameterSigns(placed) : secretSigns(text, path);
  return [...hiddenSigns(text, path), ...said, ...called];
}

/** A name of many words can be a sentence; a shorter one says nothing. */
const longName = 30;

/**
 * The words in which a text speaks, if it does: a description of an input is a request to provide it, whether it says so
 * or not.
 */
function readAs({ text, path, kind, parameter }: PlacedText): string | undefined {
  if (kind === 'name' || (kind === 'parameter' && text.length < longName)) return undefined;
  if (kind === 'parameter') return text.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_.-]+/g, ' ');
  const isInput = kind === 'prose' && parameter !== undefined && path.startsWith('/inputSchema');
  return isInput ? `Please provide: ${text}` : text;
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

/** Judges what a tool answered. Paths are JSON pointers into it. */
export function judgeOutput(output: unknown): Judgement {
  const texts = bounded(valueTexts(output).filter((it) => it.kind !== 'parameter' || it.text.length > 24));
  const among = rulesAmong(texts.filter(speaks).map((it) => it.text));
  return judge(
    texts.flatMap((it) => [
      ...hiddenSigns(it.text, it.path),
      ...(speaks(it) ? instructionSigns(it.text, it.path, among) : []),
      ...secretSigns(it.text, it.path),
    ]),
  );
}

/** Whether there are words enough for an instruction; most values of a result are numbers, names and ids. */
const speaks = ({ text }: PlacedText): boolean =>
  text.length >= shortestOrder && (spaced.test(text) || !ascii.test(text) || text.length > longestId);
const shortestOrder = 8;
const longestId = 24;
const spaced = /\S\s+\S+\s+\S/;
const ascii = /^[\x20-\x7e]*$/;

/** At most `outputScanned` characters in all: texts in order until the head is used up, then from the end. */
function bounded(texts: readonly PlacedText[]): PlacedText[] {
  const kept: PlacedText[] = [];
  let room = outputScanned.head;
  let at = 0;
  for (; at < texts.length && room > 0; at += 1) {
    const it = texts[at] as PlacedText;
    kept.push({ ...it, text: it.text.slice(0, room) });
    room -= it.text.length;
  }
  const cut = room < 0 ? texts[at - 1]?.text.slice(room) : undefined;
  let rest = outputScanned.tail;
  for (let last = texts.length - 1; last >= at && rest > 0; last -= 1) {
    const it = texts[last] as PlacedText;
    kept.push({ ...it, text: it.text.slice(-rest) });
    rest -= it.text.length;
  }
  const cutPath = texts[at - 1]?.path;
  if (cut !== undefined && cutPath !== undefined && rest > 0)
    kept.push({ path: cutPath, kind: 'value', text: cut.slice(-rest) });
  return kept;
}
