import type { Issue } from '@assay/contracts';
import { compileSchema, type JsonSchema } from '../../catalog/json-schema.js';
import { pointerStep } from '../../kernel/json-pointer.js';
import type { Missing, Reference, Template } from '../template.js';
import { dereferenced, type SchemaPart, typesOf } from './json-types.js';
import { schemaAt } from './schema-at.js';

/** What is known of what stands at a source: its schema, or undefined when nobody declared one. */
export type SchemaOf = (source: Reference['source']) => JsonSchema | undefined;

/** What a check finds: errors that are certain, and warnings of what may go wrong. */
export interface Findings {
  readonly errors: Issue[];
  readonly warnings: Issue[];
}

/**
 * Whether what a template makes fits a tool's input, member by member: certain misfits are errors (no value of the one
 * kind is of the other, a required property is not given, a literal the tool does not take), possible ones warnings.
 */
export function fitTemplate(
  template: Template,
  schema: JsonSchema,
  of: { readonly schemaOf: SchemaOf; readonly missing: Missing; readonly place: string },
  found: Findings,
): void {
  if (template.kind === 'reference') {
    fitWhole(template.reference, schema, of, found);
    return;
  }
  const members = new Map(membersOf(template));
  const properties = (schema.properties ?? {}) as Readonly<Record<string, unknown>>;
  for (const name of requiredOf(schema))
    if (!members.has(name))
      found.errors.push({ path: of.place, message: `the tool needs "${name}", which is not given` });
  for (const [name, member] of members) {
    const place = of.place + pointerStep(name);
    if (Object.hasOwn(properties, name)) {
      fitMember(
        member,
        { schema: properties[name], root: schema },
        { ...of, place, required: requiredOf(schema).includes(name) },
        found,
      );
    } else if (schema.additionalProperties === false && schema.patternProperties === undefined)
      found.errors.push({ path: place, message: `the tool has no "${name}"` });
    else if (schema.properties !== undefined && schema.additionalProperties === undefined)
      found.warnings.push({ path: place, message: `the tool does not name "${name}", and may ignore it` });
  }
}

const requiredOf = ({ required }: JsonSchema): readonly string[] =>
  Array.isArray(required) ? (required as string[]) : [];

function membersOf(template: Template): readonly (readonly [string, Template])[] {
  if (template.kind === 'object') return template.members;
  if (template.kind !== 'literal' || typeof template.value !== 'object' || template.value === null) return [];
  return Object.entries(template.value).map(([name, value]) => [name, { kind: 'literal', value }]);
}

interface At {
  readonly schemaOf: SchemaOf;
  readonly missing: Missing;
  readonly place: string;
  readonly required: boolean;
}

function fitMember(member: Template, target: SchemaPart, at: At, found: Findings): void {
  if (member.kind === 'literal') {
    fitLiteral(member.value, target, at.place, found);
    return;
  }
  if (member.kind === 'reference') {
    fitReference(member.reference, target, at, found);
    return;
  }
  const kind = member.kind === 'list' ? 'array' : 'object';
  if (!typesOf(target).has(kind))
    found.errors.push({ path: at.place, message: `is ${withArticle[kind]}, which the tool does not take here` });
}

function fitLiteral(value: unknown, { schema, root }: SchemaPart, path: string, found: Findings): void {
  const { $defs, definitions, $schema } = root;
  const beside = Object.fromEntries(
    Object.entries({ $defs, definitions, $schema }).filter(([, it]) => it !== undefined),
  );
  // Beside the definitions of its document; references to anything else in it lead nowhere here.
  const whole = { ...beside, type: 'object', properties: { value: schema } };
  try {
    for (const { path: within, message } of compileSchema(whole)({ value }))
      found.errors.push({ path: path + within.slice('/value'.length), message });
  } catch {
    // The schema cannot be read by itself; the call's own check will tell.
  }
}

function fitReference({ source, path }: Reference, target: SchemaPart, at: At, found: Findings): void {
  const whole = at.schemaOf(source);
  const there = whole === undefined ? undefined : schemaAt(whole, path);
  if (there === undefined || there.kind === 'unknown') return;
  if (there.kind === 'absent') {
    const message = `"${path.join('.')}" leads nowhere in what it refers to`;
    (at.required ? found.errors : found.warnings).push({ path: at.place, message });
    return;
  }
  const given = new Set(typesOf(there.part));
  if (!there.sure && at.missing === 'null') given.add('null');
  if (!there.sure && at.missing === 'omit' && at.required)
    found.warnings.push({ path: at.place, message: `"${path.join('.')}" may be absent, and the tool needs it` });
  compareTypes(given, typesOf(target), at.place, found);
}

/** A whole output as a tool's whole input. */
function fitWhole(
  { source, path }: Reference,
  schema: JsonSchema,
  at: { schemaOf: SchemaOf; place: string },
  found: Findings,
): void {
  const whole = at.schemaOf(source);
  const there = whole === undefined ? undefined : schemaAt(whole, path);
  if (there?.kind !== 'part') return;
  const types = typesOf(there.part);
  compareTypes(types, new Set(['object']), at.place, found);
  const given = dereferenced(there.part);
  if (!types.has('object') || typeof given !== 'object' || given === null) return;
  const { properties, required } = given as JsonSchema;
  const known = (properties ?? {}) as Readonly<Record<string, unknown>>;
  for (const name of requiredOf(schema)) {
    if (Object.hasOwn(known, name)) continue;
    const message = `the tool needs "${name}", which what it is handed does not name`;
    ((given as JsonSchema).additionalProperties === false ? found.errors : found.warnings).push({
      path: at.place,
      message,
    });
  }
  const targets = (schema.properties ?? {}) as Readonly<Record<string, unknown>>;
  for (const [name, part] of Object.entries(known)) {
    if (!Object.hasOwn(targets, name)) continue;
    const sure = Array.isArray(required) && (required as unknown[]).includes(name);
    const clash: Findings = { errors: [], warnings: [] };
    compareTypes(
      typesOf({ schema: part, root: there.part.root }),
      typesOf({ schema: targets[name], root: schema }),
      `${at.place}/${name}`,
      clash,
    );
    (sure ? found.errors : found.warnings).push(...clash.errors);
    found.warnings.push(...clash.warnings);
  }
}

function compareTypes(given: ReadonlySet<string>, taken: ReadonlySet<string>, path: string, found: Findings): void {
  if (given.size === 0 || taken.size === 0) return;
  const unfit = [...given].filter((it) => !taken.has(it));
  const words = (types: Iterable<string>) => [...types].map((it) => withArticle[it]).join(' or ');
  if (unfit.length === given.size)
    found.errors.push({ path, message: `is ${words(given)}, and the tool takes ${words(taken)} here` });
  else if (unfit.length > 0)
    found.warnings.push({ path, message: `may be ${words(unfit)}, and the tool takes ${words(taken)} here` });
}

const withArticle: Readonly<Record<string, string>> = {
  null: 'null',
  boolean: 'a boolean',
  number: 'a number',
  string: 'a text',
  array: 'a list',
  object: 'an object',
};
