import jsonata from 'jsonata';
import type { Clock } from './clock.js';
import { canonicalJson } from './digest.js';
import { type Failure, fail } from './failure.js';
import { isLongerThan } from './json-bytes.js';
import { err, ok, type Result } from './result.js';
import { offerTextFunctions } from './text-functions.js';

/** Limits of one evaluation. */
export interface ReshapeLimits {
  /** Steps of the evaluator. */
  readonly steps: number;
  /** Maximum nesting of the evaluation. */
  readonly depth: number;
  /** Items of a list, and of all intermediate lists together. */
  readonly items: number;
  readonly itemsInAll: number;
  /** Characters of a text. */
  readonly characters: number;
  /** Bytes of the result: one long text may appear in it many times. */
  readonly bytes: number;
  /** Time for one evaluation except its last step: a single step can read the whole input. */
  readonly withinMs: number;
}

export const reshapeLimits: ReshapeLimits = Object.freeze({
  steps: 20_000,
  depth: 200,
  items: 10_000,
  itemsInAll: 200_000,
  characters: 1_000_000,
  bytes: 10 * 1_048_576,
  withinMs: 500,
});

/** A compiled JSONata expression. */
export interface Reshape {
  /**
   * Evaluates the expression on a value; undefined where it finds nothing. Fails with `invalid_input` when it cannot be
   * evaluated or exceeds its limits. The value is not changed.
   */
  apply(value: unknown): Promise<Result<unknown, Failure>>;
  /** The syntax tree as JSONata parses it, for static checks. */
  readonly syntax: unknown;
}

/** Functions that depend on more than the value: they are non-deterministic, or evaluate text as an expression. */
const withheld = ['eval', 'random', 'shuffle', 'now', 'millis', 'clone'];

const entry = Symbol.for('jsonata.__evaluate_entry') as unknown as string;
const exit = Symbol.for('jsonata.__evaluate_exit') as unknown as string;

interface Frame {
  readonly base: object;
}

interface Spent {
  readonly begun: number;
  steps: number;
  depth: number;
  items: number;
}

class OutOfBounds extends Error {}

/**
 * Compiles an expression that reshapes values. JSONata can recurse without limit, and its own time-out then never
 * fires, so steps, depth, sizes and time are counted here. Regular expressions are rejected, since its engine
 * backtracks.
 */
export function compileReshape(
  text: string,
  clock: Pick<Clock, 'monotonic'>,
  limits: ReshapeLimits = reshapeLimits,
): Result<Reshape, Failure> {
  const read = readReshape(text, limits);
  if (!read.ok) return read;
  const expression = read.value;
  bound(expression, clock, limits);
  return ok({ apply: (value) => evaluate(expression, value, limits), syntax: expression.ast() });
}

/** The expression without limits, for callers that only validate it. */
export function readReshape(text: string, limits: ReshapeLimits = reshapeLimits): Result<jsonata.Expression, Failure> {
  let expression: jsonata.Expression;
  try {
    expression = jsonata(text, { sequence: limits.items });
  } catch (cause) {
    return fail('invalid_input', `It is no JSONata expression: ${reasonOf(cause)}.`);
  }
  return hasPattern(expression.ast())
    ? fail('invalid_input', 'Regular expressions are not offered here: use $contains, $split or $replace with texts.')
    : ok(expression);
}

async function evaluate(
  expression: jsonata.Expression,
  value: unknown,
  limits: ReshapeLimits,
): Promise<Result<unknown, Failure>> {
  try {
    return ok(plain(await expression.evaluate(structuredClone(value)), limits));
  } catch (cause) {
    return err<Failure>({ code: 'invalid_input', message: `The expression failed: ${reasonOf(cause)}.` });
  }
}

