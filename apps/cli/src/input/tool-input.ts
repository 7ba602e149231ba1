import { parseExact } from '@assay/sdk';
import { UsageError } from '../usage-error.js';
import { isSchema, resolved, type Schema, typeOf, typesOf } from './json-schema.js';
import { parseJson } from './read-json.js';

const fits = (value: unknown, type: string): boolean =>
  typeOf(value) === type || (type === 'number' && typeof value === 'number');

function asJson(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}

/** Reads a word as what the schema asks for; where a string is allowed, it is that string (`:=` is for the rest). */
function coerce(text: string, schema: unknown, root: Schema, name: string): unknown {
  const types = typesOf(schema, root);
  if (types.length === 0 || types.includes('string')) return text;
  const value = asJson(text);
  if (value !== undefined && types.some((type) => fits(value, type))) return value;
  if (types.includes('array')) {
    const { items } = resolved(schema, root);
    return text === '' ? [] : text.split(',').map((part) => coerce(part.trim(), items, root, name));
  }
  throw new UsageError(`${name}: "${text}" is not ${types.map(article).join(' or ')}.`);
}

const article = (type: string): string =>
  type === 'null'
    ? 'null'
    : `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type === 'boolean' ? 'boolean (true or false)' : type}`;

const propertiesOf = (schema: Schema): Schema => (isSchema(schema.properties) ? schema.properties : {});

/** The place a name means: a property of that very name, or with dots a property of a property. */
function pathOf(name: string, schema: Schema): string[] {
  return name in propertiesOf(schema) || !name.includes('.') ? [name] : name.split('.');
}

function schemaAt(path: readonly string[], root: Schema): unknown {
  return path.reduce<unknown>((schema, step) => {
    const own = resolved(schema, root);
    return propertiesOf(own)[step] ?? (isSchema(own.additionalProperties) ? own.additionalProperties : undefined);
  }, root);
}

function put(input: Schema, path: readonly string[], value: unknown, name: string): void {
  let at = input;
  for (const step of path.slice(0, -1)) {
    if (!Object.hasOwn(at, step)) at[step] = {};
    const next = at[step];
    if (!isSchema(next)) throw new UsageError(`${name}: "${step}" already has a value.`);
    at = next;
  }
  const last = path.at(-1) as string;
  const before = Object.hasOwn(at, last) ? at[last] : undefined;
  if (before !== undefined && !(Array.isArray(before) && Array.isArray(value))) {
    throw new UsageError(`${name} is given more than once.`);
  }
  const joined = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value;
  Object.defineProperty(at, last, { value: joined, enumerable: true, configurable: true, writable: true });
}

/**
 * Builds a tool's input from words: `name=value` read as the input schema says, `name:=json` read as JSON,
 * `outer.inner=value` for a property of a property, and a list's name repeated for its items. A name that the schema does
 * not have is passed on as text: the gateway repairs it, or says what is wrong.
 */
export function inputFromPairs(words: readonly string[], schema: Schema): Record<string, unknown> {
  const input: Schema = {};
  for (const word of words) {
    const match = /^([^=\s:]+)(:?=)([\s\S]*)$/.exec(word);
    if (!match) throw new UsageError(`"${word}" is neither JSON nor name=value.`);
    const [, name, sign, text] = match as unknown as [string, string, string, string];
    const path = pathOf(name, schema);
    const value = sign === ':=' ? parseJson(text, name) : coerce(text, schemaAt(path, schema), schema, name);
    put(input, path, value, name);
  }
  return input;
}
