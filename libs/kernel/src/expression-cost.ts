import type { ASTNode } from '@marcbachmann/cel-js';

/** An upper bound on the cost of evaluating a CEL expression, derived from its syntax. */
export interface ExpressionCost {
  /** Number of lists it walks, one after another, each completely. */
  readonly walks: number;
  /** Number of texts or lists it reads for each entry of a list. */
  readonly perEntry: number;
  /** Number of syntax parts evaluated for each entry of its lists. */
  readonly partsPerEntry: number;
  /** Number of comparisons per entry with values from outside it; two objects are compared by all their members. */
  readonly comparedPerEntry: number;
  /** Number of texts or lists it may concatenate: its "+" signs. */
  readonly joins: number;
  /** Why it could take long or much memory for some input; empty when it cannot. */
  readonly problems: readonly string[];
}

/** Structural limits of all CEL expressions. */
export const expressionLimits = Object.freeze({
  maxAstNodes: 500,
  maxDepth: 24,
  maxListElements: 100,
  maxMapEntries: 50,
  maxCallArguments: 8,
});

const walking = new Set(['all', 'exists', 'exists_one', 'filter', 'map']);
const quick = new Set(['has', 'size', 'sum', 'near']);
/**
 * Cheap for a part of the entry, since all entries share the total size; for an outside value they read all of it, each
 * time.
 */
const reading = new Set(['size', 'sum']);
const comparing = new Set(['==', '!=', '<', '<=', '>', '>=']);

/**
 * Functions allowed in every expression. Patterns are slow; `split`, `join` and `bind` can multiply data without limit.
 */
export const offeredFunctions: readonly string[] = Object.freeze([
  ...['all', 'exists', 'exists_one', 'filter', 'has', 'size'],
  ...['contains', 'startsWith', 'endsWith', 'indexOf', 'lastIndexOf', 'substring', 'lowerAscii', 'upperAscii', 'trim'],
  ...['int', 'uint', 'double', 'string', 'bool', 'dyn', 'type', 'timestamp', 'duration'],
  ...['getFullYear', 'getMonth', 'getDate', 'getDayOfMonth', 'getDayOfWeek', 'getDayOfYear'],
  ...['getHours', 'getMinutes', 'getSeconds', 'getMilliseconds'],
]);

/**
 * Outside of any walk; inside the expression that yields the walked list; or inside the expression evaluated for each
 * entry.
 */
type Place = 'outside' | 'walked' | 'entry';

/**
 * The position of a part of an expression: its place, the call it is an argument of, and the name of the entry
 * variable.
 */
interface Spot {
  readonly place: Place;
  readonly within?: string | undefined;
  readonly entry?: string | undefined;
}

/**
 * Computes the cost of an expression. Only allowed functions may be called, and `map` only where its list is summed
 * directly. No list is walked within another, and no text or list grows during a walk, so that the work is at most
 * `walks` times `partsPerEntry` times the entries, plus `perEntry` times the entries times the characters of the input.
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

/** Whether evaluating this for an entry may read a text or list as long as the whole input. */
function looksInto({ op, args }: ASTNode, name: string | undefined, entry: string | undefined): boolean {
  if (op === 'in') return true;
  // Comparing texts and lists stops at the end of the shorter side.
  if (comparing.has(op)) return (args as unknown[]).every((side) => isFromOutside(side, entry));
  if (name === undefined) return false;
  return reading.has(name) ? isFromOutside((args as unknown[]).slice(1), entry) : !quick.has(name);
}

/** Whether a value may come from outside the entry, and so have any length; computed values are short. */
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

/** Maximum characters of a duration: the library's parsing time grows with the cube of its length. */
const maxDuration = 40;
const longDuration = `duration() takes a text of at most ${maxDuration} characters that is written out, such as duration("1h30m")`;

/** Whether every argument, in `duration(text)` or `text.duration()`, is a short literal. */
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
