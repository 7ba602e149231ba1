import { identityText } from '../json-value.js';
import type { Meaning } from './meaning.js';
import { itemAt } from './meet.js';
import { edgeNumbers } from './numbers.js';
import { patternSamples } from './pattern-samples.js';
import type { Reading } from './reading.js';
import {
  type ArrayShape,
  type Conjunction,
  everything,
  type Json,
  type JsonType,
  jsonTypes,
  nothing,
  type ObjectShape,
  type Shape,
  type StringShape,
} from './shape.js';
import { depthCaps } from './space.js';

/** Maximum samples kept per shape. */
const samplesCap = 6;
/** Maximum length of a sample array or text. */
export const sizeCap = 5_000;

const formatSamples = [
  '2024-02-29',
  '2024-02-29T12:30:00Z',
  '12:30:00Z',
  'P1D',
  'https://example.org/a',
  'a@example.org',
  'example.org',
  '192.0.2.1',
  '2001:db8::1',
  '123e4567-e89b-12d3-a456-426614174000',
  '/a',
  '#/a',
  '0',
  'YQ==',
  '{a}',
];

/** Texts near the bounds of shapes, where two shapes differ if they differ at all. */
export function* edgeTexts(shapes: readonly StringShape[]): Generator<string> {
  const edges = shapes.flatMap(({ min, max }) => [min, min - 1, max, max + 1]);
  const lengths = [...new Set([0, 1, 2, ...edges])].filter((it) => it >= 0 && it <= sizeCap);
  for (const length of lengths) {
    yield 'a'.repeat(length);
    yield '0'.repeat(length);
  }
  for (const { test } of shapes.flatMap(({ atoms }) => atoms)) {
    if (test.of === 'pattern') yield* patternSamples(test.source, lengths);
  }
  yield* formatSamples;
  yield* [' ', '~ \u00b5', 'A-b_c.d/e:f'];
}

/** Generates instances of conjunctions, each certainly accepted: few, but of every kind and near the bounds. */
export class Samples {
  readonly #meaning: Meaning;
  readonly #reading: Reading;
  readonly #known = new Map<string, readonly Json[]>();

  constructor(meaning: Meaning, reading: Reading) {
    this.#meaning = meaning;
    this.#reading = reading;
  }

  of(conjunction: Conjunction): readonly Json[] {
    if (conjunction === everything) return ['a', 0, null, true, [], {}];
    if (conjunction === nothing) return [];
    const known = this.#known.get(conjunction.key);
    if (known !== undefined) return known;
    // A recursive schema has no sample while its own samples are being generated.
    this.#known.set(conjunction.key, []);
    this.#meaning.space.spend();
    const samples = this.#meaning.space.descend(
      depthCaps.samples,
      () => jsonTypes.flatMap((type) => this.#ofType(conjunction, type)),
      () => [],
    );
    this.#known.set(conjunction.key, samples);
    return samples;
  }

  #ofType(conjunction: Conjunction, type: JsonType): readonly Json[] {
    const shapes = this.#meaning.shapes(conjunction, type, this.#reading).slice(0, samplesCap);
    return shapes.flatMap((shape) => [...this.ofShape(shape, 2)]).slice(0, samplesCap);
  }

  /** A generator, because the first sample is often enough. */
  *ofShape(shape: Shape, maxCount = samplesCap): Generator<Json> {
    let left = maxCount;
    for (const candidate of this.#candidates(shape)) {
      if (left <= 0) return;
      this.#meaning.space.spend();
      if (candidate === undefined || this.#meaning.fits(shape, candidate, this.#reading) !== true) continue;
      left -= 1;
      yield candidate;
    }
  }

  *#candidates(shape: Shape): Generator<Json> {
    if (shape.values !== undefined) yield* shape.values;
    else if (shape.type === 'number') yield* edgeNumbers([shape]);
    else if (shape.type === 'string') yield* edgeTexts([shape]);
    else if (shape.type === 'array') yield* this.#arrays(shape);
    else if (shape.type === 'object') {
      yield this.object(shape, false);
      yield this.object(shape, true);
    }
  }

  *#arrays(shape: ArrayShape): Generator<Json> {
    const minCount = this.array(shape, shape.min);
    yield minCount;
    yield this.array(shape, shape.min + 1);
    const wanted = shape.contains.flatMap(({ item, min }) => distinct(this.of(item), Math.max(1, min)));
    if (wanted.length > 0) yield* [wanted, [...wanted, ...(minCount ?? [])]];
  }

  /** An array of the given length, some items fixed by position; undefined when an item has no sample. */
  array(shape: ArrayShape, length: number, given: ReadonlyMap<number, Json> = new Map()): Json[] | undefined {
    if (length > Math.min(shape.max, sizeCap)) return undefined;
    const items: Json[] = [];
    const seen = new Set<string>([...given.values()].map(identityText));
    for (let i = 0; i < length; i += 1) {
      const item = given.has(i) ? given.get(i) : this.#item(itemAt(shape, i), shape.unique ? seen : undefined, i);
      if (item === undefined) return undefined;
      if (shape.unique) seen.add(identityText(item));
      items.push(item);
    }
    return items;
  }

  #item(conjunction: Conjunction, seen: ReadonlySet<string> | undefined, i: number): Json | undefined {
    const samples = this.of(conjunction);
    if (seen === undefined) return samples[0];
    return [...samples, i, `a${i}`].find(
      (it) => !seen.has(identityText(it)) && this.#meaning.accepts(conjunction, it, this.#reading) === true,
    );
  }

  /** An object with the required properties, or with all; undefined when one has no sample. */
  object(shape: ObjectShape, whole: boolean): Record<string, Json> | undefined {
    const members = new Map<string, Json>();
    for (const [name, { value, required }] of shape.properties) {
      if (!(required || whole)) continue;
      const sample = this.of(value)[0];
      if (sample === undefined && required) return undefined;
      if (sample !== undefined) members.set(name, sample);
    }
    this.#complete(shape, members);
    return Object.fromEntries(members);
  }

  /** Adds the members that others require, and more until the minimum is reached. */
  #complete(shape: ObjectShape, members: Map<string, Json>): void {
    for (let round = 0; round < 8; round += 1) {
      const missing = shape.implied.find(([name, other]) => members.has(name) && !members.has(other));
      if (missing === undefined) break;
      const sample = this.of(this.#meaning.valueAt(shape, missing[1]))[0];
      if (sample === undefined) break;
      members.set(missing[1], sample);
    }
    const names = [...shape.properties.keys(), ...this.otherNames(shape), ...spareNames];
    for (const name of names) {
      if (members.size >= shape.min) return;
      const sample = members.has(name) ? undefined : this.of(this.#meaning.valueAt(shape, name))[0];
      if (sample !== undefined) members.set(name, sample);
    }
  }

  /** Names outside the listed ones that the shape allows. */
  otherNames(shape: ObjectShape): string[] {
    const patterns = shape.unlisted.flatMap((it) => [...it.patterns.keys()]);
    const named = shape.names.flatMap((it) => this.of(it).filter((name) => typeof name === 'string'));
    const names = [...spareNames.slice(0, 2), ...patterns.flatMap((it) => patternSamples(it).slice(0, 4)), ...named];
    return [...new Set(names)].filter((it) => !shape.properties.has(it));
  }
}

const spareNames = Array.from({ length: 12 }, (_, i) => `any-other-${i}`);

const distinct = (samples: readonly Json[], count: number): Json[] =>
  Array.from({ length: Math.min(count, sizeCap) }, (_, i) => samples[i % samples.length]).filter(
    (it) => it !== undefined,
  );
