type Schema = Readonly<Record<string, unknown>>;

/** One line of a schema: a member with its type and what is said of it. */
export interface SchemaRow {
  /** Names from the root to it; `[]` for the members of a list. */
  readonly path: string;
  readonly depth: number;
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string | undefined;
  /** Limits in words: a range, a format, the choices. */
  readonly limits: readonly string[];
}

/** A schema may refer to itself, and a page has an end. */
const maxDepth = 6;
const maxRows = 400;

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Follows a reference within the document; other references stay as they are. */
function resolved(schema: Schema, root: Schema, followed = 0): Schema {
  const { $ref, ...beside } = schema;
  if (typeof $ref !== 'string' || followed > 8) return schema;
  if ($ref === '#') return { ...root, ...beside };
  if (!$ref.startsWith('#/')) return schema;
  const target = $ref
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, part) => (isSchema(at) && Object.hasOwn(at, part) ? at[part] : undefined), root);
  return isSchema(target) ? { ...resolved(target, root, followed + 1), ...beside } : schema;
}

const short = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
};

function typeOf(schema: Schema): string {
  const { type, const: only } = schema;
  if (Array.isArray(schema.enum)) return 'one of';
  if (only !== undefined) return 'always';
  if (Array.isArray(type)) return type.join(' or ');
  if (typeof type === 'string') return type;
  const choices = [schema.oneOf, schema.anyOf].find(Array.isArray);
  if (choices !== undefined)
    return choices
      .map((it) => (isSchema(it) ? typeOf(it) : 'any'))
      .filter((it, at, all) => all.indexOf(it) === at)
      .join(' or ');
  if (isSchema(schema.properties)) return 'object';
  return typeof schema.$ref === 'string' ? schema.$ref : 'any';
}

const words = {
  minimum: 'at least',
  maximum: 'at most',
  exclusiveMinimum: 'above',
  exclusiveMaximum: 'below',
  multipleOf: 'a multiple of',
  minLength: 'length at least',
  maxLength: 'length at most',
  minItems: 'items at least',
  maxItems: 'items at most',
  pattern: 'matches',
  format: 'format',
  default: 'default',
} as const;

const limitsOf = (schema: Schema): string[] => [
  ...(Array.isArray(schema.enum) ? schema.enum.slice(0, 20).map(short) : []),
  ...(schema.const === undefined ? [] : [short(schema.const)]),
  ...Object.entries(words).flatMap(([name, word]) =>
    schema[name] === undefined ? [] : [`${word} ${short(schema[name])}`],
  ),
];

/** A schema's members as lines, in the order of the document, references resolved. */
export function schemaRows(document: Schema): SchemaRow[] {
  const rows: SchemaRow[] = [];
  const add = (raw: unknown, name: string, path: string, depth: number, isRequired: boolean): void => {
    if (!isSchema(raw) || rows.length >= maxRows) return;
    const schema = resolved(raw, document);
    const description = typeof schema.description === 'string' ? schema.description : undefined;
    rows.push({ path, depth, name, type: typeOf(schema), isRequired, description, limits: limitsOf(schema) });
    below(schema, path, depth + 1);
  };
  const below = (schema: Schema, path: string, depth: number): void => {
    if (depth > maxDepth) return;
    const required = Array.isArray(schema.required) ? schema.required : [];
    for (const [name, member] of Object.entries(isSchema(schema.properties) ? schema.properties : {}))
      add(member, name, `${path}/${name}`, depth, required.includes(name));
    const items = isSchema(schema.items) ? resolved(schema.items, document) : undefined;
    if (items !== undefined && isSchema(items.properties)) below(items, `${path}/[]`, depth);
  };
  below(resolved(document, document), '', 0);
  return rows;
}
