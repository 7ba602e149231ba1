import { identityText } from '../json-value.js';
import { opposite, sameAtom } from './atoms.js';
import { matches } from './membership-of-text.js';
import {
  type ArrayShape,
  type Atom,
  type Conjunction,
  everything,
  type Json,
  type NumberShape,
  nothing,
  type ObjectShape,
  type Property,
  type Shape,
  type StringShape,
  type Unlisted,
} from './shape.js';
import type { Space } from './space.js';

/** The intersection of both shapes; undefined when it is obviously empty. */
export function meet(space: Space, a: Shape, b: Shape): Shape | undefined {
  const atoms = joinAtoms(a.atoms, b.atoms);
  const values = commonValues(a.values, b.values);
  if (atoms === undefined || values?.length === 0) return undefined;
  const both = { atoms, values, excluded: [...a.excluded, ...b.excluded] };
  switch (a.type) {
    case 'number':
      return { ...meetNumbers(a, b as NumberShape), ...both };
    case 'string':
      return { type: 'string', ...range(a, b as StringShape), ...both };
    case 'array':
      return { ...meetArrays(space, a, b as ArrayShape), ...both };
    case 'object':
      return { ...meetObjects(space, a, b as ObjectShape), ...both };
    default:
      return { type: a.type, ...both };
  }
}

const range = (a: { min: number; max: number }, b: { min: number; max: number }) => ({
  min: Math.max(a.min, b.min),
  max: Math.min(a.max, b.max),
});

function joinAtoms(a: readonly Atom[], b: readonly Atom[]): readonly Atom[] | undefined {
  if (b.length === 0) return a;
  if (a.some((it) => b.some((other) => sameAtom(opposite(it), other)))) return undefined;
  return [...a, ...b.filter((it) => !a.some((other) => sameAtom(it, other)))];
}

function commonValues(a: readonly Json[] | undefined, b: readonly Json[] | undefined): readonly Json[] | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const keys = new Set(b.map(identityText));
  return a.filter((it) => keys.has(identityText(it)));
}

function meetNumbers(a: NumberShape, b: NumberShape): NumberShape {
  const low = a.min > b.min || (a.min === b.min && a.minOpen) ? a : b;
  const high = a.max < b.max || (a.max === b.max && a.maxOpen) ? a : b;
  return {
    ...a,
    min: low.min,
    minOpen: low.minOpen,
    max: high.max,
    maxOpen: high.maxOpen,
    multiples: union(a.multiples, b.multiples),
    notMultiples: union(a.notMultiples, b.notMultiples),
  };
}

const union = <T>(a: readonly T[], b: readonly T[]): readonly T[] => (b.length === 0 ? a : [...new Set([...a, ...b])]);

function meetArrays(space: Space, a: ArrayShape, b: ArrayShape): ArrayShape {
  const length = Math.max(a.prefix.length, b.prefix.length);
  const prefix = Array.from({ length }, (_, i) => space.and(itemAt(a, i), itemAt(b, i)));
  return {
    type: 'array',
    ...range(a, b),
    prefix,
    rest: space.and(a.rest, b.rest),
    contains: [...a.contains, ...b.contains],
    unique: a.unique || b.unique,
    atoms: [],
    values: undefined,
    excluded: [],
  };
}

export const itemAt = ({ prefix, rest }: ArrayShape, index: number): Conjunction => prefix[index] ?? rest;

function meetObjects(space: Space, a: ObjectShape, b: ObjectShape): ObjectShape {
  const properties = new Map<string, Property>();
  for (const name of new Set([...a.properties.keys(), ...b.properties.keys()])) {
    properties.set(name, {
      value: space.and(valueAt(space, a, name), valueAt(space, b, name)),
      required: requires(a, name) || requires(b, name),
    });
  }
  return {
    type: 'object',
    ...range(a, b),
    properties,
    unlisted: joinUnlisted(space, [...a.unlisted, ...b.unlisted]),
    names: union(a.names, b.names),
    implied: union(a.implied, b.implied),
    declared: a.declared || b.declared,
    atoms: [],
    values: undefined,
    excluded: [],
  };
}

export const requires = ({ properties }: ObjectShape, name: string): boolean => properties.get(name)?.required ?? false;

/** The schema of the value under a name, listed or not. */
export function valueAt(space: Space, shape: ObjectShape, name: string): Conjunction {
  const listed = shape.properties.get(name);
  return listed === undefined ? unlistedAt(space, shape.unlisted, name) : listed.value;
}

export function unlistedAt(space: Space, unlisted: readonly Unlisted[], name: string): Conjunction {
  let value = everything;
  for (const { patterns, rest } of unlisted) {
    let met = false;
    space.spend(patterns.size);
    for (const [source, conjunction] of patterns) {
      if (!matches(source, name)) continue;
      met = true;
      value = space.and(value, conjunction);
    }
    if (!met) value = space.and(value, rest);
  }
  return value;
}

/** Entries without patterns, and entries with the same patterns, are merged. */
function joinUnlisted(space: Space, all: readonly Unlisted[]): readonly Unlisted[] {
  if (all.length < 2) return all;
  const joined = new Map<string, Unlisted>();
  for (const each of all) {
    const key = JSON.stringify([...each.patterns.keys()].sort());
    const known = joined.get(key);
    if (known === undefined) {
      joined.set(key, each);
      continue;
    }
    const patterns = new Map<string, Conjunction>();
    for (const [source, value] of each.patterns) {
      patterns.set(source, space.and(value, known.patterns.get(source) ?? everything));
    }
    joined.set(key, { patterns, rest: space.and(each.rest, known.rest) });
  }
  return [...joined.values()];
}

/** No name outside the listed properties is allowed. */
export const isClosed = ({ unlisted }: ObjectShape): boolean =>
  unlisted.some(({ patterns, rest }) => rest === nothing && [...patterns.values()].every((it) => it === nothing));

/** Whether unlisted names are outside its contract: it lists names, and sets no schema for unlisted ones. */
export const ignoresOthers = ({ declared, unlisted }: ObjectShape): boolean =>
  declared && unlisted.every(({ rest }) => rest === everything || rest === nothing);

/** Whether the shape lists the name, or has a pattern for it. */
export const isNamed = ({ properties, unlisted }: ObjectShape, name: string): boolean =>
  properties.has(name) || unlisted.some(({ patterns }) => [...patterns.keys()].some((it) => matches(it, name)));
