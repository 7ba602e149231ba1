import type { ASTNode } from '@marcbachmann/cel-js';

/** What evaluating a CEL expression may cost, found by reading it. */
export interface ExpressionCost {
  /** Lists it walks, one after the other; each walks all that there is. */
  readonly walks: number;
  /** How often it looks into a text or list for each entry of a list. */
  readonly perEntry: number;
  /** Of how many parts what is asked of each entry of its lists is written. */
  readonly partsPerEntry: number;
  /** How often it compares each entry with what lies outside it: two objects by the names of all their members. */
  readonly comparedPerEntry: number;
  /** How many texts or lists it may put together: its "+" signs. */
  readonly joins: number;
  /** Why it could take long or much memory, whatever it is given; empty when it cannot. */
  readonly problems: readonly string[];
}

/** Structural limits of every expression that is read here. */
export const expressionLimits = Object.freeze({
  maxAstNodes: 500,
  maxDepth: 24,
  maxListElements: 100,
  maxMapEntries: 50,
  maxCallArguments: 8,
});

const walking = new Set(['all', 'exists', 'exists_one', 'filter', 'map']);
const quick = new Set(['has', 'size', 'sum', 'near']);
/** Quick for a part of the entry, whose size all entries share; of what lies outside they read the whole, each time. */
const reading = new Set(['size', 'sum']);
const comparing = new Set(['==', '!=', '<', '<=', '>', '>=']);

/** What may be called in every expression. Patterns take long; `split`, `join` and `bind` make more of what there is, without end. */
export const offeredFunctions: readonly string[] = Object.freeze([
  ...['all', 'exists', 'exists_one', 'filter', 'has', 'size'],
  ...['contains', 'startsWith', 'endsWith', 'indexOf', 'lastIndexOf', 'substring', 'lowerAscii', 'upperAscii', 'trim'],
  ...['int', 'uint', 'double', 'string', 'bool', 'dyn', 'type', 'timestamp', 'duration'],
  ...['getFullYear', 'getMonth', 'getDate', 'getDayOfMonth', 'getDayOfWeek', 'getDayOfYear'],
  ...['getHours', 'getMinutes', 'getSeconds', 'getMilliseconds'],
]);

/** Outside of any walk; within what gives the list that is walked; or within what is asked of each of its entries. */
type Place = 'outside' | 'walked' | 'entry';

/** Where a part of an expression stands: its place, the call it is an argument of, and the name of the entry asked about. */
interface Spot {
  readonly place: Place;
  readonly within?: string | undefined;
  readonly entry?: string | undefined;
}

/**
 * Reads what an expression costs. Calls are of those offered; `map` only where its list is summed at once. No list is
 * walked within another, and no text or list grows while one is walked, so that the work is at most `walks` times
 * `partsPerEntry` times the entries, and `perEntry` times the entries times the characters, of what is looked at.
 */
export function costOf(ast: ASTNode, offered: ReadonlySet<string>): ExpressionCost {
  const reader = new CostReader(offered);
  reader.visit(ast, { place: 'outside' });
  const { walks, perEntry, partsPerEntry, comparedPerEntry, joins, problems } = reader;
  return { walks, perEntry, partsPerEntry, comparedPerEntry, joins, problems };
}

class CostReader {
  walks = 0;
  perEntry = 0;
  partsPerEntry = 0;
  comparedPerEntry = 0;
  joins = 0;
  readonly problems: string[] = [];

  constructor(private readonly offered: ReadonlySet<string>) {}

  visit(value: unknown, spot: Spot): void {
    if (Array.isArray(value)) for (const one of value) this.visit(one, spot);
    if (!isNode(value)) return;
    const name = nameOf(value);
    if (name !== undefined && !isOffered(name, this.offered, spot.within))
      this.problems.push(`${name}() is not offered: ${instead}`);
    if (name === 'duration' && !isShortText(value)) this.problems.push(longDuration);
    this.#count(value, name, spot);
    if (name !== undefined && walking.has(name)) this.#walk(value, name, spot);
    else this.visit(value.args, { ...spot, within: name });
  }

  #count(node: ASTNode, name: string | undefined, { place, entry }: Spot): void {
    if (node.op === '+') this.joins += 1;
    if (place !== 'outside' && node.op === '+')
      this.problems.push('"+" stands where a list is walked: nothing may grow there');
    if (place !== 'entry') return;
    this.partsPerEntry += 1;
    if (looksInto(node, name, entry)) this.perEntry += 1;
    if ((node.op === '==' || node.op === '!=') && isFromOutside(node.args, entry)) this.comparedPerEntry += 1;
    if (name?.startsWith('get')) this.problems.push(`${name}() stands within a walk: ask it outside`);
  }

  #walk({ args }: ASTNode, name: string, { place, entry }: Spot): void {
    this.walks += 1;
    if (place === 'entry')
      this.problems.push(`${name}() stands within another one: no list may be walked for each entry of another`);
    const [, list, inner] = args as [string, unknown, unknown];
    this.visit(list, place === 'entry' ? { place, entry } : { place: 'walked' });
    const [own] = Array.isArray(inner) ? inner : [];
    this.visit(inner, { place: 'entry', entry: isNode(own) && own.op === 'id' ? String(own.args) : undefined });
  }
}

const nameOf = ({ op, args }: ASTNode): string | undefined =>
  op === 'rcall' || op === 'call' ? String((args as unknown[])[0]) : undefined;

/** Whether asking this of an entry may read a text or list as long as all that is looked at. */
function looksInto({ op, args }: ASTNode, name: string | undefined, entry: string | undefined): boolean {
  if (op === 'in') return true;
  // Comparing texts and lists ends with the shorter side.
  if (comparing.has(op)) return (args as unknown[]).every((side) => isFromOutside(side, entry));
  if (name === undefined) return false;
  return reading.has(name) ? isFromOutside((args as unknown[]).slice(1), entry) : !quick.has(name);
}

/** Whether a value may be one that lies outside the entry, however long; what is calculated is short. */
function isFromOutside(value: unknown, entry: string | undefined): boolean {
  if (Array.isArray(value)) return value.some((one) => isFromOutside(one, entry));
  if (!isNode(value)) return false;
  const { op, args } = value;
  if (op === 'id') return args !== entry;
  if (op === '.' || op === '[]') return isFromOutside((args as unknown[])[0], entry);
  return (op === 'list' || op === 'map' || op === '?:') && isFromOutside(args, entry);
}

const isOffered = (name: string, offered: ReadonlySet<string>, within: string | undefined): boolean =>
  offered.has(name) || (name === 'map' && within === 'sum' && offered.has('sum'));

/** A length of time is at most so many characters: the time it takes the library to read one grows with their cube. */
const maxDuration = 40;
const longDuration = `duration() takes a text of at most ${maxDuration} characters that is written out, such as duration("1h30m")`;

/** Whether all that is asked about, be it `duration(text)` or `text.duration()`, is a short text that is written out. */
function isShortText({ args }: ASTNode): boolean {
  const asked = (args as unknown[]).slice(1).flat();
  return asked.every((it) => {
    if (!isNode(it) || it.op !== 'value') return false;
    const text: unknown = it.args;
    return typeof text === 'string' && text.length <= maxDuration;
  });
}

const instead = 'use contains(), startsWith(), endsWith(), size(), all(), exists() or filter()';

const isNode = (value: unknown): value is ASTNode =>
  typeof value === 'object' && value !== null && 'op' in value && 'args' in value;
