import type { JsonSchema } from '@assay/json-schema';
import { pointerStep } from '@assay/kernel';
import type { Missing, Source, Template } from '../template.js';
import type { Findings } from './findings.js';
import { fitSchemas, fitTypes } from './fit-schemas.js';
import { type Given, givenOf } from './given.js';
import { dereferenced, type SchemaPart, typesOf } from './json-types.js';
import { problemsOf } from './takes.js';

export const nothingFound = (): Findings => ({ errors: [], warnings: [] });

/** Where a value goes. */
export interface Target {
  /** In the composition. */
  readonly place: string;
  /** How a reference without a target is treated. */
  readonly missing: Missing;
  /** The tool needs a value here. */
  readonly required: boolean;
}

/**
 * Whether what a step is given fits what its tool takes, member by member: what surely does not is an error (no value of the
 * one is one of the other, a required property is not given, a literal is not taken), what may not is a warning.
 */
export function fit(given: Given, target: SchemaPart, at: Target, found: Findings): void {
  switch (given.kind) {
    case 'unknown':
      fitUntyped(given, target, at, found);
      return;
    case 'absent':
      fitAbsent(given.way, target, at, found);
      return;
    case 'types':
      fitTypes(given.types, typesOf(target), { place: at.place, words: '' }, found);
      return;
    case 'literal':
      fitLiteral(given, target, at, found);
      return;
    case 'part':
      fitPart(given, target, at, found);
      return;
    case 'list':
      fitItems(given.items, target, at, found);
      return;
    case 'object':
      fitMembers(given.members, target, at, found);
  }
}

/** Nothing is known of what a tool without an output schema gives: it may not fit. */
function fitUntyped({ untyped }: Given & { kind: 'unknown' }, target: SchemaPart, at: Target, found: Findings): void {
  if (untyped === undefined) return;
  const types = [...typesOf(target)];
  if (types.length >= allTypes) return;
  const message = `${untyped} declares no output schema, so that nothing says it gives ${types.join(' or ')}`;
  found.warnings.push({ path: at.place, message });
}

/** Kinds of JSON. */
const allTypes = 6;

function fitAbsent(way: string, target: SchemaPart, at: Target, found: Findings): void {
  const isTaken = at.missing === 'null' ? typesOf(target).has('null') : !at.required;
  const message = `"${way}" leads nowhere in what it refers to`;
  (isTaken || !at.required ? found.warnings : found.errors).push({ path: at.place, message });
}

/** Words that look like references, and are none. */
const almostReference = /^\$(?:ref\b|input\b|prev\b|steps\b)/;

function fitLiteral(
  { value, isInput }: Given & { kind: 'literal' },
  target: SchemaPart,
  { place }: Target,
  found: Findings,
): void {
  for (const { path, message } of problemsOf(value, target)) found.errors.push({ path: place + path, message });
  if (typeof value === 'string' && isInput !== true && almostReference.test(value))
    found.warnings.push({
      path: place,
      message: 'looks like a reference but is not: it is passed on unchanged',
    });
}

function fitPart({ part, sure, way }: Given & { kind: 'part' }, target: SchemaPart, at: Target, found: Findings): void {
  const types = new Set(typesOf(part));
  if (!sure && at.missing === 'null') types.add('null');
  if (!sure && at.missing === 'omit' && at.required)
    found.warnings.push({ path: at.place, message: `"${way}" may be absent, and the tool needs it` });
  const where = { place: at.place, words: '' };
  if (fitTypes(types, typesOf(target), where, found)) fitSchemas(part, target, where, found);
}

function fitItems(items: readonly Given[], target: SchemaPart, at: Target, found: Findings): void {
  if (!fitTypes(new Set(['array']), typesOf(target), { place: at.place, words: '' }, found)) return;
  const { items: each, prefixItems } = (dereferenced(target) ?? {}) as JsonSchema;
  if (typeof each !== 'object' || each === null || Array.isArray(each) || prefixItems !== undefined) return;
  for (const [index, item] of items.entries())
    fit(item, { schema: each, root: target.root }, { ...at, place: `${at.place}/${index}`, required: false }, found);
}

function fitMembers(members: ReadonlyMap<string, Given>, target: SchemaPart, at: Target, found: Findings): void {
  if (!fitTypes(new Set(['object']), typesOf(target), { place: at.place, words: '' }, found)) return;
  const schema = dereferenced(target);
  if (typeof schema !== 'object' || schema === null) return;
  const { properties, additionalProperties, patternProperties } = schema as JsonSchema;
  const known = (properties ?? {}) as Readonly<Record<string, unknown>>;
  const required = requiredOf(schema as JsonSchema);
  for (const name of required)
    if (!members.has(name))
      found.errors.push({ path: at.place, message: `the tool needs "${name}", which is missing` });
  for (const [name, member] of members) {
    const place = at.place + pointerStep(name);
    if (Object.hasOwn(known, name)) {
      const part = { schema: known[name], root: target.root };
      fit(member, part, { ...at, place, required: required.includes(name) }, found);
    } else if (additionalProperties === false && patternProperties === undefined)
      found.errors.push({ path: place, message: `the tool has no "${name}"` });
    else if (properties !== undefined && additionalProperties === undefined)
      found.warnings.push({ path: place, message: `the tool does not name "${name}", and may ignore it` });
  }
}

/** What a schema of an object needs. */
const requiredOf = ({ required }: JsonSchema): readonly string[] =>
  Array.isArray(required) ? (required as string[]) : [];

/**
 * Whether what a step is given as its whole input fits. A literal is taken member by member first, since that says best what
 * is wrong, and then whole, for what the tool says of its members together.
 */
export function fitInput(given: Given, schema: JsonSchema, at: Omit<Target, 'required'>, found: Findings): void {
  const target: SchemaPart = { schema, root: schema };
  const before = found.errors.length;
  const whole = { ...at, required: true };
  if (given.kind !== 'literal' || typeof given.value !== 'object' || given.value === null) {
    fit(given, target, whole, found);
    return;
  }
  const members = Object.entries(given.value).map(([name, value]) => [name, { ...given, value }] as const);
  fitMembers(new Map(members), target, whole, found);
  if (found.errors.length === before) fit(given, target, whole, found);
}

/** Whether what a template makes fits a tool's input, of sources whose schemas are known, or undefined. */
export function fitTemplate(
  template: Template,
  schema: JsonSchema,
  { schemaOf, ...at }: Omit<Target, 'required'> & { readonly schemaOf: (source: Source) => JsonSchema | undefined },
  found: Findings,
): void {
  const given = givenOf(template, (source) => {
    const known = schemaOf(source);
    return known === undefined ? undefined : { schema: known };
  });
  fitInput(given, schema, at, found);
}
