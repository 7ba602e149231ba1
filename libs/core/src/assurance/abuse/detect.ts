import { definitionTexts, type PlacedText, valueTexts } from './definition-texts.js';
import { hiddenSigns } from './hidden-characters.js';
import { instructionSigns } from './instruction-signs.js';
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
  const alone = texts.flatMap(signsOf);
  return judge([...alone, ...joinedSigns(texts, new Set(alone.map((it) => it.rule)))]);
}

/** Signs in one text and in its place. */
function signsOf(placed: PlacedText): Sign[] {
  const { text, path, kind } = placed;
  const said =
    kind === 'parameter' || kind === 'name'
      ? []
      : [...instructionSigns(asAsked(placed), path), ...secretSigns(text, path)];
  const called = kind === 'parameter' ? [...parameterSigns(placed), ...longNameSigns(placed)] : [];
  return [...hiddenSigns(text, path), ...said, ...called];
}

/** A description of an input is a request to provide it, whether it says so or not. */
const asAsked = ({ text, path, kind, parameter }: PlacedText): string =>
  kind === 'prose' && parameter !== undefined && path.startsWith('/inputSchema') ? `Please provide: ${text}` : text;

/** A name of many words can be a sentence. */
function longNameSigns({ text, path }: PlacedText): Sign[] {
  if (text.length < 30) return [];
  return instructionSigns(text.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_.-]+/g, ' '), path);
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
  return instructionSigns(joined, '').filter(({ rule }) => strongJoined.has(rule) && !known.has(rule));
}

/** Rules that mean something across fields; neighbouring fields of an honest tool often meet by accident in others. */
const strongJoined = new Set(['override', 'secrecy', 'encoded', 'foreign-override', 'foreign-secrecy']);

/** Of a longer output the beginning and the end are looked at. */
export const outputScanned = { head: 24_576, tail: 8_192 };

/** Judges what a tool answered. Paths are JSON pointers into it. */
export function judgeOutput(output: unknown): Judgement {
  const texts = bounded(valueTexts(output).filter((it) => it.kind !== 'parameter' || it.text.length > 24));
  return judge(
    texts.flatMap(({ text, path }) => [
      ...hiddenSigns(text, path),
      ...instructionSigns(text, path),
      ...secretSigns(text, path),
    ]),
  );
}

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
