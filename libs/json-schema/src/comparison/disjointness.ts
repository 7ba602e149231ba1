import { identityText } from '../json-value.js';
import { meet } from './meet.js';
import { isEmptyInterval } from './numbers.js';
import { type Conjunction, type Json, type JsonType, jsonTypes, nothing, type Property, type Shape } from './shape.js';
import type { Space } from './space.js';

/** Above this number of parts, only a discriminating tag is checked, not every pair. */
const pairsCap = 16;

/**
 * Decides whether the parts of a `oneOf` share no instance, so that exactly one matches whenever any does. True only
 * when certain.
 */
export class Disjointness {
  readonly #space: Space;
  readonly #shapesOf: (conjunction: Conjunction, type: JsonType) => readonly Shape[];

  constructor(space: Space, shapesOf: (conjunction: Conjunction, type: JsonType) => readonly Shape[]) {
    this.#space = space;
    this.#shapesOf = shapesOf;
  }

  /** Each part as its shapes, all of one type. */
  areApart(all: readonly (readonly Shape[])[]): boolean {
    return this.#areTagged(all) || (all.length <= pairsCap && this.#areAllApart(all));
  }

  #areAllApart(all: readonly (readonly Shape[])[]): boolean {
    return all.every((shapes, i) => all.slice(i + 1).every((others) => this.#areApart(shapes, others)));
  }

  /** Whether all parts require the same property, each with values that no other part allows. */
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
        for (const value of values) own.add(identityText(value));
      }
      if ([...own].some((it) => seen.has(it))) return false;
      for (const value of own) seen.add(value);
      return true;
    });
  }

  /** The values a required property may have, when they are listed. */
  #valuesOf(property: Property | undefined): readonly Json[] | undefined {
    if (property?.required !== true || !this.#isFlat(property.value)) return undefined;
    const shapes = jsonTypes.flatMap((type) => this.#shapesOf(property.value, type));
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

  /** No instance of any type, decided without entering objects and arrays: enough to separate tagged parts. */
  #isDiscriminated(value: Conjunction): boolean {
    return (
      value === nothing || (this.#isFlat(value) && jsonTypes.every((type) => this.#shapesOf(value, type).length === 0))
    );
  }

  #isFlat({ literals }: Conjunction): boolean {
    return literals.every((it) => it > 0 && isFlat(this.#space.node(it).raw));
  }
}

const isFlat = (raw: object): boolean =>
  ['properties', 'items', '$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if'].every((it) => !Object.hasOwn(raw, it));
