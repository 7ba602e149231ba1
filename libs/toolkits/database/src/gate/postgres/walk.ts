import { QueryRefusal } from '../../query-refusal.js';
import { type Field, isWriting, nodeShapes } from './node-shapes.js';

type Fields = Readonly<Record<string, unknown>>;
type Shapes = Readonly<Record<string, Readonly<Record<string, Field>>>>;

/** One node of the parse tree, with the number of SELECTs above it. */
export interface Visited {
  readonly kind: string;
  readonly fields: Fields;
  readonly depth: number;
}

const clauses: Readonly<Record<string, string>> = {
  intoClause: 'SELECT … INTO',
  lockingClause: 'FOR UPDATE or FOR SHARE',
  relpersistence: 'temporary tables',
  catalogname: 'names of three parts',
  func_variadic: 'VARIADIC',
  recursive: 'WITH RECURSIVE',
  is_rowsfrom: 'ROWS FROM',
  coldeflist: 'a list of column definitions',
  setof: 'SETOF',
  pct_type: '%TYPE',
};

const kindRefused = (kind: string): QueryRefusal =>
  isWriting(kind)
    ? new QueryRefusal('write_operation_not_permitted', `Only SELECT is run; the statement has ${kind}.`, {
        found: kind,
      })
    : new QueryRefusal('not_allowed', `${kind} is not in the allow-list of queries.`, { found: kind });

function fieldRefused(kind: string, field: string): QueryRefusal {
  const what = clauses[field] ?? `${kind}.${field}`;
  return field === 'intoClause' || field === 'lockingClause'
    ? new QueryRefusal('write_operation_not_permitted', `${what} is not a read.`, { found: what })
    : new QueryRefusal('not_allowed', `${what} is not in the allow-list of queries.`, { found: what });
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** Calls `visit` for every node, parents first, and refuses what the grammar of queries does not have. */
export function walk(
  kind: string,
  fields: Fields,
  visit: (node: Visited) => void,
  depth = 0,
  shapes: Shapes = nodeShapes,
): void {
  const shape = Object.hasOwn(shapes, kind) ? shapes[kind] : undefined;
  if (shape === undefined) throw kindRefused(kind);
  // The two sides of a set operation are on the level of the whole; every other SELECT is one below.
  visit({ kind, fields, depth });
  for (const [name, value] of Object.entries(fields)) {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (field === undefined) {
      if (isEmpty(value)) continue;
      throw fieldRefused(kind, name);
    }
    if (field === 'value') continue;
    if (field === 'node') walkTagged(value, visit, depth, shapes);
    else if (field === 'nodes') for (const item of value as unknown[]) walkTagged(item, visit, depth, shapes);
    else walk(field, value as Fields, visit, depth, shapes);
  }
}

function walkTagged(node: unknown, visit: (node: Visited) => void, depth: number, shapes: Shapes): void {
  if (isEmpty(node)) return;
  const [entry, more] = Object.entries(node as Fields);
  if (entry === undefined || more !== undefined) throw kindRefused('a node without a kind');
  const [kind, fields] = entry;
  walk(kind, fields as Fields, visit, kind === 'SelectStmt' ? depth + 1 : depth, shapes);
}

/** The texts of a list of String nodes; null where another node is among them. */
export function namesOf(nodes: unknown): string[] | null {
  if (!Array.isArray(nodes)) return [];
  const names = nodes.map((it) => (it as { String?: { sval?: unknown } }).String?.sval);
  return names.every((it): it is string => typeof it === 'string') ? names : null;
}
