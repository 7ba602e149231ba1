import { isObject } from './output-text.js';

/** What a projection goes by. */
export interface ProjectBy {
  /** The tool's output schema; what it does not name is left out. */
  readonly schema?: Readonly<Record<string, unknown>> | undefined;
  /** What the call was for, in words: what it speaks of is kept whole. */
  readonly task?: string | undefined;
}

/** Longest text and list that are kept whole, in characters and items, and how many of a longer one are. */
const longestText = 200;
const longestList = 10;
const deepest = 64;
const leastWord = 3;

/**
 * A result without what says little: members that the tool's output schema does not name, empty ones, the rest of long
 * texts and lists, of which the end says how much there was. What the task speaks of is kept whole.
 */
export function project(output: unknown, { schema, task }: ProjectBy): unknown {
  const words = new Set(wordsOf(task ?? ''));
  const isRelevant = (name: string): boolean => wordsOf(name).some((word) => words.has(word));
  const visit = (value: unknown, at: unknown, whole: boolean, depth: number): unknown => {
    if (typeof value === 'string') return whole ? value : shortened(value);
    if (depth > deepest || typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return list(value, (item) => visit(item, itemsOf(at), whole, depth + 1), whole);
    const named = propertiesOf(at);
    const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
      const relevant = whole || isRelevant(name);
      if (named !== undefined && !Object.hasOwn(named, name) && !relevant) return [];
      const kept = visit(member, named?.[name], relevant, depth + 1);
      return isEmpty(kept) ? [] : [[name, kept]];
    });
    return Object.fromEntries(members);
  };
  return visit(output, schema, false, 0);
}

/** The words of a text or of a name in any of the usual spellings, in lower case; short ones say nothing. */
function wordsOf(text: string): string[] {
  const apart = text.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
  return (apart.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length >= leastWord).map(singular);
}

/** A word without what makes it plural: `addresses` and `address` are one, and so are `prices` and `price`. */
const singular = (word: string): string => word.replace(/(?<=.{3})[es]+$/, '');

function list(items: readonly unknown[], visit: (item: unknown) => unknown, whole: boolean): unknown[] {
  if (whole || items.length <= longestList) return items.map(visit);
  return [...items.slice(0, longestList).map(visit), `… ${items.length - longestList} more of ${items.length}`];
}

function shortened(text: string): string {
  if (text.length <= longestText) return text;
  // Not within a character of two units.
  const start = text.slice(0, longestText).replace(/[\ud800-\udbff]$/, '');
  return `${start}… (${text.length} characters)`;
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === '' ||
  (Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0);

/** The properties a schema names; undefined when it names none, and so says nothing of what there may be. */
function propertiesOf(schema: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!isObject(schema) || !isObject(schema.properties)) return undefined;
  return Object.keys(schema.properties).length === 0 ? undefined : schema.properties;
}

const itemsOf = (schema: unknown): unknown => (isObject(schema) ? schema.items : undefined);
