import { opposite, sameAtom } from './atoms.js';
import { aroundNumbers, aroundSize, withoutImplied, withProperty } from './complement.js';
import type { Meaning } from './meaning.js';
import { itemAt, meet, requires } from './meet.js';
import type { Outcome } from './outcome.js';
import type { Reading } from './reading.js';
import {
  type ArrayShape,
  type Conjunction,
  everything,
  jsonTypes,
  nothing,
  type ObjectShape,
  type Shape,
  top,
} from './shape.js';

export interface RemainderContext {
  readonly meaning: Meaning;
  /** How the other shape is interpreted. */
  readonly taker: Reading;
  readonly decide: (giver: Conjunction, taker: Conjunction) => Outcome;
}

type Decide = RemainderContext['decide'];

/**
 * The remainder of a shape after subtracting another, as parts. It may be too large, since a part that cannot be
 * subtracted exactly stays whole. For each condition of the other shape: the part of this shape that violates it.
 */
export function remainder(context: RemainderContext, shape: Shape, other: Shape): Shape[] {
  const { meaning, decide } = context;
  const cuts: Shape[] = [];
  for (const atom of other.atoms) {
    if (!shape.atoms.some((it) => sameAtom(it, atom))) {
      cuts.push({ ...top(shape.type), atoms: [opposite(atom)] } as Shape);
    }
  }
  if (other.values !== undefined) cuts.push({ ...top(shape.type), excluded: other.values } as Shape);
  if (other.excluded.length > 0) cuts.push({ ...top(shape.type), values: other.excluded } as Shape);
  if (other.type === 'number') cuts.push(...aroundNumbers(other));
  else cuts.push(...aroundSize(other));
  if (other.type === 'array') cuts.push(...aroundItems(shape as ArrayShape, other, decide));
  if (other.type === 'object') cuts.push(...aroundMembers(context, shape as ObjectShape, other));
  return cuts
    .map((cut) => meet(meaning.space, shape, cut))
    .map((part) => part && meaning.settle(part))
    .filter((it) => it !== undefined);
}

function aroundItems(shape: ArrayShape, other: ArrayShape, decide: Decide): Shape[] {
  const all = top('array');
  if (other.unique && !shape.unique) return [all];
  if (other.contains.length > 0) return [all];
  const cuts: Shape[] = [];
  const listed = Math.max(shape.prefix.length, other.prefix.length);
  for (let i = 0; i <= listed; i += 1) {
    if (decide(itemAt(shape, i), itemAt(other, i)).verdict !== 'holds') cuts.push({ ...all, min: i + 1 });
  }
  return cuts;
}

function aroundMembers(context: RemainderContext, shape: ObjectShape, other: ObjectShape): Shape[] {
  const { meaning, decide } = context;
  const cuts: Shape[] = [];
  for (const [name, { value, required }] of other.properties) {
    if (required && !requires(shape, name)) cuts.push(withProperty(name, nothing, false));
    const mine = meaning.valueAt(shape, name);
    if (mine === nothing || decide(mine, value).verdict === 'holds') continue;
    cuts.push(withProperty(name, outside(context, mine, value), true));
  }
  const names = [...shape.properties.keys()].filter((it) => !other.properties.has(it));
  for (const name of names) {
    const mine = meaning.valueAt(shape, name);
    const theirs = meaning.valueAt(other, name);
    if (decide(mine, theirs).verdict !== 'holds') cuts.push(withProperty(name, everything, true));
  }
  cuts.push(...other.implied.filter(([, needed]) => !requires(shape, needed)).flatMap(withoutImplied));
  const isOpen = other.unlisted.length > 0 || other.names.length > 0;
  return isOpen && !unlistedFits(shape, other, decide) ? [...cuts, top('object')] : cuts;
}

/** Handles only the simple case: neither side has patterns or rules for names. */
function unlistedFits(shape: ObjectShape, other: ObjectShape, decide: Decide): boolean {
  if (other.names.length > 0) return false;
  const [mine, ...more] = shape.unlisted;
  const rest = mine?.rest ?? everything;
  const plain = [...shape.unlisted, ...other.unlisted].every((it) => it.patterns.size === 0);
  return more.length === 0 && plain && other.unlisted.every((it) => decide(rest, it.rest).verdict === 'holds');
}

/** A conjunction that covers everything the first accepts and the second rejects: fewer types, or fewer values. */
function outside({ meaning, taker, decide }: RemainderContext, mine: Conjunction, theirs: Conjunction): Conjunction {
  const [literal] = mine.literals;
  if (literal === undefined) return mine;
  const { document } = meaning.space.node(literal);
  const values: unknown[] = [];
  const types: string[] = [];
  for (const type of jsonTypes) {
    const shapes = meaning.shapes(mine, type);
    if (shapes.length === 0) continue;
    if (shapes.every((it) => it.values !== undefined)) {
      values.push(
        ...shapes.flatMap((it) => it.values ?? []).filter((it) => meaning.accepts(theirs, it, taker) !== true),
      );
      continue;
    }
    const ofType = meaning.space.read({ type }, document);
    if (decide(meaning.space.and(mine, ofType), theirs).verdict !== 'holds') types.push(type);
  }
  if (types.length === 0) return meaning.space.read({ enum: values }, document);
  if (values.length > 0)
    return meaning.space.and(mine, meaning.space.read({ anyOf: [{ type: types }, { enum: values }] }, document));
  return meaning.space.and(mine, meaning.space.read({ type: types }, document));
}
