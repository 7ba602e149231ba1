import { holdsMoreThan } from '@assay/json-schema';
import {
  costOf,
  expressionLimits,
  type Failure,
  fail,
  offeredFunctions,
  ok,
  quickly,
  type Result,
} from '@assay/kernel';
import { withJsonNumbers } from '@assay/registry';
import { Environment } from '@marcbachmann/cel-js';
import type { Predicate, Situation } from '../predicate.js';

/** Lists that an expression may walk, look-ups for each entry of a list, and texts or lists it may put together. */
const maxUses = { walks: 4, perEntry: 2, joins: 8 } as const;
/** Values a walk goes through, and values times characters that look-ups for each of them go through. */
const bounds = { values: 100_000, lookedInto: 50_000_000 } as const;

let environment: Environment | undefined;

/** CEL over what a composition has at hand. JSON's one kind of number is calculated with as a fraction. */
function newEnvironment(): Environment {
  const made = new Environment({ limits: expressionLimits, homogeneousAggregateLiterals: false })
    .registerVariable('input', 'dyn')
    .registerVariable('output', 'dyn')
    .registerVariable('prev', 'dyn')
    .registerVariable('steps', 'list')
    .registerVariable('now', 'google.protobuf.Timestamp');
  return withJsonNumbers(made);
}

/**
 * Compiles a predicate or a score, once. Fails with `invalid_request` and the character it is about when it is not CEL,
 * names something there is not, or could take long: CEL cannot loop, and what may be walked within what is bounded.
 */
export function compilePredicate(text: string): Result<Predicate, Failure> {
  environment ??= newEnvironment();
  const { valid, error } = environment.check(text);
  if (!valid) return refused(placed(error));
  const parsed = environment.parse(text);
  const { walks, perEntry, joins, problems } = costOf(parsed.ast, offered);
  const [amiss] = [...problems, ...excesses(walks, perEntry, joins)];
  if (amiss !== undefined) return refused(amiss);
  const quick = quickly(parsed, environment);
  const looks = walks > 0 || joins > 0 || /\bin\b|\w\(/.test(text);
  return ok({
    text,
    evaluate(situation) {
      if (looks && isTooMuch(situation, perEntry))
        return fail('invalid_input', `"${text}" cannot be evaluated: its input is too large.`);
      try {
        return ok(quick({ ...situation, steps: [...situation.steps] }) as unknown);
      } catch (cause) {
        return fail('invalid_input', `"${text}" cannot be evaluated: ${firstLine((cause as Error).message)}.`);
      }
    },
  });
}

const offered: ReadonlySet<string> = new Set(offeredFunctions);

const refused = (why: string) => fail('invalid_request', why);

function excesses(walks: number, perEntry: number, joins: number): string[] {
  return [
    ...(walks > maxUses.walks ? [`walks ${walks} lists: at most ${maxUses.walks} are allowed`] : []),
    ...(perEntry > maxUses.perEntry
      ? [`looks ${perEntry} times for each entry: at most ${maxUses.perEntry} are allowed`]
      : []),
    ...(joins > maxUses.joins ? [`has ${joins} "+": at most ${maxUses.joins} are allowed`] : []),
  ];
}

function isTooMuch({ input, output, prev, steps }: Situation, perEntry: number): boolean {
  const all = [input, output, prev, steps];
  if (holdsMoreThan(all, bounds.values)) return true;
  if (perEntry === 0) return false;
  const characters = JSON.stringify(all).length;
  return holdsMoreThan(all, bounds.lookedInto / (characters * perEntry));
}

/** The library's message with the character it is about, from 1. */
function placed(error: { readonly message: string; readonly node?: { readonly pos: number } } | undefined): string {
  const at = error?.node?.pos;
  const where = at === undefined ? '' : `, at character ${at + 1}`;
  return `is no CEL over input, output, prev, steps and now: ${firstLine(error?.message ?? 'it cannot be parsed')}${where}`;
}

/** The library repeats what it cannot read, however long that is. */
const maxSaid = 300;

function firstLine(message: string): string {
  const [line = ''] = message.slice(0, maxSaid + 1).split('\n', 1);
  return line.length > maxSaid ? `${line.slice(0, maxSaid).toWellFormed()}…` : line;
}
