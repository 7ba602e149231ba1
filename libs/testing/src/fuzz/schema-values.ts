import fc from 'fast-check';
import { dereference, isObject, type JsonObject, objectOr } from './openapi-operations.js';

/** Deeper than this, optional things are left out and arrays are empty, so that recursive schemas end. */
const maxDepth = 5;

const maxMatch = 1_000;

const numberOr = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const anything = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>;

/** Values that fit a JSON Schema as far as its common keywords go; what they leave open is tame. */
export function fittingValues(document: JsonObject, raw: unknown, depth = 0): fc.Arbitrary<unknown> {
  const schema = dereference(document, raw);
  if ('const' in schema) return fc.constant(schema.const);
  const choices = listOf(schema.enum);
  if (choices.length > 0) return fc.constantFrom(...choices);
  const branches = [...listOf(schema.anyOf), ...listOf(schema.oneOf)];
  if (branches.length > 0) return fc.oneof(...branches.map((branch) => fittingValues(document, branch, depth + 1)));
  if (listOf(schema.allOf).length > 0) return everyBranch(document, schema, depth);
  return ofType(document, schema, depth);
}

function everyBranch(document: JsonObject, { allOf, ...own }: JsonObject, depth: number): fc.Arbitrary<unknown> {
  const parts = [own, ...listOf(allOf)].map((part) => fittingValues(document, part, depth + 1));
  return fc
    .tuple(...parts)
    .map((values) =>
      values.every(isObject) ? Object.assign({}, ...values) : values.findLast((value) => value !== null),
    );
}

function ofType(document: JsonObject, schema: JsonObject, depth: number): fc.Arbitrary<unknown> {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return fc.oneof(...types.map((type) => ofOneType(document, schema, type, depth)));
}

function ofOneType(document: JsonObject, schema: JsonObject, type: unknown, depth: number): fc.Arbitrary<unknown> {
  switch (type) {
    case 'object':
      return objects(document, schema, depth);
    case 'array':
      return arrays(document, schema, depth);
    case 'string':
      return strings(schema);
    case 'integer':
      return integers(schema);
    case 'number':
      return fc.double({ min: numberOr(schema.minimum, -1e6), max: numberOr(schema.maximum, 1e6), noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return isObject(schema.properties) ? objects(document, schema, depth) : anything;
  }
}

function integers(schema: JsonObject): fc.Arbitrary<number> {
  const min = Math.max(numberOr(schema.minimum, -1_000), Number.MIN_SAFE_INTEGER);
  return fc.integer({ min, max: Math.max(min, Math.min(numberOr(schema.maximum, min + 2_000), min + 1_000_000)) });
}

let addresses: fc.Arbitrary<string> | undefined;

/** No server is there: what follows one of these disturbs no other test. Built on first use, which takes a second. */
function addressValues(): fc.Arbitrary<string> {
  addresses ??= fc
    .tuple(fc.constantFrom('http://127.0.0.1:4', 'http://[::1]:4', 'https://nowhere.invalid'), fc.webPath())
    .map(([origin, path]) => origin + path);
  return addresses;
}

function strings(schema: JsonObject): fc.Arbitrary<string> {
  if (schema.format === 'uuid') return fc.uuid();
  if (schema.format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (schema.format === 'uri') return addressValues();
  if (typeof schema.pattern === 'string') return matching(schema.pattern, numberOr(schema.maxLength, maxMatch));
  const minLength = numberOr(schema.minLength, 0);
  return fc.string({
    minLength,
    maxLength: Math.max(minLength, Math.min(numberOr(schema.maxLength, 40), minLength + 40)),
  });
}

/** By pattern: a generator for one with a negated class takes tens of milliseconds to build. */
const patterns = new Map<string, fc.Arbitrary<string>>();

/** Patterns the generator cannot read become plain words. */
function matching(pattern: string, maxLength: number): fc.Arbitrary<string> {
  const known = patterns.get(pattern) ?? builtFor(pattern);
  patterns.set(pattern, known);
  return known.filter(({ length }) => length <= maxLength);
}

function builtFor(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'), { size: 'xsmall' });
  } catch {
    return fc.stringMatching(/^[a-z][a-z0-9]{0,15}$/);
  }
}

function arrays(document: JsonObject, schema: JsonObject, depth: number): fc.Arbitrary<unknown[]> {
  const minLength = numberOr(schema.minItems, 0);
  const room = depth > maxDepth ? 0 : 3;
  const maxLength = Math.max(minLength, Math.min(numberOr(schema.maxItems, minLength + room), minLength + room));
  if (maxLength === 0) return fc.constant([]);
  return fc.array(fittingValues(document, schema.items ?? {}, depth + 1), { minLength, maxLength });
}

function objects(document: JsonObject, schema: JsonObject, depth: number): fc.Arbitrary<unknown> {
  const required = new Set(listOf(schema.required));
  const wanted = Object.entries(objectOr(schema.properties)).filter(
    ([name]) => depth <= maxDepth || required.has(name),
  );
  const model = Object.fromEntries(wanted.map(([name, value]) => [name, fittingValues(document, value, depth + 1)]));
  const named = fc.record(model, { requiredKeys: wanted.map(([name]) => name).filter((name) => required.has(name)) });
  if (depth > maxDepth || !isObject(schema.additionalProperties)) return named;
  const keys = fc.stringMatching(/^[a-z][a-zA-Z0-9_]{0,11}$/);
  const others = fc.dictionary(keys, fittingValues(document, schema.additionalProperties, depth + 1), { maxKeys: 3 });
  return fc.tuple(named, others).map(([own, more]) => ({ ...more, ...own }));
}

/** A place in a body, and a value at or just over one of its limits. */
export interface Edge {
  readonly path: readonly string[];
  readonly value: unknown;
}

const maxEdge = 100_000;

function edgeValues(schema: JsonObject): unknown[] {
  const bounds = [schema.minimum, schema.maximum].filter((bound) => typeof bound === 'number');
  const lengths = [schema.minLength, schema.maxLength, schema.minItems, schema.maxItems].filter(
    (n) => typeof n === 'number',
  );
  const near = (numbers: number[]) => numbers.flatMap((n) => [n - 1, n, n + 1]);
  const sizes = near(lengths).filter((n) => n >= 0 && n <= maxEdge);
  const isArray = schema.type === 'array';
  return [...near(bounds), ...sizes.map((size) => (isArray ? Array(size).fill('x') : 'x'.repeat(size)))];
}

/** The edges of a schema's properties, three levels down. */
export function edgesOf(document: JsonObject, raw: unknown, path: readonly string[] = []): Edge[] {
  const schema = dereference(document, raw);
  const here = path.length === 0 ? [] : edgeValues(schema).map((value) => ({ path, value }));
  if (path.length >= 3) return here;
  const below = Object.entries(objectOr(schema.properties));
  return [...here, ...below.flatMap(([name, value]) => edgesOf(document, value, [...path, name]))];
}