function bound(expression: jsonata.Expression, clock: Pick<Clock, 'monotonic'>, limits: ReshapeLimits): void {
  const spent = new WeakMap<object, Spent>();
  expression.assign(entry, (_: unknown, __: unknown, { base }: Frame) => {
    const so = spent.get(base) ?? { begun: clock.monotonic(), steps: 0, depth: 0, items: 0 };
    spent.set(base, so);
    so.steps += 1;
    so.depth += 1;
    if (so.steps > limits.steps) throw new OutOfBounds(`it takes more than ${limits.steps} steps`);
    if (clock.monotonic() - so.begun > limits.withinMs)
      throw new OutOfBounds(`it takes longer than ${limits.withinMs} ms`);
    if (so.depth > limits.depth) throw new OutOfBounds(`it nests deeper than ${limits.depth}`);
  });
  expression.assign(exit, (_: unknown, __: unknown, { base }: Frame, result: unknown) => {
    const so = spent.get(base);
    if (so === undefined) return;
    so.depth -= 1;
    if (typeof result === 'string' && result.length > limits.characters) throw tooLong(limits);
    if (!Array.isArray(result)) return;
    so.items += result.length;
    if (result.length > limits.items || so.items > limits.itemsInAll) {
      throw new OutOfBounds(`it makes lists of more than ${limits.items} items`);
    }
  });
  for (const name of withheld) expression.assign(name, undefined);
  offerTextFunctions(expression);
  expression.registerFunction(
    'pad',
    (text: string, width: number, by?: string) => padded(text, width, by, limits),
    '<s-ns?:s>',
  );
  expression.registerFunction(
    'join',
    (texts: readonly string[], by?: string) => joined(texts, by, limits),
    '<a<s>s?:s>',
  );
  expression.registerFunction('distinct', distinct, '<x:x>');
  expression.registerFunction('toMillis', toMillis, '<s-s?:n>');
}

const tooLong = ({ characters }: ReshapeLimits) => new OutOfBounds(`a text has more than ${characters} characters`);

/** Same as JSONata's, with a limit: a positive width pads on the right, a negative one on the left. */
function padded(text: string | undefined, width: number, by: string | undefined, limits: ReshapeLimits) {
  if (text === undefined) return undefined;
  if (Math.abs(width) > limits.characters) throw tooLong(limits);
  const filler = by === undefined || by === '' ? ' ' : by;
  return width < 0 ? text.padStart(-width, filler) : text.padEnd(width, filler);
}

/** Same as JSONata's, with a limit that is checked before the text is built. */
function joined(texts: readonly string[] | undefined, by = '', limits: ReshapeLimits): string | undefined {
  if (texts === undefined) return undefined;
  const length = texts.reduce((sum, text) => sum + text.length + by.length, -by.length);
  if (length > limits.characters) throw tooLong(limits);
  return texts.join(by);
}

/** Same as JSONata's, but in one pass: comparing every pair of items would block the event loop. */
function distinct(value: unknown): unknown {
  if (!Array.isArray(value) || value.length <= 1) return value;
  const seen = new Set<string>();
  return value.filter((item) => {
    const key = item === undefined ? '' : canonicalJson(item);
    return !seen.has(key) && seen.add(key);
  });
}

const isoTime = /^\d{4}(?:-\d{2}(?:-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?)?)?$/;

/**
 * Ms since the epoch. JSONata's own builds patterns from picture strings that backtrack without limit; without a zone
 * it is UTC.
 */
function toMillis(text: string | undefined, picture: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (picture !== undefined) throw new OutOfBounds('$toMillis takes no picture here: give it an ISO 8601 text');
  const read = isoTime.exec(text);
  const at = Date.parse(read?.[1] === undefined && text.includes('T') ? `${text}Z` : text);
  if (read === null || Number.isNaN(at))
    throw new OutOfBounds(`$toMillis reads ISO 8601, not ${JSON.stringify(text.slice(0, 40))}`);
  return at;
}

/** Plain JSON, without the evaluator's own marks on lists. */
function plain(value: unknown, { bytes }: ReshapeLimits): unknown {
  if (value === undefined) return undefined;
  if (typeof value === 'function' || (value as { _jsonata_lambda?: boolean } | null)?._jsonata_lambda) {
    throw new OutOfBounds('it gives a function, not a value');
  }
  if (isLongerThan(value, bytes)) throw new OutOfBounds(`it gives more than ${bytes} bytes of JSON`);
  return JSON.parse(JSON.stringify(value));
}

function hasPattern(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(hasPattern);
  if (typeof node !== 'object' || node === null) return false;
  return node instanceof RegExp || Object.values(node).some(hasPattern);
}

function reasonOf(cause: unknown): string {
  const { message } = (cause ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message.slice(0, 300).replace(/\.$/, '') : 'no reason given';
}
