/** What schema.prisma says of one table, in the words of the database. */
export interface DeclaredTable {
  readonly name: string;
  readonly columns: Readonly<Record<string, { readonly type: string; readonly nullable: boolean }>>;
  readonly primaryKey: readonly string[];
  readonly uniques: readonly string[];
  readonly indexes: readonly string[];
  /** `columns -> table(columns)`. */
  readonly foreignKeys: readonly string[];
}

interface Model {
  readonly name: string;
  readonly lines: readonly string[];
}

const nativeTypes: Readonly<Record<string, string>> = {
  '@db.Uuid': 'uuid',
  '@db.Timestamptz(3)': 'timestamp(3) with time zone',
  '@db.Decimal': 'numeric',
  '@db.JsonB': 'jsonb',
  '@db.Json': 'json',
};
const plainTypes: Readonly<Record<string, string>> = {
  String: 'text',
  BigInt: 'bigint',
  Float: 'double precision',
  Boolean: 'boolean',
  Bytes: 'bytea',
  Int: 'integer',
};

const quoted = (line: string, attribute: string): string | undefined =>
  new RegExp(`${attribute}\\("([^"]+)"\\)`).exec(line)?.[1];
const listed = (line: string, before: string): string[] | undefined =>
  new RegExp(`${before}\\s*\\[([^\\]]*)\\]`)
    .exec(line)?.[1]
    ?.split(',')
    .map((item) => item.trim());

/** Reads the models of a Prisma schema as far as this project uses the language. */
export function parseSchema(text: string): DeclaredTable[] {
  const models: Model[] = [...text.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)].map(([, name, body]) => ({
    name: name as string,
    lines: (body as string).split('\n').map((line) => line.trim().replace(/^\/\/.*/, '')),
  }));
  const tableOf = new Map(models.map((model) => [model.name, quoted(model.lines.join('\n'), '@@map') ?? model.name]));
  const columnsOf = new Map(models.map((model) => [model.name, columnNames(model, tableOf)]));
  return models.map((model) => toTable(model, tableOf, columnsOf));
}

const fieldOf = (line: string): RegExpExecArray | null =>
  /^(\w+)\s+(Unsupported\("[^"]+"\)|\w+)(\[\])?(\?)?/.exec(line);

function columnNames(model: Model, tableOf: ReadonlyMap<string, string>): Map<string, string> {
  const names = new Map<string, string>();
  for (const line of model.lines) {
    const field = fieldOf(line);
    if (field && !tableOf.has(field[2] as string))
      names.set(field[1] as string, quoted(line, '@map') ?? (field[1] as string));
  }
  return names;
}

function toTable(
  model: Model,
  tableOf: ReadonlyMap<string, string>,
  columnsOf: ReadonlyMap<string, ReadonlyMap<string, string>>,
): DeclaredTable {
  const own = columnsOf.get(model.name) as ReadonlyMap<string, string>;
  const named = (fields: readonly string[], of = own) =>
    fields.map((field) => `${of.get(field.replace(/\(.*/, ''))}${field.includes('sort: Desc') ? ' DESC' : ''}`);
  const columns: Record<string, { type: string; nullable: boolean }> = {};
  const [uniques, indexes, foreignKeys]: [string[], string[], string[]] = [[], [], []];
  let primaryKey: string[] = [];
  for (const line of model.lines) {
    const block = /^@@(id|unique|index)\(\[(.*)\]\)/.exec(line);
    if (block) {
      const list = named((block[2] as string).split(/,\s*(?![^(]*\))/));
      if (block[1] === 'id') primaryKey = list;
      else (block[1] === 'unique' ? uniques : indexes).push(list.join(', '));
    }
    const field = fieldOf(line);
    if (!field || line.startsWith('@@')) continue;
    const [, name, type, list, optional] = field as unknown as [string, string, string, string?, string?];
    const target = tableOf.get(type);
    const fields = listed(line, 'fields:');
    if (target !== undefined && fields) {
      const references = named(listed(line, 'references:') ?? [], columnsOf.get(type));
      foreignKeys.push(`${named(fields).join(', ')} -> ${target}(${references.join(', ')})`);
    }
    const column = own.get(name);
    if (target !== undefined || column === undefined) continue;
    const native = Object.keys(nativeTypes).find((attribute) => line.split(/\s+/).includes(attribute));
    const base = (native && nativeTypes[native]) ?? plainTypes[type] ?? /"(.*)"/.exec(type)?.[1] ?? type;
    columns[column] = { type: `${base}${list ?? ''}`, nullable: optional === '?' };
    if (/\s@id\b/.test(line)) primaryKey = [column];
    if (/\s@unique\b/.test(line)) uniques.push(column);
  }
  return {
    name: tableOf.get(model.name) as string,
    columns,
    primaryKey,
    uniques: uniques.toSorted(),
    indexes: indexes.toSorted(),
    foreignKeys: foreignKeys.toSorted(),
  };
}
