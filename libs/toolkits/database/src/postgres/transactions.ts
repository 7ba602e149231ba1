import type pg from 'pg';
import type { Row, Transaction } from '../transaction.js';
import { typedValue } from './values.js';

export async function inTransaction<T>(
  client: pg.Client,
  begin: string,
  end: string,
  work: () => Promise<T>,
): Promise<T> {
  await client.query(begin);
  try {
    const result = await work();
    await client.query(end);
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

export async function allTyped(client: pg.Client, sql: string, parameters: readonly unknown[]): Promise<Row[]> {
  const { rows, fields } = await client.query<Record<string, unknown>>(sql, [...parameters]);
  return rows.map((row) =>
    Object.fromEntries(fields.map(({ name, dataTypeID }) => [name, typedValue(row[name], dataTypeID)])),
  );
}

export const transactionOf = (client: pg.Client): Transaction => ({
  all: (sql, parameters) => allTyped(client, sql, parameters),
  run: async (sql, parameters) => (await client.query(sql, [...parameters])).rowCount ?? 0,
});
