import { isSchema, resolved, type Schema, typesOf } from '../input/json-schema.js';
import type { Page } from './page.js';
import { table } from './table.js';

/** How deep the properties of properties are listed. */
const maxDepth = 3;

function typeText(schema: Schema, root: Schema): string {
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const types = typesOf(schema, root);
  const text = types.join(' | ') || 'anything';
  if (types.includes('array') && isSchema(schema.items))
    return text.replace('array', `${typeText(schema.items, root)}[]`);
  return text;
}

/** The bounds of every exact integer, which say nothing. */
const isLimitless = (bound: unknown): boolean =>
  typeof bound === 'number' && Math.abs(bound) >= Number.MAX_SAFE_INTEGER;

function remark(schema: Schema): string {
  const range = ['minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'format']
    .filter((keyword) => schema[keyword] !== undefined && !isLimitless(schema[keyword]))
    .map((keyword) => `${keyword} ${schema[keyword]}`);
  const fallback = schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`];
  const said = typeof schema.description === 'string' ? schema.description : '';
  const facts = [...fallback, ...range].join(', ');
  return facts === '' ? said : `${said}${said === '' ? '' : ' '}(${facts})`;
}

/** What is listed under a property: its own properties, or those of its items. */
function inner(property: Schema, root: Schema): { schema: Schema; mark: string } {
  const own = resolved(property, root);
  return isSchema(own.items) ? { schema: resolved(own.items, root), mark: '[].' } : { schema: own, mark: '.' };
}

function rowsOf(schema: Schema, root: Schema, prefix: string, depth: number): string[][] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const properties = isSchema(schema.properties) ? schema.properties : {};
  return Object.entries(properties).flatMap(([name, value]) => {
    const property = isSchema(value) ? value : {};
    const row = [prefix + name, typeText(property, root), required.includes(name) ? 'yes' : '', remark(property)];
    if (depth === maxDepth) return [row];
    const { schema: below, mark } = inner(property, root);
    return [row, ...rowsOf(below, root, `${prefix}${name}${mark}`, depth + 1)];
  });
}

/** An object schema as people read one: each property with its type, whether it must be there, and its purpose. */
export function parameterTable(page: Page, schema: Record<string, unknown>): string {
  const rows = rowsOf(schema, schema, '', 1);
  return rows.length === 0 ? 'No parameters.' : table(page, ['PARAMETER', 'TYPE', 'REQUIRED', 'MEANING'], rows);
}
