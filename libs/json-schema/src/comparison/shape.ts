/** What JSON values can be; `integer` is a number that is a multiple of 1. */
export const jsonTypes = ['null', 'boolean', 'number', 'string', 'array', 'object'] as const;
export type JsonType = (typeof jsonTypes)[number];

export type Json = unknown;

/**
 * Schemas that must all match, as a sorted list of signed node numbers (negative: must not match). Interned, so that
 * equal conjunctions are the same object; empty: everything is accepted.
 */
export interface Conjunction {
  readonly key: string;
  readonly literals: readonly number[];
}

/** Accepts every instance; accepts no instance. */
export const everything: Conjunction = { key: '', literals: [] };
export const nothing: Conjunction = { key: 'nothing', literals: [] };

/**
 * A condition that is not decomposed. Equal keys mean equal conditions; otherwise only membership can be checked, and
 * for `opaque` not even that.
 */
export interface Atom {
  readonly key: string;
  readonly negated: boolean;
  readonly test:
    | { readonly of: 'pattern'; readonly source: string }
    | { readonly of: 'format'; readonly name: string }
    | { readonly of: 'any' | 'one' | 'all'; readonly parts: readonly Conjunction[] }
    | { readonly of: 'opaque' };
}

interface AnyShape {
  readonly atoms: readonly Atom[];
  /** The complete list of instances, when there are few. The other conditions apply as well. */
  readonly values: readonly Json[] | undefined;
  readonly excluded: readonly Json[];
}

export interface ConstantShape extends AnyShape {
  readonly type: 'null' | 'boolean';
}

export interface NumberShape extends AnyShape {
  readonly type: 'number';
  /** ±Infinity where there is no bound; `Open` excludes the bound itself. */
  readonly min: number;
  readonly minOpen: boolean;
  readonly max: number;
  readonly maxOpen: boolean;
  readonly multiples: readonly number[];
  readonly notMultiples: readonly number[];
}

/** Lengths count code points. */
export interface StringShape extends AnyShape {
  readonly type: 'string';
  readonly min: number;
  readonly max: number;
}

export interface Contained {
  readonly item: Conjunction;
  readonly min: number;
  readonly max: number;
}

export interface ArrayShape extends AnyShape {
  readonly type: 'array';
  readonly min: number;
  readonly max: number;
  readonly prefix: readonly Conjunction[];
  readonly rest: Conjunction;
  readonly contains: readonly Contained[];
  readonly unique: boolean;
}

export interface Property {
  /** `nothing`: must be absent. */
  readonly value: Conjunction;
  readonly required: boolean;
}

/** One schema's rule for names it does not list: those that match patterns, and `rest` for those that match none. */
export interface Unlisted {
  readonly patterns: ReadonlyMap<string, Conjunction>;
  readonly rest: Conjunction;
}

export interface ObjectShape extends AnyShape {
  readonly type: 'object';
  readonly min: number;
  readonly max: number;
  readonly properties: ReadonlyMap<string, Property>;
  /** All of them apply to every name outside `properties`. */
  readonly unlisted: readonly Unlisted[];
  /** Every name matches each of these. */
  readonly names: readonly Conjunction[];
  /** If the first is present, so is the second. */
  readonly implied: readonly (readonly [string, string])[];
  /** Whether any of its schemas lists properties; otherwise it is a free-form object. */
  readonly declared: boolean;
}

/** A conjunction of conditions on instances of one type: a schema is a union of shapes. */
export type Shape = ConstantShape | NumberShape | StringShape | ArrayShape | ObjectShape;

const any = { atoms: [], values: undefined, excluded: [] } as const;
type ShapeOf<Type extends JsonType> = Type extends 'null' | 'boolean' ? ConstantShape : Extract<Shape, { type: Type }>;
const tops: { readonly [Type in JsonType]: ShapeOf<Type> } = {
  null: { ...any, type: 'null', values: [null] },
  boolean: { ...any, type: 'boolean', values: [true, false] },
  number: {
    ...any,
    type: 'number',
    min: Number.NEGATIVE_INFINITY,
    minOpen: false,
    max: Number.POSITIVE_INFINITY,
    maxOpen: false,
    multiples: [],
    notMultiples: [],
  },
  string: { ...any, type: 'string', min: 0, max: Number.POSITIVE_INFINITY },
  array: {
    ...any,
    type: 'array',
    min: 0,
    max: Number.POSITIVE_INFINITY,
    prefix: [],
    rest: everything,
    contains: [],
    unique: false,
  },
  object: {
    ...any,
    type: 'object',
    min: 0,
    max: Number.POSITIVE_INFINITY,
    properties: new Map(),
    unlisted: [],
    names: [],
    implied: [],
    declared: false,
  },
};

/** Every instance of the type. */
export const top = <Type extends JsonType>(type: Type): ShapeOf<Type> => tops[type];

export function typeOf(value: Json): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as JsonType;
}

/** Code points, as JSON Schema counts. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}
