import { isObject } from '@assay/kernel';

type Json = Readonly<Record<string, unknown>>;
type Draw = () => number;

/** Numbers in [0, 1) that repeat themselves for one seed (mulberry32). */
export function seeded(seed: number): Draw {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const texts = [
  ...['', ' ', 'a', '0', 'null', 'x'.repeat(300), 'äöü 漢字 😀', 'line\nbreak\ttab', '<b>&"\'</b>', '../../etc/passwd'],
  ...['\u0000', '-1', '1e9', '{}'],
];
const maxDepth = 6;
const maxList = 5;

interface Drawing {
  readonly root: unknown;
  readonly draw: Draw;
  /** Which boundary is chosen, by number; -1: any value. */
  readonly boundary: number;
}

/**
 * Inputs of a schema, boundaries first. What the schema does not accept is dropped; a schema with few values has each of
 * them several times. Empty when none was found.
 */
export function fuzzInputs(schema: unknown, count: number, accepts: (value: unknown) => boolean, seed = 1): unknown[] {
  const draw = seeded(seed);
  const found = new Map<string, unknown>();
  for (let attempt = 0; attempt < count * 40 && found.size < count; attempt += 1) {
    const how = { root: schema, draw, boundary: attempt < count ? attempt : -1 };
    const value = inputOf(schema, how, 0);
    if (accepts(value)) found.set(JSON.stringify(value), value);
  }
  const all = [...found.values()];
  return all.length === 0 ? [] : Array.from({ length: count }, (_, at) => all[at % all.length]);
}

const pick = <T>(list: readonly T[], { draw, boundary }: Drawing): T =>
  list[boundary >= 0 ? boundary % list.length : Math.floor(draw() * list.length)] as T;

function inputOf(schema: unknown, how: Drawing, depth: number): unknown {
  if (!isObject(schema) || depth > maxDepth) return null;
  if (typeof schema.$ref === 'string') return inputOf(referred(schema.$ref, how.root), how, depth + 1);
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return pick(schema.enum, how);
  const options = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(options) && options.length > 0) return inputOf(pick(options, how), how, depth + 1);
  const { type } = schema;
  const one = Array.isArray(type) ? pick(type, how) : (type ?? (schema.properties === undefined ? 'string' : 'object'));
  return ofType(String(one), schema, how, depth);
}

function ofType(type: string, schema: Json, how: Drawing, depth: number): unknown {
  switch (type) {
    case 'object':
      return objectOf(schema, how, depth);
    case 'array':
      return listOf(schema, how, depth);
    case 'string':
      return textOf(schema, how);
    case 'integer':
    case 'number':
      return numberOf(schema, how, type === 'integer');
    case 'boolean':
      return pick([true, false], how);
    default:
      return null;
  }
}

function objectOf(schema: Json, how: Drawing, depth: number): Json {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const members: [string, unknown][] = [];
  for (const [name, value] of Object.entries(isObject(schema.properties) ? schema.properties : {})) {
    if (!required.has(name) && how.draw() > 0.7) continue;
    // Each property has a boundary of its own, so that different ones meet.
    const own = how.boundary < 0 ? how : { ...how, boundary: how.boundary + Math.floor(how.draw() * 7) };
    members.push([name, inputOf(value, own, depth + 1)]);
  }
  return Object.fromEntries(members);
}

function listOf(schema: Json, how: Drawing, depth: number): unknown[] {
  const min = numberIn(schema.minItems, 0);
  const max = Math.min(numberIn(schema.maxItems, min + maxList), min + maxList);
  const length = pick([min, max, Math.min(max, min + 1), Math.floor((min + max) / 2)], how);
  return Array.from({ length }, () => inputOf(schema.items ?? {}, { ...how, boundary: -1 }, depth + 1));
}

const formats: Readonly<Record<string, readonly string[]>> = {
  date: ['2024-02-29', '1970-01-01', '2026-12-31'],
  'date-time': ['2024-02-29T23:59:59Z', '1970-01-01T00:00:00+02:00'],
  email: ['a@b.co', 'x.y+z@example.org'],
  uri: ['https://example.org/', 'http://a.b/c?d=e#f'],
};

function textOf(schema: Json, how: Drawing): string {
  const format = formats[String(schema.format)];
  if (format !== undefined) return pick(format, how);
  const min = numberIn(schema.minLength, 0);
  const max = Math.min(numberIn(schema.maxLength, 1_000), 1_000);
  const text = pick([...texts, 'x'.repeat(min), 'y'.repeat(max)], how);
  return text.length < min ? text + 'z'.repeat(min - text.length) : text.slice(0, max);
}

function numberOf(schema: Json, how: Drawing, isWhole: boolean): number {
  const low = numberIn(schema.minimum, numberIn(schema.exclusiveMinimum, -1e6));
  const high = numberIn(schema.maximum, numberIn(schema.exclusiveMaximum, 1e6));
  const between = low + how.draw() * (high - low);
  const value = pick([low, high, 0, 1, -1, between, low + 1, high - 1, ...(isWhole ? [] : [0.1, low + 0.5])], how);
  return isWhole ? Math.trunc(value) : value;
}

const numberIn = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

function referred(reference: string, root: unknown): unknown {
  let at = root;
  for (const step of reference.replace(/^#/, '').split('/').filter(Boolean)) {
    if (!isObject(at)) return undefined;
    at = at[step.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return at;
}

/** Inputs that are one step simpler: without a member, with a shorter list or text, with a number nearer to zero. */
export function simplerThan(value: unknown): unknown[] {
  if (typeof value === 'string')
    return value === '' ? [] : [...new Set(['', value.slice(0, Math.floor(value.length / 2)), value.slice(1)])];
  if (typeof value === 'number')
    return [0, Math.trunc(value / 2), Math.trunc(value)].filter((it) => it !== value && value !== 0);
  if (Array.isArray(value))
    return [
      ...value.map((_, at) => value.filter((_other, other) => other !== at)),
      ...value.flatMap((item, at) => simplerThan(item).map((it) => value.with(at, it))),
    ];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const { [name]: _removed, ...rest } = value;
    return [rest, ...simplerThan(member).map((it) => ({ ...value, [name]: it }))];
  });
}
