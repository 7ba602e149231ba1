import { placeholder, quoteName, quoteTable } from '../names.js';
import { QueryRefusal } from '../query-refusal.js';
import type { Table } from '../schema/schema.js';
import type { SqlKind, Transaction } from '../sql-source.js';
import { type PlainRow, type PlainValue, parameterOf, plainRow } from './plain-rows.js';

/** One table, with the statements on single rows of it. Every statement names its row by its whole key. */
export class RowStatements {
  readonly #readable: readonly string[];

  constructor(
    private readonly kind: SqlKind,
    readonly table: Table,
  ) {
    this.#readable = table.columns.map((it) => it.name);
  }

  /** The row with this key, locked until the transaction ends; null when there is none. */
  async find(transaction: Transaction, key: PlainRow): Promise<PlainRow | null> {
    const { where, parameters } = this.#where(key, 1);
    const names = this.#readable.map((it) => quoteName(this.kind, it)).join(', ');
    const lock = this.kind === 'sqlite' ? '' : ' FOR UPDATE';
    const rows = await transaction.all(`SELECT ${names} FROM ${this.#name} WHERE ${where}${lock}`, parameters);
    if (rows.length > 1) throw new QueryRefusal('execution_error', 'The key fits several rows, so it is no key.');
    return rows[0] === undefined ? null : plainRow(rows[0]);
  }

  async update(transaction: Transaction, key: PlainRow, set: PlainRow): Promise<void> {
    const names = Object.keys(set);
    const assigned = names.map((it, at) => `${quoteName(this.kind, it)} = ${placeholder(this.kind, at + 1)}`);
    const { where, parameters } = this.#where(key, names.length + 1);
    const values = names.map((it) => this.#parameter(set[it] ?? null));
    await transaction.run(`UPDATE ${this.#name} SET ${assigned.join(', ')} WHERE ${where}`, [...values, ...parameters]);
  }

  async delete(transaction: Transaction, key: PlainRow): Promise<void> {
    const { where, parameters } = this.#where(key, 1);
    await transaction.run(`DELETE FROM ${this.#name} WHERE ${where}`, parameters);
  }

  /** Inserts a row and returns its key. `overriding` writes numbers that the database would give itself. */
  async insert(transaction: Transaction, row: PlainRow, overriding: boolean): Promise<PlainRow> {
    const { kind, table } = this;
    const names = Object.keys(row);
    const columns = names.map((it) => quoteName(kind, it)).join(', ');
    const values = names.map((_, at) => placeholder(kind, at + 1)).join(', ');
    const overridden = overriding && kind === 'postgresql' ? ' OVERRIDING SYSTEM VALUE' : '';
    const into = names.length === 0 ? this.#defaults() : `(${columns})${overridden} VALUES (${values})`;
    const sql = `INSERT INTO ${this.#name} ${into}`;
    const parameters = names.map((it) => this.#parameter(row[it] ?? null));
    const key = table.primaryKey;
    if (kind !== 'mysql') {
      const [found] = await transaction.all(
        `${sql} RETURNING ${key.map((it) => quoteName(kind, it)).join(', ')}`,
        parameters,
      );
      return plainRow(found ?? {});
    }
    await transaction.run(sql, parameters);
    const automatic = table.columns.find((it) => it.automatic && key.includes(it.name));
    const [last] = automatic === undefined ? [] : await transaction.all('SELECT LAST_INSERT_ID() AS id', []);
    return Object.fromEntries(
      key.map((it) => [it, row[it] ?? (it === automatic?.name ? (last?.id as PlainValue) : null)]),
    );
  }

  #defaults(): string {
    return this.kind === 'mysql' || this.kind === 'mariadb' ? '() VALUES ()' : 'DEFAULT VALUES';
  }

  get #name(): string {
    return quoteTable(this.kind, this.table);
  }

  #where(key: PlainRow, first: number): { where: string; parameters: unknown[] } {
    const names = Object.keys(key);
    const where = names
      .map((it, at) => `${quoteName(this.kind, it)} = ${placeholder(this.kind, first + at)}`)
      .join(' AND ');
    return { where, parameters: names.map((it) => this.#parameter(key[it] ?? null)) };
  }

  /** SQLite has no truth values. */
  #parameter(value: PlainValue): unknown {
    const parameter = parameterOf(value);
    return this.kind === 'sqlite' && typeof parameter === 'boolean' ? Number(parameter) : parameter;
  }
}
