import type { HttpEncoding } from '@assay/contracts';
import { booleanOf, type Json, jsonOf, listOf, textOf } from './document.js';
import { mediaTypeOf } from './media-type.js';
import { freeName, type InputProperty } from './parameters.js';
import type { References } from './references.js';
import type { SchemaBundle } from './schema-bundle.js';

/** What an operation's body adds to a tool's input. */
export interface BodyInput {
  readonly properties: readonly InputProperty[];
  /** The property that contains the whole body, if there is one. */
  readonly whole?: string;
  readonly bodyType: string;
  /** The body's rule for unlisted properties; undefined when it is one property. */
  readonly additionalProperties?: unknown;
}

export interface BodySurroundings {
  readonly references: References;
  readonly bundle: SchemaBundle;
  readonly notes: Set<string>;
  /** Names the parameters have. */
  readonly taken: ReadonlySet<string>;
}

/**
 * The body of an operation as properties beside its parameters, when it is an object of plain properties that share no
 * name with a parameter; else as one property `body`.
 */
export function readBody(operation: Json, around: BodySurroundings): BodyInput | undefined {
  const body = around.references.resolve(operation.requestBody);
  const types = Object.entries(jsonOf(body?.content));
  if (body === undefined || types.length === 0) return undefined;
  const [bodyType, media] = chosen(types);
  if (types.length > 1) around.notes.add(`Of the body's media types ${bodyType} is used.`);
  const description = jsonOf(media);
  const schema = around.references.resolve(description.schema);
  const required = booleanOf(body.required) === true;
  if (schema !== undefined && isPlain(description.schema, schema, required, around)) {
    const properties = merged(schema, jsonOf(description.encoding), bodyType, around);
    const { additionalProperties } = around.bundle.carry(schema) as Json;
    return { properties, bodyType, ...(additionalProperties !== undefined && { additionalProperties }) };
  }
  const name = freeName('body', 'requestBody', around.taken);
  const carried = description.schema === undefined ? schemaOfType(bodyType) : around.bundle.carry(description.schema);
  const text = textOf(body.description);
  const described =
    typeof carried !== 'boolean' && text !== undefined && carried.description === undefined
      ? { ...carried, description: text }
      : carried;
  return {
    properties: [{ name, schema: described, required, place: 'body', encoding: {} }],
    whole: name,
    bodyType,
  };
}

/** JSON before forms before text before anything else. */
function chosen(types: readonly [string, unknown][]): [string, unknown] {
  const best = types.toSorted(([a], [b]) => rank(a) - rank(b))[0] as [string, unknown];
  return [best[0].includes('*') ? 'application/json' : best[0], best[1]];
}

const ranks = ['json', 'form', 'multipart', 'text', 'binary'] as const;
const rank = (type: string): number => (type.includes('*') ? 0.5 : ranks.indexOf(mediaTypeOf(type)));

const schemaOfType = (bodyType: string): Json =>
  ({
    json: {},
    form: { type: 'object' },
    multipart: { type: 'object' },
    text: { type: 'string' },
    binary: { type: 'string', contentEncoding: 'base64' },
  })[mediaTypeOf(bodyType)];

/** Keywords that apply to the body as a whole, which its separate properties could not express. */
const wholeWords = [
  ...['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'enum', 'const', 'nullable', 'discriminator'],
  ...['patternProperties', 'propertyNames', 'minProperties', 'maxProperties', 'dependentSchemas', 'dependentRequired'],
  ...['unevaluatedProperties', '$dynamicRef', 'readOnly'],
];

function isPlain(declared: unknown, schema: Json, required: boolean, { taken }: BodySurroundings): boolean {
  const properties = Object.keys(jsonOf(schema.properties));
  if (schema.type !== 'object' || properties.length === 0) return false;
  if (wholeWords.some((word) => schema[word] !== undefined && booleanOf(schema[word]) !== false)) return false;
  if (typeof jsonOf(declared).$ref === 'string' && Object.keys(jsonOf(declared)).some((key) => !besideRef.has(key)))
    return false;
  if (!required && listOf(schema.required).length > 0) return false;
  return properties.every((name) => !taken.has(name));
}

const besideRef = new Set(['$ref', 'description', 'summary']);

function merged(schema: Json, encodings: Json, bodyType: string, around: BodySurroundings): InputProperty[] {
  const required = new Set(listOf(schema.required));
  return Object.entries(jsonOf(schema.properties))
    .filter(([, property]) => !around.bundle.isForeign(property))
    .map(([name, property]) => ({
      name,
      schema: around.bundle.carry(property),
      required: required.has(name),
      place: 'body',
      encoding: partOf(jsonOf(encodings[name]), around.references.resolve(property) ?? {}, bodyType),
    }));
}

/** How a form field is written: as the document declares, and files by their bytes. */
function partOf(encoding: Json, property: Json, bodyType: string): HttpEncoding {
  const kind = mediaTypeOf(bodyType);
  if (kind === 'multipart') return isFile(encoding, property) ? { style: 'file' } : {};
  if (kind !== 'form' || (encoding.style === undefined && encoding.explode === undefined)) return {};
  const style = (textOf(encoding.style) ?? 'form') as NonNullable<HttpEncoding['style']>;
  const explode = booleanOf(encoding.explode) ?? style === 'form';
  return { style, explode };
}

const isFile = (encoding: Json, { format, contentEncoding, contentMediaType, type }: Json): boolean =>
  format === 'binary' ||
  format === 'byte' ||
  contentEncoding === 'base64' ||
  (type === 'string' && contentMediaType === 'application/octet-stream') ||
  textOf(encoding.contentType)?.startsWith('image/') === true;
