import type { ValidationIssue } from '@assay/contracts';
import { extentOf, holdsMoreThan } from '@assay/json-schema';
import type { Clock } from '@assay/kernel';
import type { DeclaredSanity, SanityPredicate, SanitySituation } from '@assay/registry';

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
const longestShown = 200;

/** A predicate of a version, or why it cannot be asked. */
export type AskedSanity = DeclaredSanity & { readonly predicate?: SanityPredicate; readonly broken?: string };

/**
 * The second layer of validation: what does not hold of an output that fits its schema. A predicate that cannot be
 * evaluated, be it for its cost, is a warning, whatever its severity.
 */
export function judgeSanity(
  asked: readonly AskedSanity[],
  situation: SanitySituation,
  clock: Pick<Clock, 'monotonic'>,
): ValidationIssue[] {
  if (asked.length === 0) return [];
  const begun = clock.monotonic();
  const tooMuch = costly(asked, situation);
  return asked.flatMap((one) => {
    const late =
      clock.monotonic() - begun > sanityBounds.withinMs ? 'the predicates before it took too long' : undefined;
    return judge(one, situation, one.broken ?? late ?? tooMuch(one));
  });
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

/** Why a predicate is not asked about so much; what it depends on is found out when first needed. */
function costly(asked: readonly AskedSanity[], { input, output }: SanitySituation) {
  const all = [input, output];
  if (holdsMoreThan(all, sanityBounds.values)) {
    const why = `input and output contain more than ${sanityBounds.values} values`;
    return () => why;
  }
  const looks = asked.some(({ predicate }) => (predicate?.cost.perEntry ?? 0) > 0);
  const characters = looks ? JSON.stringify(all).length : 0;
  const { values, width } = extentOf(all);
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
  const text = JSON.stringify(value, (_, member) => (typeof member === 'bigint' ? Number(member) : member)) ?? '';
  return text.length > longestShown ? `${text.slice(0, longestShown - 1)}…` : value;
}

function reasonOf(cause: unknown): string {
  const { message } = (cause ?? {}) as { message?: unknown };
  return typeof message === 'string' ? (message.split('\n', 1)[0] as string).slice(0, 200) : 'no reason given';
}
