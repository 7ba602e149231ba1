import type { Connection } from 'mysql2/promise';
import type { Row, Transaction } from '../transaction.js';

type Value = string | number | boolean | null;

export async function allOf(session: Connection, sql: string, parameters: readonly unknown[]): Promise<Row[]> {
  const [rows] = await session.execute(sql, parameters as Value[]);
  return (rows as Row[]).map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])),
  );
}

/** Decimals and 64-bit integers arrive as text. */
const plain = (value: unknown): unknown => value;

export const transactionOf = (session: Connection): Transaction => ({
  all: (sql, parameters) => allOf(session, sql, parameters),
  run: async (sql, parameters) => {
    const [result] = await session.execute(sql, parameters as Value[]);
    return (result as { affectedRows?: number }).affectedRows ?? 0;
  },
});
