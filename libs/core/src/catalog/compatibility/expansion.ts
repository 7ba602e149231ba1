import { canonicalJson } from '../../kernel/digest.js';
import { keywordAtom, opposite } from './atoms.js';
import { complement } from './complement.js';
import { meet } from './meet.js';
import { isEmptyInterval } from './numbers.js';
import { ownShape } from './own-shape.js';
import { isSchemaObject } from './schema-document.js';
import {
  type Atom,
  type Conjunction,
  everything,
  type Json,
  type JsonType,
  jsonTypes,
  nothing,
  type Property,
  type Shape,
  top,
} from './shape.js';
import { type SchemaNode, type Space, Undecided } from './space.js';

/** More shapes than these are not written out: the keyword then stands as one atom. */
const shapesCap = 64;
/** Nor are more alternatives than these compared at all. */
const unionCap = 4_096;
/** Whether more parts than these share no instance is looked at by a tag only. */
const pairsCap = 16;

/**
 * Writes a conjunction of schemas as a union of shapes, one type at a time: `allOf` and `$ref` multiply, `anyOf` and
 * `oneOf` add, `not` and `if` take complements. Exact: what cannot be written out, or would be too much, is an atom.
 */
export class Expansion {
  readonly #space: Space;
  readonly #known = new Map<string, readonly Shape[]>();
  readonly #open = new Set<string>();

  constructor(space: Space) {
    this.#space = space;
  }

