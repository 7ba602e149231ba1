/** A tool that declarations are made for. */
export interface DeclaredTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: unknown;
  readonly outputSchema?: unknown;
}

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const maxDepth = 6;
const maxMembers = 40;
const maxDescription = 120;

const oneLine = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').replaceAll('*/', '* /').trim();
  return line.length > maxDescription ? `${line.slice(0, maxDescription - 1)}…` : line;
};

const named = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

/** The TypeScript type of what a JSON schema accepts; `unknown` where TypeScript cannot say it. */
export function typeOfSchema(schema: unknown, root: unknown = schema, depth = 0): string {
  if (!isObject(schema) || depth > maxDepth) return 'unknown';
  if (typeof schema.$ref === 'string') return typeOfSchema(referred(schema.$ref, root), root, depth + 1);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return union(schema.enum.map((it) => JSON.stringify(it)));
  const options = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(options)) return union(options.map((it) => typeOfSchema(it, root, depth + 1)));
  if (Array.isArray(schema.allOf) && schema.properties === undefined)
    return schema.allOf.map((it) => typeOfSchema(it, root, depth + 1)).join(' & ');
  if (Array.isArray(schema.type))
    return union(schema.type.map((type) => typeOfSchema({ ...schema, type }, root, depth + 1)));
  return ofType(schema, root, depth);
}

function ofType(schema: Json, root: unknown, depth: number): string {
  switch (schema.type ?? (schema.properties === undefined ? undefined : 'object')) {
    case 'string':
      return 'string';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array': {
      const item = typeOfSchema(schema.items, root, depth + 1);
      return /[|&]/.test(item) ? `(${item})[]` : `${item}[]`;
    }
    case 'object':
      return objectType(schema, root, depth);
    default:
      return 'unknown';
  }
}

function objectType(schema: Json, root: unknown, depth: number): string {
  const properties = Object.entries(isObject(schema.properties) ? schema.properties : {});
  if (properties.length === 0) {
    const { additionalProperties: rest } = schema;
    return `Record<string, ${isObject(rest) ? typeOfSchema(rest, root, depth + 1) : 'unknown'}>`;
  }
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const members = properties.slice(0, maxMembers).map(([name, value]) => {
    const optional = required.has(name) ? '' : '?';
    return `${named(name)}${optional}: ${typeOfSchema(value, root, depth + 1)}`;
  });
  if (properties.length > maxMembers) members.push('[name: string]: unknown');
  return `{ ${members.join('; ')} }`;
}

/** What a local reference leads to, such as `#/$defs/order`. */
function referred(reference: string, root: unknown): unknown {
  if (!reference.startsWith('#')) return undefined;
  let at = root;
  for (const step of reference.slice(1).split('/').filter(Boolean)) {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (!isObject(at) || !Object.hasOwn(at, name)) return undefined;
    at = at[name];
  }
  return at;
}

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ') || 'never';

const head = `/** Calls a tool through the gateway: \`await tools["ns/tool"]({…})\`. */
declare const tools: Tools;
declare const input: unknown;
interface Tools {
  search(query: string, options?: { limit?: number }): Promise<{ tool: string; version: string; description: string }[]>;
  types(names: string[], options?: { tokenBudget?: number }): Promise<{ text: string }>;
`;
const tail = '}\n';

const declarationOf = ({ name, description, inputSchema, outputSchema }: DeclaredTool): string =>
  `  /** ${oneLine(description)} */\n  ${JSON.stringify(name)}(args: ${typeOfSchema(inputSchema)}): Promise<${outputSchema === undefined ? 'unknown' : typeOfSchema(outputSchema)}>;\n`;

export interface Declarations {
  readonly text: string;
  readonly tokens: number;
  readonly included: readonly string[];
  readonly omitted: readonly string[];
}

/** Declarations of tools, in their order, as many as the budget holds; the frame alone takes about 110 tokens. */
export function declarationsOf(
  tools: readonly DeclaredTool[],
  tokenBudget: number,
  count: (text: string) => number,
): Declarations {
  let body = '';
  let used = count(head + tail);
  const included: string[] = [];
  const omitted: string[] = [];
  for (const tool of tools) {
    const declaration = declarationOf(tool);
    const more = count(declaration);
    if (used + more > tokenBudget) omitted.push(tool.name);
    else {
      body += declaration;
      used += more;
      included.push(tool.name);
    }
  }
  const text = `${head}${body}${tail}`;
  return { text, tokens: count(text), included, omitted };
}
