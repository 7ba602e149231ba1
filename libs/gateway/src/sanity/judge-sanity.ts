import { findRawNumber, type ValidationIssue, withNearestDoubles } from '@assay/contracts';
import { type Clock, isLongerThan, runAtOnce, type Sliced, writeJsonInSteps } from '@assay/kernel';
import type { DeclaredSanity, SanityPredicate, SanitySituation } from '@assay/registry';
import { workedOnAtOnce } from '../output/write-large-output.js';
import { jsonBeginning } from './json-beginning.js';
import { type Extent, extentInSteps } from './json-extent.js';

/** What predicates may cost a call, however they and the output were made. */
export const sanityBounds = Object.freeze({
  /** Values in input and output; of more, no predicate is asked. */
  values: 100_000,
  /** Values times characters that one predicate may look into. */
  lookedInto: 50_000_000,
  /** Values times the parts of what one predicate asks of each entry of a list. */
  parts: 3_000_000,
  /** For all predicates together: who comes later is not asked. */
  withinMs: 100,
});

/** A member that is longer than this as JSON is shown by its beginning. */
const maxShown = 200;

/** A predicate of a version, or why it cannot be asked. */
export type AskedSanity = DeclaredSanity & { readonly predicate?: SanityPredicate; readonly broken?: string };

/**
 * The second layer of validation: what does not hold of an output that fits its schema. A predicate that cannot be
 * evaluated, be it for its cost, is a warning, whatever its severity.
 */
export const judgeSanity = (
  asked: readonly AskedSanity[],
  situation: SanitySituation,
  clock: Pick<Clock, 'monotonic'>,
): ValidationIssue[] => (asked.length === 0 ? [] : runAtOnce(judgeSanityInSteps(asked, situation, clock)));

/** The same in steps, of which each asks one predicate; only the time that the steps take counts for `withinMs`. */
export function* judgeSanityInSteps(
  asked: readonly AskedSanity[],
  situation: SanitySituation,
  clock: Pick<Clock, 'monotonic'>,
): Sliced<ValidationIssue[]> {
  const { input, output } = situation;
  const all = [input, output];
  const looks = asked.some(({ predicate }) => (predicate?.cost.perEntry ?? 0) > 0);
  const extent = yield* extentInSteps(all, sanityBounds.values);
  const characters = extent !== undefined && looks ? yield* charactersInSteps(all) : 0;
  let begun = clock.monotonic();
  const tooMuch = costly(extent, characters);
  // Predicates compare numbers; what holds too many values is not asked about, and need not be copied.
  const isExact = extent === undefined || findRawNumber(output) === null;
  const compared = isExact ? situation : { ...situation, output: withNearestDoubles(output) };
  const issues: ValidationIssue[] = [];
  let spentMs = 0;
  for (const one of asked) {
    spentMs += clock.monotonic() - begun;
    if (one !== asked[0]) yield;
    begun = clock.monotonic();
    const late = spentMs > sanityBounds.withinMs ? 'the predicates before it took too long' : undefined;
    issues.push(...judge(one, compared, one.broken ?? late ?? tooMuch(one)));
  }
  return issues;
}

/** Characters of values as JSON. */
function* charactersInSteps(values: readonly unknown[]): Sliced<number> {
  if (!isLongerThan(values, workedOnAtOnce)) return JSON.stringify(values).length;
  return (yield* writeJsonInSteps(values)).text.length;
}

function judge(asked: AskedSanity, situation: SanitySituation, hindrance: string | undefined): ValidationIssue[] {
  const { predicate } = asked;
  if (hindrance !== undefined || predicate === undefined) return [untold(asked, hindrance ?? 'it is not a predicate')];
  try {
    return predicate.holds(situation) ? [] : [violation(predicate, situation)];
  } catch (cause) {
    return [untold(asked, reasonOf(cause))];
  }
}

/** Why a predicate is not asked about input and output of this extent; undefined when it is. */
function costly(extent: Extent | undefined, characters: number) {
  if (extent === undefined) return () => `input and output contain more than ${sanityBounds.values} values`;
  const { values, width } = extent;
  return ({ predicate }: AskedSanity) => {
    const { perEntry = 0, partsPerEntry = 0, comparedPerEntry = 0 } = predicate?.cost ?? {};
    if (values * characters * perEntry > sanityBounds.lookedInto)
      return `it looks into texts or lists for each entry, and input and output have ${characters} characters`;
    const parts = (partsPerEntry + comparedPerEntry * width) * (predicate?.kind === 'time' ? 3 : 1);
    return values * parts > sanityBounds.parts
      ? `it asks too much of each entry for so many: ${partsPerEntry} things, of objects of up to ${width} members`
      : undefined;
  };
}

function violation(predicate: SanityPredicate, situation: SanitySituation): ValidationIssue {
  const looked = Object.entries(predicate.looksAt(situation)).map(([name, value]) => [name, short(value)] as const);
  const [first] = looked.filter(([name]) => name.startsWith('output'));
  const { name, expression, severity } = predicate;
  const found = looked.map(([member, value]) => `${member} is ${JSON.stringify(value)}`).join(', ');
  return {
    path: first === undefined ? '/output' : `/${first[0].replaceAll('.', '/')}`,
    message: `is not plausible: "${name}" expects ${expression}${found === '' ? '' : `, but ${found}`}`,
    layer: 'sanity',
    name,
    value: looked.length === 1 ? looked[0]?.[1] : Object.fromEntries(looked),
    expected: expression,
    severity,
  };
}

const untold = ({ name, expression }: DeclaredSanity, why: string): ValidationIssue => ({
  path: '/output',
  message: `could not be checked by "${name}": ${why}`,
  layer: 'sanity',
  name,
  expected: expression,
  severity: 'WARNING',
});

function short(value: unknown): unknown {
  const text = jsonBeginning(value, maxShown);
  return text.length > maxShown ? `${text.slice(0, maxShown - 1)}…` : value;
}

function reasonOf(cause: unknown): string {
  const { message } = (cause ?? {}) as { message?: unknown };
  return typeof message === 'string' ? (message.split('\n', 1)[0] as string).slice(0, 200) : 'no reason given';
}
