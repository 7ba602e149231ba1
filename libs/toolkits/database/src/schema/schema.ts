/** A relational schema, as every kind of database is described. */
export interface Schema {
  readonly tables: readonly Table[];
}

export interface Table {
  /** Null where the database has no schemas. */
  readonly schema: string | null;
  readonly name: string;
  readonly kind: 'table' | 'view';
  readonly comment: string | null;
  readonly columns: readonly Column[];
  readonly primaryKey: readonly string[];
  readonly uniques: readonly (readonly string[])[];
  readonly foreignKeys: readonly ForeignKey[];
  readonly indexes: readonly Index[];
  readonly checks: readonly Check[];
  /** The server's estimate; null when it has none. */
  readonly estimatedRows: number | null;
}

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  /** An SQL expression. */
  readonly default: string | null;
  /** Computed from other columns, so it is never written. */
  readonly generated: boolean;
  /** Numbered by the database when no value is given. */
  readonly automatic: boolean;
  /** Values of an enumeration; empty for other types. */
  readonly values: readonly string[];
  readonly comment: string | null;
}

export type OnDelete = 'NO ACTION' | 'RESTRICT' | 'CASCADE' | 'SET NULL' | 'SET DEFAULT';

export interface ForeignKey {
  readonly name: string | null;
  readonly columns: readonly string[];
  readonly schema: string | null;
  readonly table: string;
  readonly referenced: readonly string[];
  readonly onDelete: OnDelete;
}

export interface Index {
  readonly name: string;
  /** Columns and expressions. */
  readonly columns: readonly string[];
  readonly unique: boolean;
  /** The statement that creates it, where the server has one. */
  readonly definition: string | null;
}

export interface Check {
  readonly name: string | null;
  readonly expression: string;
}

/** What is known of a column's values. Rates are between 0 and 1. */
export interface ColumnStatistics {
  readonly nullRate: number | null;
  /** Different values; null when unknown. */
  readonly distinct: number | null;
  /** Commonest values first; only of columns with few values. */
  readonly common: readonly { readonly value: string; readonly share: number }[];
}

export interface TableStatistics {
  readonly columns: Readonly<Record<string, ColumnStatistics>>;
  readonly rowsPerDay: number | null;
  /** Masked rows. */
  readonly samples: readonly Readonly<Record<string, unknown>>[];
}

/** `schema.name`, without the schema that a statement need not name. */
export const qualified = ({ schema, name }: Pick<Table, 'schema' | 'name'>): string =>
  schema === null || schema === 'public' ? name : `${schema}.${name}`;

/** The table that a statement or a call names; undefined when there is none or the name fits several. */
export function findTable(
  schema: Schema,
  named: { readonly schema: string | null; readonly name: string },
): Table | undefined {
  const exact = schema.tables.filter(
    (it) => it.name === named.name && (named.schema === null || it.schema === named.schema),
  );
  if (exact.length === 1) return exact[0];
  const preferred = exact.find((it) => it.schema === 'public');
  if (preferred !== undefined) return preferred;
  if (exact.length > 1) return undefined;
  const lower = named.name.toLowerCase();
  const loose = schema.tables.filter(
    (it) => it.name.toLowerCase() === lower && (named.schema === null || it.schema === named.schema),
  );
  return loose.length === 1 ? loose[0] : undefined;
}

/** The table of a call's `table` argument: `name` or `schema.name`. */
export function tableNamed(schema: Schema, text: string): Table | undefined {
  const whole = findTable(schema, { schema: null, name: text });
  if (whole !== undefined) return whole;
  const dot = text.indexOf('.');
  return dot < 0 ? undefined : findTable(schema, { schema: text.slice(0, dot), name: text.slice(dot + 1) });
}
