import {
  costOf,
  expressionLimits,
  type Failure,
  fail,
  offeredFunctions,
  ok,
  quickly,
  type Result,
  withQuickSearches,
} from '@assay/kernel';
import { type ASTNode, Environment } from '@marcbachmann/cel-js';

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

/** Throws when it cannot be evaluated: a member is missing, or two values do not compare. */
export type Predicate = (situation: Situation) => boolean;

/** How many lists a predicate may walk, one after the other: each walks all that the state holds. */
const maxWalks = 4;
/** How often it may look into a text or list for each entry of a list. */
const maxPerEntry = 4;
const offered = new Set(offeredFunctions);

const environment = withQuickSearches(
  new Environment({ limits: expressionLimits })
    .registerVariable('query', 'string')
    .registerVariable('capabilities', 'list<string>')
    .registerVariable('task', 'string')
    .registerVariable('state', 'map')
    .registerVariable('now', 'google.protobuf.Timestamp'),
);

/**
 * Reads a CEL predicate. Fails with `invalid_request` when it is not CEL, is not a yes or no, names something there is
 * not, or could take long or much memory, whatever the situation: see `tooMuch`.
 */
export function readPredicate(text: string): Result<Predicate, Failure> {
  const { valid, type, error } = environment.check(text);
  if (!valid) return refused(firstLine(error?.message ?? 'it cannot be parsed'));
  if (type !== 'bool' && type !== 'dyn') return refused(`it gives a ${type}; a boolean is required`);
  const parsed = environment.parse(text);
  const amiss = tooMuch(parsed.ast);
  if (amiss !== undefined) return refused(amiss);
  const quick = quickly(parsed, environment);
  return ok((situation) => quick({ ...situation }) === true);
}

const firstLine = (text: string): string => text.split('\n', 1)[0] as string;

function refused(why: string) {
  const message = `"when" is not a predicate: ${why}. It is CEL over query, capabilities, task, state and now, such as query.contains("invoice") or has(state.country) && state.country == "DE".`;
  return fail('invalid_request', message, { issues: [{ path: '/when', message: why }] });
}

/** Why an expression could take long, whatever the situation, which is bounded itself; undefined when it cannot. */
function tooMuch(ast: ASTNode): string | undefined {
  const { walks, perEntry, problems } = costOf(ast, offered);
  if (problems.length > 0) return problems[0];
  if (walks > maxWalks) return `it walks ${walks} lists: at most ${maxWalks} are allowed`;
  if (perEntry > maxPerEntry)
    return `it looks into ${perEntry} texts or lists for each entry of a list: at most ${maxPerEntry} are allowed`;
  return undefined;
}
