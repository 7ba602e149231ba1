import { runAtOnce, runWithoutBlocking, type SliceClock, type Sliced } from '@assay/kernel';
import { definitionTexts, type PlacedText } from './definition-texts.js';
import { hiddenSigns } from './hidden-characters.js';
import { lookingForInstructions, lookingForRules, type RuleIds } from './instruction-signs.js';
import { orderSignsInDefinition } from './orders/order-signs.js';
import { parameterSigns } from './parameter-signs.js';
import { purposeOf, straySigns } from './purpose.js';
import { ruledSecretSigns, type SecretRules } from './secret-rules.js';
import { secretSigns } from './secrets.js';
import { type Judgement, judge, type Sign } from './sign.js';

/** Raised with every change of a rule or weight: versions judged by an older set are judged again, once. */
export const ruleSetVersion = 7;

/** So little is said in the whole that what stands in one field may go on in the next. */
const joinedMost = 20_000;

/** Judges what a model sees of a tool: its name, descriptions, schemas, examples and annotations. */
export const judgeDefinition = (definition: Readonly<Record<string, unknown>>): Judgement =>
  judge(runAtOnce(signsInDefinition(definition)));

/** As above, with the maintained rules for secrets, and what was seen of the definition otherwise. */
export const examineDefinition = async (
  definition: Readonly<Record<string, unknown>>,
  { rules, clock }: { readonly rules: SecretRules; readonly clock: SliceClock },
  others: readonly Sign[] = [],
): Promise<Judgement> =>
  judge([
    ...(await runWithoutBlocking(signsInDefinition(definition), clock)),
    ...others,
    ...(await ruledSecretSigns(rules, definitionTexts(definition))),
  ]);

function* signsInDefinition(definition: Readonly<Record<string, unknown>>): Sliced<Sign[]> {
  const { texts, isWhole, rest } = withinBounds(definitionTexts(definition));
  yield;
  const among = yield* lookingForRules(texts.flatMap((it) => readAs(it) ?? []));
  const alone: Sign[] = [];
  for (const it of texts) {
    yield;
    alone.push(...(yield* signsOf(it, among)));
  }
  const stray = straySigns(texts, purposeOf(definition));
  yield;
  const joined = yield* joinedSigns(texts, new Set(alone.map((it) => it.rule)));
  const unread: Sign[] = isWhole ? [] : [{ rule: 'too-long', weight: 0.4, path: rest, excerpt: tooLong }];
  return [...alone, ...stray, ...joined, ...unread];
}

/** Real definitions have a tenth of this, in characters. */
const maxDefinition = 65_536;
const tooLong = `the definition has more than ${maxDefinition.toLocaleString('en')} characters of text: what follows was not examined`;

/** As many texts as are examined. What stands behind them is for a person to read. */
function withinBounds(texts: readonly PlacedText[]): { texts: readonly PlacedText[]; isWhole: boolean; rest: string } {
  let room = maxDefinition;
  for (const [index, it] of texts.entries()) {
    room -= it.text.length;
    if (room >= 0) continue;
    const cut = { ...it, text: it.text.slice(0, room + it.text.length) };
    return { texts: [...texts.slice(0, index), cut], isWhole: false, rest: it.path };
  }
  return { texts, isWhole: true, rest: '' };
}

/** Signs in one text and in its place. */
function* signsOf(placed: PlacedText, among: RuleIds): Sliced<Sign[]> {
  const { text, path, kind } = placed;
  const read = readAs(placed);
  const said = read === undefined ? [] : yield* lookingForInstructions(read, path, among);
  yield;
  const orders = kind === 'prose' || kind === 'value' ? orderSignsInDefinition(text, path) : [];
  const called = kind === 'parameter' || isIdentifier.test(text) ? parameterSigns(placed) : secretSigns(text, path);
  return [...hiddenSigns(text, path), ...said, ...orders, ...called];
}

/** A value that is written as names are, in `required`, `enum`, `const` or a type. */
const isIdentifier = /^[A-Za-z]+(?:_[A-Za-z]+){2,}$/;
/** A name of many words can be a sentence; a shorter one says nothing. */
const longName = 30;
const isSentence = /\S[\s_-]\w+[\s_-]\w+[\s_-]\w/;
/** So many underscores in a row of words are no name. */
const joints = 4;
const wordRun = /\w+/g;
/** Words that were joined by underscores, as words. */
const spokenWords = (text: string): string =>
  text.replaceAll(wordRun, (run) => (run.split('_', joints + 1).length > joints ? run.replaceAll('_', ' ') : run));

/**
 * The words in which a text speaks, if it does: a description of an input is a request to provide it, whether it says so
 * or not.
 */
function readAs({ text, path, kind, parameter, isNumeric }: PlacedText): string | undefined {
  if (kind === 'name' || (kind === 'parameter' && text.length < longName && !isSentence.test(text))) return undefined;
  if (kind === 'parameter') return text.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_.-]+/g, ' ');
  // A number holds no text: describing it asks for none.
  const isInput = kind === 'prose' && parameter !== undefined && isNumeric !== true && path.startsWith('/inputSchema');
  const spoken = spokenWords(text);
  return isInput ? `Please provide: ${spoken}` : spoken;
}

/** What is read only when fields are read one after the other: an order that was cut into pieces. */
function* joinedSigns(texts: readonly PlacedText[], known: ReadonlySet<string>): Sliced<Sign[]> {
  const said = texts.filter((it) => it.kind === 'prose' || it.kind === 'value' || it.text.length > 20);
  const pieces = said.filter((it) => it.text.length < 2_000);
  if (pieces.length < 2) return [];
  const joined = pieces
    .map((it) => it.text.trim())
    .join(' ')
    .slice(0, joinedMost);
  const signs = yield* lookingForInstructions(joined, '', strongJoined);
  return signs.filter(({ rule }) => strongJoined.has(rule) && !known.has(rule));
}

/** Rules that mean something across fields; neighbouring fields of an honest tool often meet by accident in others. */
const strongJoined: RuleIds = new Set(['override', 'secrecy', 'encoded', 'foreign-override', 'foreign-secrecy']);
