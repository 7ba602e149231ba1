import { Expansion } from './expansion.js';
import { ignoresOthers, unlistedAt, valueAt } from './meet.js';
import { Membership } from './membership.js';
import { namesOf } from './names.js';
import { fewNumbers, isEmptyInterval, tightened } from './numbers.js';
import type { Reading } from './reading.js';
import {
  type ArrayShape,
  type Conjunction,
  everything,
  type Json,
  type JsonType,
  jsonTypes,
  type NumberShape,
  nothing,
  type ObjectShape,
  type Property,
  type Shape,
  top,
} from './shape.js';
import { annotations, depthCaps, type Space } from './space.js';

/** Up to this many integers are listed as values. */
const fewCap = 64;

/** What conjunctions of schemas accept, as simplified shapes. All results are cached. */
export class Meaning {
  readonly space: Space;
  readonly #expansion: Expansion;
  readonly #settled = new Map<string, readonly Shape[]>();
  readonly #read = new Map<string, readonly Shape[]>();
  readonly #names = new Map<string, ReadonlySet<string>>();
  readonly #empty = new Map<string, boolean>();
  readonly #members = new Membership(this);

  constructor(space: Space) {
    this.space = space;
    this.#expansion = new Expansion(space);
  }

  /** The shapes of a conjunction among instances of a type; none when it accepts none, for certain. */
  shapes(conjunction: Conjunction, type: JsonType, reading: Reading = 'strict'): readonly Shape[] {
    if (reading === 'strict' || type !== 'object') return this.#settledShapes(conjunction, type);
    const key = `${reading} ${conjunction.key}`;
    const known = this.#read.get(key);
    if (known !== undefined) return known;
    const read = this.#settledShapes(conjunction, type).map((it) =>
      this.#readAs(it as ObjectShape, conjunction, reading),
    );
    this.#read.set(key, read);
    return read;
  }

  /** Whether the conjunction accepts the value; undefined when that is not certain. */
  accepts(conjunction: Conjunction, value: Json, reading: Reading = 'strict'): boolean | undefined {
    return this.#members.ofConjunction(conjunction, value, reading);
  }

  /** Whether the shape accepts the value; undefined when that is not certain. */
  fits(shape: Shape, value: Json, reading: Reading = 'strict'): boolean | undefined {
    return this.#members.ofShape(shape, value, reading);
  }

  /** Whether it is certain that no instance is accepted. */
  isEmpty(conjunction: Conjunction): boolean {
    if (conjunction === nothing) return true;
    if (conjunction === everything) return false;
    const known = this.#empty.get(conjunction.key);
    if (known !== undefined) return known;
    this.#empty.set(conjunction.key, false);
    const isEmpty = () => jsonTypes.every((type) => this.#settledShapes(conjunction, type).length === 0);
    const empty =
      !this.#isPlainlyInhabited(conjunction) && this.space.descend(depthCaps.emptiness, isEmpty, () => false);
    this.#empty.set(conjunction.key, empty);
    return empty;
  }

  /** Decided without expansion: a schema of one type with nothing that could contradict it. */
  #isPlainlyInhabited({ literals }: Conjunction): boolean {
    const [literal] = literals;
    if (literals.length !== 1 || literal === undefined || literal < 0) return false;
    for (const keyword in this.space.node(literal).raw) if (!harmless.has(keyword)) return false;
    return true;
  }

  names(conjunction: Conjunction): ReadonlySet<string> {
    let names = this.#names.get(conjunction.key);
    if (names === undefined) {
      names = namesOf(this.space, conjunction);
      this.#names.set(conjunction.key, names);
    }
    return names;
  }

  #settledShapes(conjunction: Conjunction, type: JsonType): readonly Shape[] {
    if (this.#isOfOtherType(conjunction, type)) return [];
    const key = `${type} ${conjunction.key}`;
    const known = this.#settled.get(key);
    if (known !== undefined) return known;
    const written = this.#expansion.of(conjunction, type);
    // Settling checks emptiness and membership, which may recurse into this method: until then the unsettled shapes are
    // used.
    this.#settled.set(key, written);
    const settled = written.map((it) => this.settle(it)).filter((it) => it !== undefined);
    this.#settled.set(key, settled);
    return settled;
  }

  /** Decided without expansion: one schema that names another type. */
  #isOfOtherType({ literals }: Conjunction, type: JsonType): boolean {
    const [literal] = literals;
    if (literals.length !== 1 || literal === undefined || literal < 0) return false;
    const { raw, document } = this.space.node(literal);
    if (typeof raw.type !== 'string' || raw.nullable === true) return false;
    if (document.dialect === 'draft-07' && raw.$ref !== undefined) return false;
    return raw.type !== type && !(raw.type === 'integer' && type === 'number');
  }

  /** The shape in its simplest form; undefined when it certainly has no instance. */
  settle(shape: Shape): Shape | undefined {
    this.space.spend();
    const simple = this.#simplified(shape);
    if (simple === undefined || simple.values === undefined) return simple;
    const { values, ...rest } = simple;
    const open = { ...rest, values: undefined } as Shape;
    let sure = true;
    const kept = values.filter((value) => {
      const fits = this.fits(open, value);
      sure &&= fits !== undefined;
      return fits !== false;
    });
    if (kept.length === 0) return undefined;
    return { ...(sure ? top(shape.type) : open), values: kept } as Shape;
  }

  #simplified(shape: Shape): Shape | undefined {
    switch (shape.type) {
      case 'number':
        return simpleNumbers(shape);
      case 'string':
        if (shape.min > shape.max) return undefined;
        return shape.max === 0 && shape.values === undefined ? { ...shape, values: [''] } : shape;
      case 'array':
        return this.#simpleArrays(shape);
      case 'object':
        return this.#simpleObjects(shape);
      default:
        return shape;
    }
  }

  #simpleArrays(shape: ArrayShape): Shape | undefined {
    const { prefix, rest } = shape;
    const end = prefix.findIndex((it) => this.isEmpty(it));
    const limit = end >= 0 ? end : this.isEmpty(rest) ? prefix.length : Number.POSITIVE_INFINITY;
    const max = Math.min(shape.max, limit);
    const min = shape.contains.some((it) => it.min > 0) ? Math.max(1, shape.min) : shape.min;
    if (min > max || shape.contains.some((it) => it.min > 0 && this.isEmpty(it.item))) return undefined;
    return { ...shape, min, max, values: max === 0 && shape.values === undefined ? [[]] : shape.values };
  }

  #simpleObjects(shape: ObjectShape): Shape | undefined {
    const properties = new Map<string, Property>();
    let count = 0;
    for (const [name, property] of this.#withImplied(shape)) {
      const refused = shape.names.some((it) => this.accepts(it, name) === false);
      const value = refused || this.isEmpty(property.value) ? nothing : property.value;
      if (property.required && value === nothing) return undefined;
      if (property.required) count += 1;
      properties.set(name, { ...property, value });
    }
    const min = Math.max(shape.min, count);
    return min > shape.max ? undefined : { ...shape, properties, min };
  }

  /** What a required property needs is required too. */
  #withImplied(shape: ObjectShape): ReadonlyMap<string, Property> {
    const properties = new Map(shape.properties);
    const isRequired = (name: string) => properties.get(name)?.required === true;
    for (let missing = shape.implied.slice(); ; ) {
      const next = missing.find(([name, other]) => isRequired(name) && !isRequired(other));
      if (next === undefined) return properties;
      missing = missing.filter((it) => it !== next);
      properties.set(next[1], { value: this.valueAt(shape, next[1]), required: true });
    }
  }

  #readAs(shape: ObjectShape, conjunction: Conjunction, reading: Reading): ObjectShape {
    if (shape.values !== undefined) return shape;
    const properties = new Map(shape.properties);
    for (const name of this.names(conjunction)) {
      if (!properties.has(name)) properties.set(name, { value: this.valueAt(shape, name), required: false });
    }
    if (!ignoresOthers(shape)) return { ...shape, properties };
    const rest = reading === 'named' ? nothing : everything;
    const unlisted = shape.unlisted.length === 0 ? [{ patterns: new Map(), rest }] : shape.unlisted;
    return {
      ...shape,
      properties,
      unlisted: unlisted.map((it) => ({ ...it, rest })),
      names: reading === 'named' ? shape.names : [],
    };
  }

  /** The schema of the value under a name, including the rules for names. */
  valueAt(shape: ObjectShape, name: string): Conjunction {
    if (shape.properties.has(name)) return valueAt(this.space, shape, name);
    const refused = shape.names.some((it) => this.accepts(it, name) === false);
    return refused ? nothing : unlistedAt(this.space, shape.unlisted, name);
  }
}

/** Keywords that never make a conjunction empty, in any combination. */
const harmless: ReadonlySet<string> = new Set([
  ...annotations,
  'additionalProperties',
  'format',
  'items',
  'maxItems',
  'maxLength',
  'maximum',
  'pattern',
  'properties',
  'type',
  'uniqueItems',
]);

function simpleNumbers(shape: NumberShape): Shape | undefined {
  const tight = tightened(shape);
  if (isEmptyInterval(tight)) return undefined;
  const few = tight.values === undefined ? fewNumbers(tight, fewCap) : undefined;
  return few === undefined ? tight : { ...tight, values: few };
}
