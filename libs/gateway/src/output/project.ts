import { isObject, memberNames } from '@assay/kernel';

/** What a projection goes by. */
export interface ProjectBy {
  /** The tool's output schema; what it does not name is left out. */
  readonly schema?: Readonly<Record<string, unknown>> | undefined;
  /** The purpose of the call, in words: values that it mentions are kept whole. */
  readonly task?: string | undefined;
}

/** Longest text and list that are kept whole, in characters and items, and how many of a longer one are. */
const maxText = 200;
const maxList = 10;
/** Of an object with more members than this, those that the schema names are looked at, and so many others. */
const maxMembers = 1_000;
const deepest = 64;
/** Objects and lists that are looked into, in all: some 20 ms of work. */
const maxVisited = 5_000;
const minWord = 3;

/**
 * A result without its least informative parts: members outside the tool's output schema, empty ones, the ends of long
 * texts, lists and objects, with a note of the omitted amount. Values that the task mentions are kept unchanged.
 */
export function project(output: unknown, { schema, task }: ProjectBy): unknown {
  const words = new Set(wordsOf(task ?? ''));
  const isRelevant = (name: string): boolean => words.size > 0 && wordsOf(name).some((word) => words.has(word));
  let visited = 0;
  const visit = (value: unknown, at: unknown, depth: number): unknown => {
    if (typeof value === 'string') return shortened(value);
    if (depth > deepest || typeof value !== 'object' || value === null) return value;
    visited += 1;
    if (visited > maxVisited) return '…';
    if (Array.isArray(value)) return list(value, (item) => visit(item, itemsOf(at), depth + 1));
    const named = propertiesOf(at);
    const { names, left } = lookedAt(value, named);
    const members = names.flatMap((name): [string, unknown][] => {
      const relevant = isRelevant(name);
      if (named !== undefined && !Object.hasOwn(named, name) && !relevant) return [];
      const member = (value as Members)[name];
      const kept = relevant ? member : visit(member, named?.[name], depth + 1);
      return isEmpty(kept) ? [] : [[name, kept]];
    });
    return Object.fromEntries(left === 0 ? members : [...members, ['…', `${left} more of ${names.length + left}`]]);
  };
  return visit(output, schema, 0);
}

type Members = Readonly<Record<string, unknown>>;

/** The members of an object that are looked at, in their order, and how many there are besides. */
function lookedAt(value: object, named: Members | undefined): { readonly names: readonly string[]; left: number } {
  const all = memberNames(value);
  if (all.length <= maxMembers) return { names: all, left: 0 };
  const first = new Set(all.slice(0, maxMembers));
  const others = Object.keys(named ?? {}).filter((name) => Object.hasOwn(value, name) && !first.has(name));
  const names = [...first, ...others];
  return { names, left: all.length - names.length };
}

/** The words of a text or of a name in any of the usual spellings, in lower case; short ones say nothing. */
function wordsOf(text: string): string[] {
  const apart = text.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
  return (apart.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length >= minWord).map(singular);
}

/** A word without what makes it plural: `addresses` and `address` are one, and so are `prices` and `price`. */
function singular(word: string): string {
  let end = word.length;
  while (end > minWord && 'es'.includes(word.charAt(end - 1))) end -= 1;
  return word.slice(0, end);
}

function list(items: readonly unknown[], visit: (item: unknown) => unknown): unknown[] {
  if (items.length <= maxList) return items.map(visit);
  return [...items.slice(0, maxList).map(visit), `… ${items.length - maxList} more of ${items.length}`];
}

function shortened(text: string): string {
  if (text.length <= maxText) return text;
  // Not within a character of two units.
  const start = text.slice(0, maxText).replace(/[\ud800-\udbff]$/, '');
  return `${start}… (${text.length} characters)`;
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === '' ||
  (Array.isArray(value) ? value.length === 0 : isObject(value) && memberNames(value).length === 0);

/** The properties a schema names; undefined when it names none, and so says nothing of what there may be. */
function propertiesOf(schema: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!isObject(schema) || !isObject(schema.properties)) return undefined;
  return Object.keys(schema.properties).length === 0 ? undefined : schema.properties;
}

const itemsOf = (schema: unknown): unknown => (isObject(schema) ? schema.items : undefined);
