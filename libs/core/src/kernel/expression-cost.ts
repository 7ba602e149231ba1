import type { ASTNode } from '@marcbachmann/cel-js';

/** What evaluating a CEL expression may cost, found by reading it. */
export interface ExpressionCost {
  /** Lists it walks, one after the other; each walks all that there is. */
  readonly walks: number;
  /** How often it looks into a text or list for each entry of a list. */
  readonly perEntry: number;
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

/**
 * Reads what an expression costs. Calls are of those offered; `map` only where its list is summed at once. No list is
 * walked within another, and no text or list grows while one is walked, so that the work is at most `walks` times the entries,
 * and `perEntry` times the entries times the characters, of what is looked at.
 */
export function costOf(ast: ASTNode, offered: ReadonlySet<string>): ExpressionCost {
  const problems: string[] = [];
  let walks = 0;
  let perEntry = 0;
  let joins = 0;
  const visit = (value: unknown, place: Place, within: string | undefined): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, place, within);
    if (!isNode(value)) return;
    const { op, args } = value;
    const name = op === 'rcall' || op === 'call' ? String(args[0]) : undefined;
    if (name !== undefined && !isOffered(name, offered, within)) problems.push(`${name}() is not offered: ${instead}`);
    if (op === '+') joins += 1;
    if (place !== 'outside' && op === '+') problems.push('"+" stands where a list is walked: nothing may grow there');
    if (place === 'entry' && (op === 'in' || (name !== undefined && !quick.has(name)))) perEntry += 1;
    if (place === 'entry' && name?.startsWith('get')) problems.push(`${name}() stands within a walk: ask it outside`);
    if (name === undefined || !walking.has(name)) {
      visit(args, place, name);
      return;
    }
    walks += 1;
    if (place === 'entry')
      problems.push(`${name}() stands within another one: no list may be walked for each entry of another`);
    const [, list, inner] = args as [string, unknown, unknown];
    visit(list, place === 'entry' ? 'entry' : 'walked', undefined);
    visit(inner, 'entry', undefined);
  };
  visit(ast, 'outside', undefined);
  return { walks, perEntry, joins, problems };
}

const isOffered = (name: string, offered: ReadonlySet<string>, within: string | undefined): boolean =>
  offered.has(name) || (name === 'map' && within === 'sum' && offered.has('sum'));

const instead = 'use contains(), startsWith(), endsWith(), size(), all(), exists() or filter()';

const isNode = (value: unknown): value is ASTNode =>
  typeof value === 'object' && value !== null && 'op' in value && 'args' in value;
