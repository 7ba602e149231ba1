import { typesOf } from '../input/tool-input.js';
import type { Page } from './page.js';
import { table } from './table.js';

type Schema = Record<string, unknown>;
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** How deep the properties of properties are listed. */
const deepest = 3;

function typeText(schema: Schema, root: Schema): string {
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const types = typesOf(schema, root);
  const text = types.join(' | ') || 'anything';
  if (types.includes('array') && isSchema(schema.items))
    return text.replace('array', `${typeText(schema.items, root)}[]`);
  return text;
}

function remark(schema: Schema): string {
  const range = ['minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'format']
    .filter((keyword) => schema[keyword] !== undefined)
    .map((keyword) => `${keyword} ${schema[keyword]}`);
  const fallback = schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`];
  const said = typeof schema.description === 'string' ? schema.description : '';
  const facts = [...fallback, ...range].join(', ');
  return facts === '' ? said : `${said}${said === '' ? '' : ' '}(${facts})`;
}

function rowsOf(schema: Schema, root: Schema, prefix: string, depth: number): string[][] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const properties = isSchema(schema.properties) ? schema.properties : {};
  return Object.entries(properties).flatMap(([name, value]) => {
    const property = isSchema(value) ? value : {};
    const row = [prefix + name, typeText(property, root), required.includes(name) ? 'yes' : '', remark(property)];
    return [row, ...(depth < deepest ? rowsOf(property, root, `${prefix}${name}.`, depth + 1) : [])];
  });
}

/** An object schema as people read one: each property with its type, whether it must be there, and its purpose. */
export function parameterTable(page: Page, schema: Record<string, unknown>): string {
  const rows = rowsOf(schema, schema, '', 1);
  return rows.length === 0
    ? 'No parameters are named.'
    : table(page, ['PARAMETER', 'TYPE', 'REQUIRED', 'MEANING'], rows);
}
