import type { Fit, FitContext } from './fit.js';
import { ignoresOthers, isClosed, isNamed, requires } from './meet.js';
import { patternSamples } from './pattern-samples.js';
import { type Conjunction, everything, type Json, nothing, type ObjectShape, type Unlisted } from './shape.js';

type Members = Readonly<Record<string, Json>>;

/** Whether one object shape is included in another. Parts are checked in the order in which they usually break. */
export function objectFit(context: FitContext, giver: ObjectShape, taker: ObjectShape): Fit {
  const base = once(() => context.samples.object(giver, false));
  const properties = propertiesFit(context, giver, taker, base);
  const required = requiredFit(giver, taker, base);
  const unlisted = unlistedFit(context, giver, taker, base);
  const rules = [impliedFits(context, giver, taker), countsFit(context, giver, taker), namesFit(context, giver, taker)];
  const holds = properties.holds && required.holds && unlisted.holds && rules.every((it) => it);
  if (holds) return { holds, hints: [] };
  const hints = [...required.hints, ...properties.hints, ...unlisted.hints];
  if (rules.some((it) => !it)) hints.push(...ruleHints(context, giver, taker, base()));
  return { holds, hints };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const added = (base: Members | undefined, members: Members): Json[] =>
  base === undefined ? [] : [{ ...base, ...members }];

function without(base: Members | undefined, name: string): Json[] {
  if (base === undefined) return [];
  const { [name]: _left, ...others } = base;
  return [others];
}

/** The names to compare: all for the strict relation, the giver's for the closed one, the taker's when projected. */
function* comparedNames({ relation }: FitContext, giver: ObjectShape, taker: ObjectShape): Generator<string> {
  if (relation !== 'projected') yield* giver.properties.keys();
  if (relation === 'closed') return;
  for (const name of taker.properties.keys()) {
    if (relation === 'projected' || !giver.properties.has(name)) yield name;
  }
}

function propertiesFit(
  context: FitContext,
  giver: ObjectShape,
  taker: ObjectShape,
  base: () => Members | undefined,
): Fit {
  const hints: Json[] = [];
  let holds = true;
  for (const name of comparedNames(context, giver, taker)) {
    const outcome = context.decide(context.meaning.valueAt(giver, name), context.meaning.valueAt(taker, name));
    if (outcome.verdict === 'holds') continue;
    holds = false;
    if (outcome.verdict === 'fails') hints.push(...added(base(), { [name]: outcome.witness }));
  }
  return { holds, hints };
}

function requiredFit(giver: ObjectShape, taker: ObjectShape, base: () => Members | undefined): Fit {
  const missing = [...taker.properties].filter(([name, it]) => it.required && !requires(giver, name));
  return { holds: missing.length === 0, hints: missing.flatMap(([name]) => without(base(), name)) };
}

function unlistedFit(
  { decide, samples, meaning }: FitContext,
  giver: ObjectShape,
  taker: ObjectShape,
  base: () => Members | undefined,
): Fit {
  if (taker.unlisted.length === 0 || isClosed(giver)) return { holds: true, hints: [] };
  const groups: readonly Unlisted[] =
    giver.unlisted.length > 0 ? giver.unlisted : [{ patterns: new Map(), rest: everything }];
  const isIn = (one: Conjunction, other: Conjunction) => decide(one, other).verdict === 'holds';
  const holds = taker.unlisted.every((wanted) => {
    const patterns = [...wanted.patterns].every(([source, value]) =>
      groups.some((group) => {
        const same = group.patterns.get(source);
        return (same !== undefined && isIn(same, value)) || valuesOf(group).every((it) => isIn(it, value));
      }),
    );
    const rest = groups.some(
      (group) =>
        isIn(group.rest, wanted.rest) &&
        [...group.patterns].every(([source, it]) => wanted.patterns.has(source) || isIn(it, wanted.rest)),
    );
    return patterns && rest;
  });
  if (holds) return { holds, hints: [] };
  const patterned = taker.unlisted.flatMap((it) => [...it.patterns.keys()].flatMap((source) => patternSamples(source)));
  const names = [...samples.otherNames(giver), ...patterned].filter((it) => !taker.properties.has(it));
  const hints = [...new Set(names)].slice(0, 12).flatMap((name) => {
    const mine = meaning.valueAt(giver, name);
    const outcome = decide(mine, meaning.valueAt(taker, name));
    const values = outcome.verdict === 'fails' ? [outcome.witness] : samples.of(mine).slice(0, 3);
    return values.flatMap((value) => added(base(), { [name]: value }));
  });
  return { holds, hints };
}

const valuesOf = ({ patterns, rest }: Unlisted): Conjunction[] => [...patterns.values(), rest];

const impliedFits = ({ meaning }: FitContext, giver: ObjectShape, taker: ObjectShape): boolean =>
  taker.implied.every(
    ([name, other]) =>
      name === other ||
      requires(giver, other) ||
      meaning.valueAt(giver, name) === nothing ||
      giver.implied.some(([mine, needed]) => mine === name && needed === other),
  );

/** Where unlisted names are ignored, only properties that the taker lists are counted. */
function countsFit({ relation }: FitContext, giver: ObjectShape, taker: ObjectShape): boolean {
  const ignores = relation === 'projected' && ignoresOthers(taker);
  const listed = [...giver.properties].filter(([name]) => !ignores || isNamed(taker, name));
  const surely = listed.filter(([, it]) => it.required).length;
  const isWhole = !ignores || (listed.length === giver.properties.size && namesOnly(giver, taker));
  const maxCount = isClosed(giver) ? listed.filter(([, it]) => it.value !== nothing).length : Number.POSITIVE_INFINITY;
  return (isWhole ? giver.min : surely) >= taker.min && Math.min(maxCount, giver.max) <= taker.max;
}

/** Whether all unlisted names of the giver match patterns that the taker has too. */
function namesOnly(giver: ObjectShape, taker: ObjectShape): boolean {
  const known = new Set(taker.unlisted.flatMap((it) => [...it.patterns.keys()]));
  return giver.unlisted.some(
    ({ patterns, rest }) =>
      rest === nothing && [...patterns].every(([source, value]) => value === nothing || known.has(source)),
  );
}

function namesFit({ meaning, decide }: FitContext, giver: ObjectShape, taker: ObjectShape): boolean {
  const listed = [...giver.properties].filter(([, it]) => it.value !== nothing).map(([name]) => name);
  return taker.names.every((wanted) => {
    const named = listed.every((it) => taker.properties.has(it) || meaning.accepts(wanted, it) === true);
    return named && (isClosed(giver) || giver.names.some((it) => decide(it, wanted).verdict === 'holds'));
  });
}

function ruleHints(
  { samples, meaning }: FitContext,
  giver: ObjectShape,
  taker: ObjectShape,
  base: Members | undefined,
): Json[] {
  const hints: Json[] = [...samples.ofShape(giver)];
  for (const [name] of taker.implied) {
    const sample = samples.of(meaning.valueAt(giver, name))[0];
    if (sample !== undefined) hints.push(...added(base, { [name]: sample }));
  }
  const minCount = Math.min(taker.max + 1, 200);
  for (const min of [taker.min - 1, minCount]) {
    if (min >= giver.min) hints.push(samples.object({ ...giver, min }, false));
  }
  for (const name of samples.otherNames(giver).slice(0, 12)) {
    for (const value of samples.of(meaning.valueAt(giver, name)).slice(0, 1))
      hints.push(...added(base, { [name]: value }));
  }
  return hints.filter((it) => it !== undefined);
}
