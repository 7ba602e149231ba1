import type pg from 'pg';
import { QueryRefusal } from '../query-refusal.js';

export interface PostgresAddress {
  readonly url: string;
  readonly timeoutMs: number;
}

/** The driver, loaded at the first connection. */
export async function loadPg(): Promise<typeof pg> {
  return (await import('pg')).default;
}

/** Values arrive as the server's text: numbers, instants and intervals are not rounded on the way. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (() => (value: unknown) => value) as unknown as pg.CustomTypesConfig['getTypeParser'],
};

export async function connect({ url, timeoutMs }: PostgresAddress): Promise<pg.Client> {
  const { Client } = await loadPg();
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    application_name: 'assay-database',
    types,
    keepAlive: true,
  });
  // A connection that ends between two statements is noticed by the next one.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new QueryRefusal(
      'unavailable',
      'The database cannot be reached, or refuses the credential of this kit.',
      codeOf(error),
    );
  }
  return client;
}

/**
 * The state in which every statement begins, whatever ran before: nothing of the former one is left (DISCARD ALL), and
 * strings, names and errors are read and written in one way. The role can undo none of these while it only reads.
 */
export const knownState = (timeoutMs: number): string[] => [
  'DISCARD ALL',
  `SET statement_timeout = ${timeoutMs}; SET lock_timeout = 2000; SET idle_in_transaction_session_timeout = ${timeoutMs * 2};
   SET standard_conforming_strings = on; SET backslash_quote = off; SET client_encoding = 'UTF8'; SET search_path = public;
   SET client_min_messages = error; SET work_mem = '16MB'; SET hash_mem_multiplier = 1; SET temp_buffers = '1MB';
   SET max_parallel_workers_per_gather = 0; SET jit = off; SET DateStyle = 'ISO'; SET IntervalStyle = 'postgres';
   SET xmloption = content; SET bytea_output = 'hex'; SET TimeZone = 'UTC'; SET from_collapse_limit = 8; SET join_collapse_limit = 8`,
];

interface PgError {
  readonly code?: string;
  readonly position?: string;
}

const codeOf = (error: unknown): { code?: string } => {
  const { code } = error as PgError;
  return typeof code === 'string' ? { code } : {};
};

const meanings: Readonly<Record<string, string>> = {
  '22012': 'division by zero',
  '22003': 'a number is out of range',
  '22P02': 'a text is not valid for its type',
  '22007': 'a text is not a valid date or time',
  '42703': 'a column does not exist',
  '42P01': 'a table does not exist',
  '42702': 'a column name is ambiguous',
  '42803': 'a column must be in GROUP BY or in an aggregate',
  '42804': 'types do not match',
  '42883': 'no function or operator takes these types',
  '42P18': 'the type of a parameter is unknown: cast it',
  '42501': 'the role of this kit may not read it',
  '25006': 'it would write',
  '53200': 'the server has no memory for it',
  '54000': 'a limit of the server was exceeded',
  '54001': 'it nests too deeply',
  '23505': 'a row with this key exists',
  '23503': 'a row that it refers to, or that refers to it, is in the way',
  '23502': 'a value is required',
  '23514': 'a check of the table fails',
  '40001': 'another transaction changed the rows',
  '40P01': 'two transactions waited for each other',
  '55P03': 'another transaction holds the rows',
};

/** An error of the server as code and position: its text may hold values of rows, names of other objects and settings. */
export function refusalOf(error: unknown, timeoutMs: number): unknown {
  const { code, position } = error as PgError;
  if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code)) return error;
  if (code === '57014') return tooLong(timeoutMs);
  if (code === '25006')
    return new QueryRefusal('write_operation_not_permitted', 'PostgreSQL refused a write in a read-only transaction.', {
      code,
    });
  const meaning = meanings[code] ?? 'see the code in the documentation of PostgreSQL';
  return new QueryRefusal('execution_error', `PostgreSQL refused the statement: ${meaning}.`, {
    code,
    ...(position !== undefined && { position: Number(position) }),
  });
}

export const tooLong = (timeoutMs: number): QueryRefusal =>
  new QueryRefusal('execution_timeout', `The statement took longer than ${timeoutMs} ms and was ended.`, { timeoutMs });