  /** @throws Undecided for a schema that is defined by itself. */
  of(conjunction: Conjunction, type: JsonType): readonly Shape[] {
    if (conjunction === nothing) return [];
    return this.#once(`${type} ${conjunction.key}`, () => {
      let shapes: readonly Shape[] = [top(type)];
      for (const literal of conjunction.literals) {
        const node = this.#space.node(literal);
        const more = literal > 0 ? this.#node(literal, node, type) : this.#outside(node, type).shapes;
        shapes = this.#times(shapes, more, tooMany);
      }
      return shapes;
    });
  }

  #once(key: string, make: () => readonly Shape[]): readonly Shape[] {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#open.has(key)) throw new Undecided('a schema that is defined by itself');
    this.#space.spend();
    this.#open.add(key);
    try {
      const made = this.#space.descend(make, tooMany);
      this.#known.set(key, made);
      return made;
    } finally {
      this.#open.delete(key);
    }
  }

  #node(literal: number, node: SchemaNode, type: JsonType): readonly Shape[] {
    return this.#once(`${type} node ${literal}`, () => {
      if (node.document.dialect === 'draft-07' && node.raw.$ref !== undefined) return this.#oldReference(node, type);
      const own = ownShape(this.#space, node, type);
      if (own === undefined) return [];
      let shapes: readonly Shape[] = [own];
      for (const { keyword, alternatives, parts, of } of this.#applicators(node, type)) {
        if (shapes.length === 0) return shapes;
        shapes = this.#times(shapes, alternatives(), () => keywordAtom(node, keyword, { of, parts }));
      }
      return shapes;
    });
  }

  /** Whether what stands beside a reference counts in draft-07 is read both ways: it counts only if both have it. */
  #oldReference(node: SchemaNode, type: JsonType): readonly Shape[] {
    const target = this.#target(node, '$ref');
    const atoms = Object.keys(node.raw).length > 1 ? [keywordAtom(node, 'siblings')] : [];
    return (target === undefined ? [top(type)] : this.of(target, type)).map((shape) => ({
      ...shape,
      atoms: [...shape.atoms, ...atoms, ...(target === undefined ? [keywordAtom(node, '$ref')] : [])],
    }));
  }

  *#applicators(node: SchemaNode, type: JsonType): Generator<Applicator> {
    const { raw, document } = node;
    const read = (schema: unknown) => this.#space.read(schema, document);
    for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
      if (raw[keyword] !== undefined) yield this.#reference(node, keyword, type);
    }
    if (Array.isArray(raw.allOf)) {
      for (const [i, part] of raw.allOf.map(read).entries()) {
        yield { keyword: `allOf ${i}`, of: 'all', parts: [part], alternatives: () => this.of(part, type) };
      }
    }
    if (Array.isArray(raw.anyOf)) {
      const parts = raw.anyOf.map(read);
      yield {
        keyword: 'anyOf',
        of: 'any',
        parts,
        alternatives: () => this.#any(parts, type),
      };
    }
    if (Array.isArray(raw.oneOf)) {
      const parts = raw.oneOf.map(read);
      yield { keyword: 'oneOf', of: 'one', parts, alternatives: () => this.#one(node, parts, type) };
    }
    if (raw.not !== undefined) yield this.#not(read(raw.not), type);
    if (raw.if !== undefined && (raw.then !== undefined || raw.else !== undefined)) yield this.#if(node, type);
    if (type === 'object') yield* this.#dependent(node);
  }

  #reference(node: SchemaNode, keyword: string, type: JsonType): Applicator {
    const target = this.#target(node, keyword);
    if (target !== undefined) {
      return { keyword, of: 'all', parts: [target], alternatives: () => this.of(target, type) };
    }
    return {
      keyword,
      of: 'opaque',
      parts: [],
      alternatives: () => [{ ...top(type), atoms: [keywordAtom(node, keyword)] }],
    };
  }

  #target({ raw, document }: SchemaNode, keyword: string): Conjunction | undefined {
    const reference = raw[keyword];
    if (typeof reference !== 'string' || (keyword !== '$ref' && document.hasDynamicAnchors)) return undefined;
    const target = document.resolve(reference, raw);
    return target === undefined ? undefined : this.#space.read(target, document);
  }

  #any(parts: readonly Conjunction[], type: JsonType): readonly Shape[] {
    const shapes = parts.map((it) => this.of(it, type));
    const count = shapes.reduce((sum, it) => sum + it.length, 0);
    if (count > unionCap) throw new Undecided('too many alternatives');
    this.#space.spend(count);
    return joined([...new Set(shapes.flat())]);
  }

  /** Of parts that share no instance, one is met exactly when any is; otherwise the whole is an atom beside that. */
  #one(node: SchemaNode, parts: readonly Conjunction[], type: JsonType): readonly Shape[] {
    const all = parts.map((part) => this.of(part, type));
    const apart = this.#areTagged(all) || (all.length <= pairsCap && this.#areAllApart(all));
    const shapes = joined(all.flat());
    if (apart) return shapes;
    const atom = keywordAtom(node, 'oneOf', { of: 'one', parts });
    return shapes.map((shape) => ({ ...shape, atoms: [...shape.atoms, atom] }));
  }

  #areAllApart(all: readonly (readonly Shape[])[]): boolean {
    return all.every((shapes, i) => all.slice(i + 1).every((others) => this.#areApart(shapes, others)));
  }

  /** Whether all parts require one property, each with values that no other part has. */
  #areTagged(all: readonly (readonly Shape[])[]): boolean {
    const [first] = all.flat();
    if (all.length < 2 || first?.type !== 'object') return false;
    return [...first.properties].some(([name, { required }]) => required && this.#isTag(name, all));
  }

  #isTag(name: string, all: readonly (readonly Shape[])[]): boolean {
    const seen = new Set<string>();
    return all.every((shapes) => {
      const own = new Set<string>();
      for (const shape of shapes) {
        const values = shape.type === 'object' ? this.#valuesOf(shape.properties.get(name)) : undefined;
        if (values === undefined) return false;
        for (const value of values) own.add(canonicalJson(value));
      }
      if ([...own].some((it) => seen.has(it))) return false;
      for (const value of own) seen.add(value);
      return true;
    });
  }

  /** The values a required property may have, when they are listed. */
  #valuesOf(property: Property | undefined): readonly Json[] | undefined {
    if (property?.required !== true || !this.#isFlat(property.value)) return undefined;
    const shapes = jsonTypes.flatMap((type) => this.of(property.value, type));
    return shapes.every(({ values }) => values !== undefined) ? shapes.flatMap((it) => it.values ?? []) : undefined;
  }

  #areApart(shapes: readonly Shape[], others: readonly Shape[]): boolean {
    this.#space.spend(shapes.length * others.length);
    return shapes.every((a) => others.every((b) => this.#isSurelyEmpty(meet(this.#space, a, b))));
  }

  #isSurelyEmpty(shape: Shape | undefined): boolean {
    if (shape === undefined) return true;
    if (shape.type === 'number') return isEmptyInterval(shape);
    if (shape.type === 'string' || shape.type === 'array') return shape.min > shape.max;
    if (shape.type !== 'object') return false;
    return [...shape.properties.values()].some(({ value, required }) => required && this.#isDiscriminated(value));
  }

  /** No instance of any type, seen without entering objects and arrays: enough to tell apart what is tagged. */
  #isDiscriminated(value: Conjunction): boolean {
    return value === nothing || (this.#isFlat(value) && jsonTypes.every((type) => this.of(value, type).length === 0));
  }

  #isFlat({ literals }: Conjunction): boolean {
    return literals.every((it) => it > 0 && isFlat(this.#space.node(it).raw));
  }

  #not(part: Conjunction, type: JsonType): Applicator {
    const alternatives = (): readonly Shape[] => {
      if (part === nothing) return [top(type)];
      const [literal, ...more] = part.literals;
      if (literal === undefined) return [];
      if (more.length > 0) throw new Undecided('a negated conjunction');
      return this.#outside(this.#space.node(literal), type).shapes;
    };
    return { keyword: 'not', of: 'opaque', parts: [part], alternatives };
  }

  #if(node: SchemaNode, type: JsonType): Applicator {
    const { raw, document } = node;
    const read = (schema: unknown) => this.#space.read(schema, document);
    const condition = read(raw.if);
    const alternatives = (): readonly Shape[] => {
      const [literal] = condition.literals;
      const outside =
        literal === undefined
          ? { shapes: condition === nothing ? [top(type)] : [], atom: undefined }
          : this.#outside(this.#space.node(literal), type);
      const inside = this.of(condition, type).map((it) =>
        outside.atom === undefined ? it : { ...it, atoms: [...it.atoms, outside.atom] },
      );
      const atom = () => keywordAtom(node, 'if');
      return joined([
        ...this.#times(inside, this.of(read(raw.then), type), atom),
        ...this.#times(outside.shapes, this.of(read(raw.else), type), atom),
      ]);
    };
    return { keyword: 'if', of: 'opaque', parts: [], alternatives };
  }

  *#dependent(node: SchemaNode): Generator<Applicator> {
    const { raw, document } = node;
    const source = document.dialect === 'draft-07' ? raw.dependencies : raw.dependentSchemas;
    if (!isSchemaObject(source)) return;
    for (const [name, schema] of Object.entries(source)) {
      if (Array.isArray(schema)) continue;
      const part = this.#space.read(schema, document);
      const listed = (value: Conjunction, required: boolean): Shape => ({
        ...top('object'),
        properties: new Map([[name, { value, required }]]),
      });
      const present = listed(everything, true);
      yield {
        keyword: `dependentSchemas ${name}`,
        of: 'opaque',
        parts: [],
        alternatives: () => [
          listed(nothing, false),
          ...this.#times([present], this.of(part, 'object'), () => keywordAtom(node, `dependentSchemas ${name}`)),
        ],
      };
    }
  }

  /** What a schema refuses, and the atom that stands for meeting it where that could not be written out. */
  #outside(node: SchemaNode, type: JsonType): { shapes: readonly Shape[]; atom: Atom | undefined } {
    const part = this.#space.read(node.raw, node.document);
    let shapes: readonly Shape[] = [top(type)];
    for (const shape of this.of(part, type)) {
      const around = complement(this.#space, shape);
      if (around === undefined || shapes.length * around.length > shapesCap) {
        const atom = keywordAtom(node, 'schema', { of: 'all', parts: [part] });
        return { shapes: [{ ...top(type), atoms: [opposite(atom)] } as Shape], atom };
      }
      shapes = this.#times(shapes, around, tooMany);
    }
    return { shapes, atom: undefined };
  }

  /** Every shape with every alternative; past the cap each shape with the atom that means the alternatives. */
  #times(shapes: readonly Shape[], alternatives: readonly Shape[], atom: () => Atom): readonly Shape[] {
    if (alternatives.length === 0) return [];
    if (shapes.length * alternatives.length > shapesCap && shapes.length > 1) {
      const one = atom();
      return shapes.map((shape) => ({ ...shape, atoms: [...shape.atoms, one] }));
    }
    const conditions = 1 + (shapes[0]?.atoms.length ?? 0) + (alternatives[0]?.atoms.length ?? 0);
    this.#space.spend(shapes.length * alternatives.length * conditions);
    const product: Shape[] = [];
    for (const shape of shapes) {
      for (const alternative of alternatives) {
        const both = meet(this.#space, shape, alternative);
        if (both !== undefined) product.push(both);
      }
    }
    return product;
  }
}

