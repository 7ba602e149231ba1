import type { JsonSchema } from '../json-schema.js';
import { identityText } from '../json-value.js';
import { formatAtom, keywordAtom, patternAtom } from './atoms.js';
import { constrainsText, matches, numberFormats } from './membership-of-text.js';
import { isSchemaObject } from './schema-document.js';
import {
  type ArrayShape,
  type Atom,
  type Conjunction,
  everything,
  type Json,
  type JsonType,
  type NumberShape,
  type ObjectShape,
  type Property,
  type Shape,
  type StringShape,
  top,
  typeOf,
  type Unlisted,
} from './shape.js';
import type { SchemaNode, Space } from './space.js';

/**
 * The conditions of a schema's own keywords on instances of a type, without its in-place applicators. Undefined: no
 * instances.
 */
export function ownShape(space: Space, node: SchemaNode, type: JsonType): Shape | undefined {
  const { raw } = node;
  const admitted = admits(raw, type);
  if (!admitted.yes) return undefined;
  const values = valuesOf(raw, type);
  if (values?.length === 0) return undefined;
  const shape = shapeOf(space, node, type, admitted.whole);
  const atoms = admitted.nullable ? [...shape.atoms, keywordAtom(node, 'nullable')] : shape.atoms;
  return { ...shape, atoms, values: values ?? shape.values };
}

function shapeOf(space: Space, node: SchemaNode, type: JsonType, whole: boolean): Shape {
  switch (type) {
    case 'number':
      return numbers(node.raw, whole);
    case 'string':
      return strings(node.raw);
    case 'array':
      return arrays(space, node);
    case 'object':
      return objects(space, node);
    default:
      return top(type);
  }
}

/**
 * `nullable` is a keyword for the validator but not for JSON Schema. What it admits is certain only where both agree.
 */
function admits({ type: declared, nullable }: JsonSchema, type: JsonType) {
  const all = declared === undefined ? undefined : Array.isArray(declared) ? declared : [declared];
  if (all === undefined || all.includes(type)) return { yes: true, whole: false, nullable: false };
  const letIn = type === 'null' && nullable === true;
  const whole = type === 'number' && all.includes('integer');
  return { yes: whole || letIn, whole, nullable: letIn };
}

function valuesOf(raw: JsonSchema, type: JsonType): readonly Json[] | undefined {
  const lists: (readonly Json[])[] = [];
  if (Array.isArray(raw.enum)) lists.push(raw.enum);
  if (Object.hasOwn(raw, 'const')) lists.push([raw.const]);
  if (lists.length === 0) return undefined;
  const [first = [], second] = lists.map((list) => list.filter((it) => typeOf(it) === type));
  if (second === undefined) return first;
  const both = new Set(second.map(identityText));
  return first.filter((it) => both.has(identityText(it)));
}

const numberOr = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

function numbers(raw: JsonSchema, whole: boolean): NumberShape {
  const format = typeof raw.format === 'string' && Object.hasOwn(numberFormats, raw.format) ? raw.format : undefined;
  const bounds = format === undefined ? undefined : numberFormats[format];
  const lows = [numberOr(raw.minimum, Number.NEGATIVE_INFINITY), bounds?.min ?? Number.NEGATIVE_INFINITY];
  const highs = [numberOr(raw.maximum, Number.POSITIVE_INFINITY), bounds?.max ?? Number.POSITIVE_INFINITY];
  const low = Math.max(...lows);
  const high = Math.min(...highs);
  const above = numberOr(raw.exclusiveMinimum, Number.NEGATIVE_INFINITY);
  const below = numberOr(raw.exclusiveMaximum, Number.POSITIVE_INFINITY);
  const multiples = new Set<number>();
  if (whole || bounds?.whole === true) multiples.add(1);
  if (typeof raw.multipleOf === 'number' && raw.multipleOf > 0) multiples.add(raw.multipleOf);
  return {
    ...top('number'),
    min: Math.max(low, above),
    minOpen: above >= low && Number.isFinite(above),
    max: Math.min(high, below),
    maxOpen: below <= high && Number.isFinite(below),
    multiples: [...multiples],
  };
}

function strings(raw: JsonSchema): StringShape {
  const atoms: Atom[] = [];
  if (typeof raw.pattern === 'string') atoms.push(patternAtom(raw.pattern));
  if (typeof raw.format === 'string' && constrainsText(raw.format)) atoms.push(formatAtom(raw.format));
  return {
    ...top('string'),
    min: numberOr(raw.minLength, 0),
    max: numberOr(raw.maxLength, Number.POSITIVE_INFINITY),
    atoms,
  };
}

