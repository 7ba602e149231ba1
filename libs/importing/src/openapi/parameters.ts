import type { HttpEncoding, HttpEndpoint } from '@assay/contracts';
import { isFreeHeader } from '@assay/registry';
import { booleanOf, type Json, jsonOf, listOf, textOf } from './document.js';
import type { References } from './references.js';
import type { SchemaBundle } from './schema-bundle.js';

export type Place = NonNullable<HttpEndpoint['parameters']>[string];

/** A property of a tool's input, and where and how it travels. */
export interface InputProperty {
  readonly name: string;
  readonly schema: Json | boolean;
  readonly required: boolean;
  readonly place: Place;
  /** What differs from the defaults. */
  readonly encoding: HttpEncoding;
}

/**
 * Parameters of an operation: its own, and those of its path that it does not override. An undeclared placeholder of
 * the path is a string; a path parameter without a placeholder is ignored.
 */
export function parametersOf(
  path: string,
  { parameters: shared }: Json,
  { parameters: own }: Json,
  references: References,
): Json[] {
  const found = new Map<string, Json>();
  for (const listed of [...listOf(shared), ...listOf(own)]) {
    const parameter = references.resolve(listed);
    if (parameter !== undefined) found.set(`${parameter.in} ${parameter.name}`, parameter);
  }
  const placeholders = [...path.matchAll(/\{([^{}/]+)\}/g)].map(([, name]) => name as string);
  for (const name of placeholders)
    if (!found.has(`path ${name}`)) found.set(`path ${name}`, { name, in: 'path', schema: { type: 'string' } });
  return [...found.values()].filter((it) => it.in !== 'path' || placeholders.includes(String(it.name)));
}

const places = ['path', 'query', 'header', 'cookie'] as const;
const styles = new Set([
  'simple',
  'label',
  'matrix',
  'form',
  'spaceDelimited',
  'pipeDelimited',
  'deepObject',
  'cookie',
]);

/**
 * OpenAPI ignores these headers as parameters, because other parts of the document declare them: media types and
 * security.
 */
const saidElsewhere = new Set(['accept', 'content-type', 'authorization']);

/**
 * The properties for an operation's parameters. If two have one name, the later is prefixed with its place; a header
 * that the connection sets itself is omitted.
 */
export function readParameters(parameters: readonly Json[], bundle: SchemaBundle, notes: Set<string>): InputProperty[] {
  const taken = new Set<string>();
  return parameters.flatMap((parameter) => {
    const place = places.find((it) => it === parameter.in);
    const wireName = textOf(parameter.name);
    if (place === undefined || wireName === undefined) {
      notes.add(`A parameter was skipped: ${String(wireName)} in ${String(parameter.in)}.`);
      return [];
    }
    if (place === 'header' && saidElsewhere.has(wireName.toLowerCase())) return [];
    if (place === 'header' && !isFreeHeader(wireName)) {
      notes.add(`The header "${wireName}" is set by the connection itself and was skipped.`);
      return [];
    }
    if (parameter.allowReserved === true)
      notes.add(`Reserved characters in "${wireName}" are percent-encoded, although the document would leave them.`);
    const name = freeName(wireName, `${place}_${wireName}`, taken);
    taken.add(name);
    const encoding = { ...(name !== wireName && { name: wireName }), ...writtenAs(parameter, place, bundle) };
    return [{ name, schema: schemaOf(parameter, bundle), required: isRequired(parameter), place, encoding }];
  });
}

const isRequired = (parameter: Json): boolean => booleanOf(parameter.required) === true || parameter.in === 'path';

/** The schema of a parameter, with the parameter's own description and example. */
function schemaOf(parameter: Json, bundle: SchemaBundle): Json | boolean {
  const { schema, content, example, deprecated } = parameter;
  const carried = bundle.carry(schema ?? jsonOf(Object.values(jsonOf(content))[0]).schema);
  if (typeof carried === 'boolean') return carried;
  const description = textOf(parameter.description);
  return {
    ...carried,
    ...(description !== undefined && carried.description === undefined && { description }),
    ...(example !== undefined && carried.examples === undefined && { examples: [example] }),
    ...(booleanOf(deprecated) === true && { deprecated: true }),
  };
}

/** OpenAPI's default styles, which are those of the transport for texts, numbers and lists. */
const defaultStyles: Readonly<Record<string, string>> = {
  path: 'simple',
  query: 'form',
  header: 'simple',
  cookie: 'form',
};

/**
 * Style and explosion, where they differ from the default. They are always set for a parameter that may be an object:
 * without them the transport writes objects as JSON.
 */
function writtenAs(parameter: Json, place: Place, bundle: SchemaBundle): HttpEncoding {
  if (parameter.content !== undefined) return { style: 'json' };
  const declared = textOf(parameter.style);
  const style = declared !== undefined && styles.has(declared) ? declared : (defaultStyles[place] as string);
  const byDefault = style === 'form' || style === 'cookie';
  const explode = booleanOf(parameter.explode) ?? byDefault;
  const reports = style === 'cookie' ? 'form' : style;
  const ordinary = reports === defaultStyles[place] && explode === byDefault;
  if (ordinary && !bundle.mayBeObject(parameter.schema)) return {};
  return { style: reports as NonNullable<HttpEncoding['style']>, explode };
}

/** A free name: the first, else the second, else the second with a number. */
export function freeName(first: string, second: string, taken: ReadonlySet<string>): string {
  if (!taken.has(first)) return first;
  let name = second;
  for (let n = 2; taken.has(name); n += 1) name = `${second}_${n}`;
  return name;
}
