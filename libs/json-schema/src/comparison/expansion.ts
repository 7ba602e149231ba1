import { keywordAtom, opposite } from './atoms.js';
import { complement } from './complement.js';
import { Disjointness } from './disjointness.js';
import { meet } from './meet.js';
import { ownShape } from './own-shape.js';
import { isSchemaObject } from './schema-document.js';
import { type Atom, type Conjunction, everything, type JsonType, nothing, type Shape, top } from './shape.js';
import { annotations, depthCaps, type SchemaNode, type Space, Undecided } from './space.js';
import { joined } from './union.js';

/** Above this number of shapes, the keyword remains one atom. */
const shapesCap = 64;
/** Above this number of alternatives, nothing is compared. */
const unionCap = 4_096;

/**
 * Expands a conjunction of schemas into a union of shapes, one type at a time: `allOf` and `$ref` multiply, `anyOf` and
 * `oneOf` add, `not` and `if` take complements. The expansion is exact: what cannot be expanded, or would be too large,
 * becomes an atom.
 */
export class Expansion {
  readonly #space: Space;
  readonly #known = new Map<string, readonly Shape[]>();
  readonly #open = new Set<string>();
  readonly #disjointness: Disjointness;

  constructor(space: Space) {
    this.#space = space;
    this.#disjointness = new Disjointness(space, (conjunction, type) => this.of(conjunction, type));
  }

  /** @throws Undecided for a schema that is defined in terms of itself. */
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
      const made = this.#space.descend(depthCaps.expansion, make, tooMany);
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

  /**
   * In draft-07 it is ambiguous whether keywords beside a reference count. Both readings are computed; they count only
   * if both agree.
   */
  #oldReference(node: SchemaNode, type: JsonType): readonly Shape[] {
    const target = this.#target(node, '$ref');
    const isAlone = Object.keys(node.raw).every((it) => it === '$ref' || annotations.has(it));
    const atoms = isAlone ? [] : [keywordAtom(node, 'siblings')];
    const found = target === undefined ? [top(type)] : this.of(target, type);
    const more = [...atoms, ...(target === undefined ? [keywordAtom(node, '$ref')] : [])];
    return found.map((shape) => {
      const both = { ...shape, atoms: [...shape.atoms, ...more] };
      return both.type === 'object' ? { ...both, declared: both.declared || node.raw === node.document.root } : both;
    });
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
    if (typeof reference !== 'string' || keyword !== '$ref') return undefined;
    // Whether the $id beside a reference counts in draft-07 is ambiguous as well, so both readings are computed.
    if (document.dialect === 'draft-07' && raw.$id !== undefined && raw !== document.root) return undefined;
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

  /** If the parts share no instance, exactly one matches whenever any does. Otherwise the whole keyword is an atom. */
  #one(node: SchemaNode, parts: readonly Conjunction[], type: JsonType): readonly Shape[] {
    const all = parts.map((part) => this.of(part, type));
    const shapes = joined(all.flat());
    if (this.#disjointness.areApart(all)) return shapes;
    const atom = keywordAtom(node, 'oneOf', { of: 'one', parts });
    return shapes.map((shape) => ({ ...shape, atoms: [...shape.atoms, atom] }));
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

  /** What a schema rejects; where that cannot be expanded, the negated atom of the schema. */
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

  /**
   * Every shape combined with every alternative; above the limit, each shape with the atom that represents the
   * alternatives.
   */
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
