import { memberNames, pointerStep } from '@assay/kernel';
import { isText } from './output-text.js';
import { TaskWords } from './task-words.js';

/** Facts of a result: most of them, and the longest value, in characters. */
const maxFacts = 40;
const maxValue = 80;
const maxDepth = 8;
/** Values looked at on one level. */
const widest = 2_000;

/** What facts are chosen by. */
export interface FactsBy {
  readonly task?: string | undefined;
  /** Most characters of the facts as JSON. */
  readonly maxChars?: number | undefined;
}

/** Facts among which those that the task mentions are looked for. */
const maxSearched = 1_000;
const omitted = '…';
/** `"…":"960 more of 1000",` */
const noteChars = 30;

/**
 * The facts of a result as keys and values (L3): of JSON its scalars by JSON pointer; of text its lines that read
 * `key: value` or `key = value`. Lists say how long they are. Those that the task mentions are kept first, then the
 * others in order; how many are left out is counted. Undefined when nothing of the kind is there, or nothing fits.
 */
export function keyValues(
  output: unknown,
  { task, maxChars }: FactsBy = {},
): Readonly<Record<string, unknown>> | undefined {
  const words = new TaskWords(task);
  const wanted = words.areThere ? maxSearched : maxFacts;
  const facts = isText(output) ? factsOfText(output, wanted) : factsOfJson(output, wanted);
  const fits = words.fitOf(facts.map(([, value]) => value));
  const order = facts.map((_, index) => index).sort((a, b) => (fits[b] as number) - (fits[a] as number) || a - b);
  const kept: number[] = [];
  let room = (maxChars ?? Number.POSITIVE_INFINITY) - noteChars;
  for (const index of order.slice(0, maxFacts)) {
    const [name, value] = facts[index] as Fact;
    const size = JSON.stringify(name).length + (JSON.stringify(value)?.length ?? 4) + 2;
    if (size > room) continue;
    room -= size;
    kept.push(index);
  }
  if (kept.length === 0) return undefined;
  const members = kept.sort((a, b) => a - b).map((index) => facts[index] as Fact);
  const left = facts.length - kept.length;
  return Object.fromEntries(left === 0 || maxChars === undefined ? members : [...members, [omitted, `${left} more`]]);
}

type Fact = readonly [string, unknown];

function factsOfText(text: string, limit: number): Fact[] {
  const facts: Fact[] = [];
  for (const line of text.split('\n', limit * 100)) {
    const [, key, value] = /^\s{0,8}([\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}?) ?[:=] ?(\S.{0,400})/u.exec(line) ?? [];
    if (key !== undefined && value !== undefined) facts.push([key, short(value)]);
    if (facts.length === limit) break;
  }
  return facts;
}

/** Breadth first, so that what stands at the top is there when not everything can be. */
function factsOfJson(output: unknown, limit: number): Fact[] {
  const facts: Fact[] = [];
  let level: (readonly [string, unknown])[] = [['', output]];
  for (let depth = 0; depth <= maxDepth && level.length > 0 && facts.length < limit; depth += 1) {
    const below: (readonly [string, unknown])[] = [];
    for (const [at, value] of level) {
      if (typeof value !== 'object' || value === null)
        facts.push([at || 'value', isText(value) ? short(value) : value]);
      else if (Array.isArray(value)) {
        facts.push([`${at}/length`, value.length]);
        below.push(...value.slice(0, limit).map((item, index) => [`${at}/${index}`, item] as const));
      } else
        below.push(
          ...memberNames(value)
            .slice(0, limit)
            .map((name) => [at + pointerStep(name), (value as Readonly<Record<string, unknown>>)[name]] as const),
        );
    }
    level = below.slice(0, widest);
  }
  return facts.slice(0, limit);
}

const short = (text: string): string => {
  const trimmed = text.trim();
  return trimmed.length <= maxValue ? trimmed : `${[...trimmed.slice(0, maxValue * 2)].slice(0, maxValue).join('')}…`;
};