interface Applicator {
  readonly keyword: string;
  readonly of: Atom['test']['of'] & ('any' | 'one' | 'all' | 'opaque');
  readonly parts: readonly Conjunction[];
  readonly alternatives: () => readonly Shape[];
}

function tooMany(): never {
  throw new Undecided('too many shapes');
}

const isFlat = (raw: object): boolean =>
  ['properties', 'items', '$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if'].every((it) => !Object.hasOwn(raw, it));

/** A union with its lists of values as one, and nothing beside what accepts everything. */
function joined(shapes: readonly Shape[]): readonly Shape[] {
  if (shapes.length < 2) return shapes;
  const values = new Map<string, Json>();
  const others: Shape[] = [];
  for (const shape of shapes) {
    const whole = top(shape.type);
    if (shape === whole) return [shape];
    if (!isValuesOnly(shape)) others.push(shape);
    else for (const value of shape.values as readonly Json[]) values.set(canonicalJson(value), value);
  }
  const first = shapes[0] as Shape;
  return values.size === 0 ? others : [{ ...top(first.type), values: [...values.values()] } as Shape, ...others];
}

/** Whether the shape is a list of values and nothing more. */
export function isValuesOnly(shape: Shape): boolean {
  if (shape.values === undefined) return false;
  const whole: Record<string, unknown> = { ...top(shape.type), values: shape.values };
  return Object.entries(shape).every(([key, value]) => whole[key] === value || isBlank(value, whole[key]));
}

const isBlank = (value: unknown, usual: unknown): boolean =>
  (Array.isArray(value) && Array.isArray(usual) && value.length === 0 && usual.length === 0) ||
  (value instanceof Map && value.size === 0);
