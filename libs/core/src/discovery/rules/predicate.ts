import { type ASTNode, Environment } from '@marcbachmann/cel-js';
import { type Failure, fail } from '../../kernel/failure.js';
import { ok, type Result } from '../../kernel/result.js';

/** What a predicate looks at. */
export interface Situation {
  /** The words searched for; empty when only capabilities were asked for. */
  readonly query: string;
  readonly capabilities: readonly string[];
  /** What it is all for, as `state.task` says; the query when it says nothing. */
  readonly task: string;
  /** Whatever the caller said of its state. */
  readonly state: Readonly<Record<string, unknown>>;
  readonly now: Date;
}

/** Throws when it cannot be told: a member is missing, or two values do not compare. */
export type Predicate = (situation: Situation) => boolean;

/** How many lists a predicate may walk, one after the other: each walks all that the state holds. */
const mostWalks = 4;
/** How often it may look into a text or list for each entry of a list. */
const mostPerEntry = 4;
const walks = new Set(['all', 'exists', 'exists_one', 'filter']);
const quick = new Set(['has', 'size']);

/** What may be called. Patterns take long; `map`, `split`, `join` and `bind` make more of what there is, without end. */
const offered = new Set([
  ...[...walks, ...quick],
  ...['contains', 'startsWith', 'endsWith', 'indexOf', 'lastIndexOf', 'substring', 'lowerAscii', 'upperAscii', 'trim'],
  ...['int', 'uint', 'double', 'string', 'bool', 'dyn', 'type', 'timestamp', 'duration'],
  ...['getFullYear', 'getMonth', 'getDate', 'getDayOfMonth', 'getDayOfWeek', 'getDayOfYear'],
  ...['getHours', 'getMinutes', 'getSeconds', 'getMilliseconds'],
]);

const environment = new Environment({
  limits: { maxAstNodes: 500, maxDepth: 24, maxListElements: 100, maxMapEntries: 50, maxCallArguments: 8 },
})
  .registerVariable('query', 'string')
  .registerVariable('capabilities', 'list<string>')
  .registerVariable('task', 'string')
  .registerVariable('state', 'map')
  .registerVariable('now', 'google.protobuf.Timestamp');

/**
 * Reads a CEL predicate. Fails with `invalid_request` when it is not CEL, is not a yes or no, names something there is
 * not, or could take long or much memory, whatever the situation: see `tooMuch`.
 */
export function readPredicate(text: string): Result<Predicate, Failure> {
  const { valid, type, error } = environment.check(text);
  if (!valid) return refused(firstLine(error?.message ?? 'it cannot be read'));
  if (type !== 'bool' && type !== 'dyn') return refused(`it gives a ${type}, where yes or no is needed`);
  const parsed = environment.parse(text);
  const amiss = tooMuch(parsed.ast);
  if (amiss !== undefined) return refused(amiss);
  return ok((situation) => parsed({ ...situation }) === true);
}

const firstLine = (text: string): string => text.split('\n', 1)[0] as string;

function refused(why: string) {
  const message = `"when" is not a predicate: ${why}. It is CEL over query, capabilities, task, state and now, such as query.contains("invoice") or has(state.country) && state.country == "DE".`;
  return fail('invalid_request', message, { issues: [{ path: '/when', message: why }] });
}

/**
 * Why an expression could take long; undefined when it cannot. Calls are of those offered. No list is walked within
 * another, nothing grows while one is walked, and few texts and lists are looked into for each of its entries: the work is
 * at most a small multiple of the entries times the characters of the state, both of which are bounded.
 */
function tooMuch(ast: ASTNode): string | undefined {
  const problems: string[] = [];
  let walked = 0;
  let perEntry = 0;
  const visit = (value: unknown, place: Place): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, place);
    if (!isNode(value)) return;
    const { op, args } = value;
    const name = op === 'rcall' || op === 'call' ? String(args[0]) : undefined;
    if (name !== undefined && !offered.has(name)) problems.push(`${name}() is not offered: ${instead}`);
    if (place !== 'outside' && op === '+') problems.push('"+" stands where a list is walked: nothing may grow there');
    if (place === 'entry' && (op === 'in' || (name !== undefined && !quick.has(name)))) perEntry += 1;
    if (place === 'entry' && name?.startsWith('get')) problems.push(`${name}() stands within a walk: ask it outside`);
    if (name === undefined || !walks.has(name)) {
      visit(args, place);
      return;
    }
    walked += 1;
    if (place === 'entry')
      problems.push(`${name}() stands within another one: no list may be walked for each entry of another`);
    const [, list, inner] = args as [string, unknown, unknown];
    visit(list, place === 'entry' ? 'entry' : 'walked');
    visit(inner, 'entry');
  };
  visit(ast, 'outside');
  if (walked > mostWalks) problems.push(`it walks ${walked} lists: at most ${mostWalks} are allowed`);
  if (perEntry > mostPerEntry)
    problems.push(
      `it looks into ${perEntry} texts or lists for each entry of a list: at most ${mostPerEntry} are allowed`,
    );
  return problems[0];
}

/** Outside of any walk; within what gives the list that is walked; or within what is asked of each of its entries. */
type Place = 'outside' | 'walked' | 'entry';

const instead = 'use contains(), startsWith(), endsWith(), size(), all(), exists() or filter()';

const isNode = (value: unknown): value is ASTNode =>
  typeof value === 'object' && value !== null && 'op' in value && 'args' in value;