function arrays(space: Space, node: SchemaNode): ArrayShape {
  const { raw, document } = node;
  const modern = document.dialect === '2020-12';
  const next = document.dialect !== 'draft-07';
  const first = modern ? raw.prefixItems : raw.items;
  const prefix = Array.isArray(first) ? first : [];
  const others = modern || !Array.isArray(raw.items) ? raw.items : raw.additionalItems;
  const unevaluated = next ? raw.unevaluatedItems : undefined;
  const simple = unevaluated === undefined || others !== undefined || isPlain(raw);
  const rest = others ?? (simple && raw.contains === undefined ? unevaluated : undefined);
  const plain = simple && (unevaluated === undefined || others !== undefined || raw.contains === undefined);
  const min = next ? numberOr(raw.minContains, 1) : 1;
  const max = next ? numberOr(raw.maxContains, Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  const contained = raw.contains !== undefined && (min > 0 || max < Number.POSITIVE_INFINITY);
  return {
    ...top('array'),
    min: numberOr(raw.minItems, 0),
    max: numberOr(raw.maxItems, Number.POSITIVE_INFINITY),
    prefix: prefix.map((it) => space.read(it, document)),
    rest: space.read(rest, document),
    contains: contained ? [{ item: space.read(raw.contains, document), min, max }] : [],
    unique: raw.uniqueItems === true,
    atoms: plain ? [] : [keywordAtom(node, 'unevaluatedItems')],
  };
}

const inPlace = ['$dynamicRef', '$recursiveRef', '$ref', 'allOf', 'anyOf', 'dependentSchemas', 'if', 'oneOf'];
/** Nothing besides the schema's own keywords can evaluate a member. */
const isPlain = (raw: JsonSchema): boolean => inPlace.every((it) => raw[it] === undefined);

function objects(space: Space, node: SchemaNode): ObjectShape {
  const { raw, document } = node;
  const next = document.dialect !== 'draft-07';
  const unevaluated = next && raw.additionalProperties === undefined ? raw.unevaluatedProperties : undefined;
  const atoms: Atom[] = [];
  if (unevaluated !== undefined && !isPlain(raw)) atoms.push(keywordAtom(node, 'unevaluatedProperties'));
  if (next && isSchemaObject(raw.dependencies)) atoms.push(keywordAtom(node, 'dependencies'));
  const others = raw.additionalProperties ?? (isPlain(raw) ? unevaluated : undefined);
  const unlisted = unlistedOf(space, node, others);
  return {
    ...top('object'),
    min: numberOr(raw.minProperties, 0),
    max: numberOr(raw.maxProperties, Number.POSITIVE_INFINITY),
    properties: propertiesOf(space, node, unlisted),
    unlisted: unlisted.patterns.size === 0 && unlisted.rest === everything ? [] : [unlisted],
    names: raw.propertyNames === undefined ? [] : [space.read(raw.propertyNames, document)],
    implied: impliedBy(raw, next),
    declared: isSchemaObject(raw.properties) || raw === document.root,
    atoms,
  };
}

function unlistedOf(space: Space, { raw, document }: SchemaNode, others: unknown): Unlisted {
  const patterns = new Map<string, Conjunction>();
  if (isSchemaObject(raw.patternProperties)) {
    for (const [source, schema] of Object.entries(raw.patternProperties)) {
      patterns.set(source, space.read(schema, document));
    }
  }
  return { patterns, rest: space.read(others, document) };
}

function propertiesOf(space: Space, { raw, document }: SchemaNode, unlisted: Unlisted): Map<string, Property> {
  const properties = new Map<string, Property>();
  const required = new Set(Array.isArray(raw.required) ? (raw.required as string[]) : []);
  const listed = isSchemaObject(raw.properties) ? raw.properties : {};
  for (const name of new Set([...Object.keys(listed), ...required])) {
    const own = Object.hasOwn(listed, name) ? space.read(listed[name], document) : undefined;
    let value = own;
    space.spend(unlisted.patterns.size);
    for (const [source, schema] of unlisted.patterns) {
      if (matches(source, name)) value = space.and(value ?? everything, schema);
    }
    properties.set(name, { value: value ?? unlisted.rest, required: required.has(name) });
  }
  return properties;
}

function impliedBy(raw: JsonSchema, next: boolean): (readonly [string, string])[] {
  const source = next ? raw.dependentRequired : raw.dependencies;
  if (!isSchemaObject(source)) return [];
  return Object.entries(source).flatMap(([name, others]) =>
    Array.isArray(others) ? others.map((it) => [name, String(it)] as const) : [],
  );
}
