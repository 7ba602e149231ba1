import type { GatedQuery, ReadTable } from '../bounds.js';
import { namesOf, type Visited } from './walk.js';

type Fields = Readonly<Record<string, unknown>>;

/** Collects what a statement reads, from the nodes of its tree. */
export class Facts {
  readonly #tables: ReadTable[] = [];
  readonly #unconditioned: ReadTable[] = [];
  readonly #columns = new Set<string>();
  readonly #aliases = new Set<string>();
  readonly #ctes = new Set<string>();
  #joins = 0;
  #depth = 0;
  #selects = 0;
  #parameters = 0;

  visit({ kind, fields, depth }: Visited): void {
    this.#depth = Math.max(this.#depth, depth);
    if (kind === 'SelectStmt') this.#select(fields);
    else if (kind === 'RangeVar') this.#tables.push(tableOf(fields));
    else if (kind === 'JoinExpr') this.#joins += 1;
    else if (kind === 'ColumnRef') this.#column(fields);
    else if (kind === 'A_Indirection') this.#fieldsOf(fields.indirection);
    else if (kind === 'ResTarget' && typeof fields.name === 'string') this.#aliases.add(fields.name);
    else if (kind === 'ParamRef') this.#parameters = Math.max(this.#parameters, Number(fields.number ?? 0));
    else if (kind === 'CommonTableExpr') {
      this.#ctes.add(String(fields.ctename));
      for (const name of namesOf(fields.aliascolnames) ?? []) this.#aliases.add(name);
    } else if (kind === 'Alias') {
      this.#aliases.add(String(fields.aliasname));
      for (const name of namesOf(fields.colnames) ?? []) this.#aliases.add(name);
    } else if (kind === 'FuncCall') this.#aliases.add((namesOf(fields.funcname) ?? []).at(-1) ?? '');
  }

  /** The names of subqueries are not tables; a table with a schema is always one. */
  result(sql: string): GatedQuery & { readonly selects: number } {
    const isTable = ({ schema, name }: ReadTable) => schema !== null || !this.#ctes.has(name);
    return {
      sql,
      tables: this.#tables.filter(isTable),
      unconditioned: this.#unconditioned.filter(isTable),
      columns: [...this.#columns],
      aliases: new Set([...this.#aliases, ...this.#ctes, ...this.#tables.map((it) => it.name)]),
      joins: this.#joins,
      depth: this.#depth,
      parameters: this.#parameters,
      selects: this.#selects,
    };
  }

  #select(fields: Fields): void {
    this.#selects += 1;
    const from = (fields.fromClause as Fields[] | undefined) ?? [];
    this.#joins += Math.max(0, from.length - 1);
    if (!mentionsColumn(fields.whereClause)) this.#unconditioned.push(...from.flatMap(tablesIn));
  }

  #column(fields: Fields): void {
    const names = (fields.fields as Fields[]).map((it) => (it as { String?: { sval?: string } }).String?.sval);
    const last = names.at(-1);
    if (last !== undefined) this.#columns.add(last);
  }

  /** `(row).name` may also call a function of one argument, so the name is checked as that of a column. */
  #fieldsOf(indirection: unknown): void {
    for (const item of (indirection as { String?: { sval?: string } }[] | undefined) ?? [])
      if (item.String?.sval !== undefined) this.#columns.add(item.String.sval);
  }
}

const tableOf = (fields: Fields): ReadTable => ({
  schema: typeof fields.schemaname === 'string' ? fields.schemaname : null,
  name: String(fields.relname),
});

/** Tables below a FROM item. A join's own condition relates its sides and bounds neither. */
function tablesIn(item: Fields): ReadTable[] {
  const { RangeVar, JoinExpr } = item as { RangeVar?: Fields; JoinExpr?: Fields };
  if (RangeVar !== undefined) return [tableOf(RangeVar)];
  if (JoinExpr === undefined) return [];
  return [JoinExpr.larg, JoinExpr.rarg].flatMap((it) => (it === undefined ? [] : tablesIn(it as Fields)));
}

/** Whether a condition is about data: `true` and `1 = 1` are none. */
function mentionsColumn(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  if ('ColumnRef' in node) return true;
  return Object.values(node).some(mentionsColumn);
}
