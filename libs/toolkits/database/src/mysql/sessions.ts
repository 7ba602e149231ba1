import type { Connection } from 'mysql2/promise';
import { QueryRefusal } from '../query-refusal.js';

const graceMs = 1_000;
const maxSessions = 6;

/** The driver, loaded at the first connection. */
async function connect(url: string, timeoutMs: number): Promise<Connection> {
  const { createConnection } = await import('mysql2/promise');
  try {
    return await createConnection({
      uri: url.replace(/^mariadb:/, 'mysql:'),
      connectTimeout: timeoutMs,
      multipleStatements: false,
      supportBigNumbers: true,
      bigNumberStrings: false,
      decimalNumbers: false,
      dateStrings: true,
      charset: 'utf8mb4',
      flags: ['-LOCAL_FILES'],
      rowsAsArray: false,
      connectAttributes: { program_name: 'assay-database' },
    });
  } catch (error) {
    const { code } = error as { code?: string };
    throw new QueryRefusal('unavailable', 'The database cannot be reached, or refuses the credential of this kit.', {
      code,
    });
  }
}

/** The state in which every statement begins. A session serves one use, so nothing of another one is in it. */
const knownState = (timeoutMs: number, isMaria: boolean): string[] => [
  "SET SESSION sql_mode = 'STRICT_TRANS_TABLES,ONLY_FULL_GROUP_BY,NO_ENGINE_SUBSTITUTION,PIPES_AS_CONCAT'",
  isMaria ? `SET SESSION max_statement_time = ${timeoutMs / 1000}` : `SET SESSION max_execution_time = ${timeoutMs}`,
  'SET SESSION lock_wait_timeout = 2',
  'SET SESSION innodb_lock_wait_timeout = 2',
  "SET SESSION time_zone = '+00:00'",
  'SET SESSION group_concat_max_len = 65536',
  'SET SESSION max_length_for_sort_data = 1024',
];

export interface MysqlLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/** Sessions of one user: each use has a new one, which is ended afterwards, and from outside when it overruns. */
export class MysqlSessions {
  readonly #waiting: (() => void)[] = [];
  #used = 0;

  constructor(
    private readonly url: string,
    private readonly limits: MysqlLimits,
    /** Called for each new session, to refuse a user. */
    private readonly onConnect: (session: Connection) => Promise<void>,
  ) {}

  async use<T>(work: (session: Connection) => Promise<T>, signal: AbortSignal): Promise<T> {
    if (this.#used >= maxSessions) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#used += 1;
    try {
      const session = await connect(this.url, this.limits.timeoutMs);
      session.on('error', () => {});
      return await this.#within(session, work, signal);
    } finally {
      this.#used -= 1;
      this.#waiting.shift()?.();
    }
  }

  async #within<T>(session: Connection, work: (session: Connection) => Promise<T>, signal: AbortSignal): Promise<T> {
    const { timeoutMs, maxBytes } = this.limits;
    const ending = new AbortController();
    const { stream } = (session as unknown as { connection: { stream: NodeJS.ReadableStream } }).connection;
    let received = 0;
    const onData = (chunk: Uint8Array) => {
      received += chunk.length;
      if (received > maxBytes * 2) ending.abort(tooLarge(maxBytes));
    };
    stream.on('data', onData);
    const timer = setTimeout(() => ending.abort(tooLong(timeoutMs)), timeoutMs + graceMs);
    const ended = AbortSignal.any([signal, ending.signal]);
    const overrun = new Promise<never>((_, reject) => {
      ended.addEventListener('abort', () => reject(ended.reason), { once: true });
    });
    overrun.catch(() => {});
    try {
      signal.throwIfAborted();
      const working = this.#prepared(session).then(() => work(session));
      working.catch(() => {});
      return await Promise.race([working, overrun]);
    } catch (error) {
      if (!ended.aborted) throw refusalOf(error, timeoutMs);
      await this.#kill(session.threadId);
      throw ended.reason;
    } finally {
      clearTimeout(timer);
      session.destroy();
    }
  }

  async #prepared(session: Connection): Promise<void> {
    const version = await versionOf(session);
    for (const sql of knownState(this.limits.timeoutMs, /maria/i.test(version)).filter(
      (it) => !it.includes('sort_data') || /maria/i.test(version),
    ))
      await session.query(sql);
    await this.onConnect(session);
  }

  /** Another session of the same user may end it. */
  async #kill(thread: number): Promise<void> {
    try {
      const other = await connect(this.url, 2_000);
      await other.query(`KILL ${Math.trunc(thread)}`).finally(() => other.destroy());
    } catch {
      // The connection is closed in any case, and the server's own time limit holds.
    }
  }
}

export async function versionOf(session: Connection): Promise<string> {
  const [rows] = await session.query('SELECT VERSION() AS version');
  return String((rows as { version?: unknown }[])[0]?.version);
}

const meanings: Readonly<Record<string, string>> = {
  ER_BAD_FIELD_ERROR: 'a column does not exist',
  ER_NO_SUCH_TABLE: 'a table does not exist',
  ER_NON_UNIQ_ERROR: 'a column name is ambiguous',
  ER_WRONG_FIELD_WITH_GROUP: 'a column must be in GROUP BY or in an aggregate',
  ER_PARSE_ERROR: 'a syntax error',
  ER_TABLEACCESS_DENIED_ERROR: 'the user of this kit may not do it',
  ER_COLUMNACCESS_DENIED_ERROR: 'the user of this kit may not read a column',
  ER_DUP_ENTRY: 'a row with this key exists',
  ER_NO_REFERENCED_ROW_2: 'a row that it refers to does not exist',
  ER_ROW_IS_REFERENCED_2: 'another row refers to it',
  ER_BAD_NULL_ERROR: 'a value is required',
  ER_LOCK_WAIT_TIMEOUT: 'another transaction holds the rows',
  ER_LOCK_DEADLOCK: 'two transactions waited for each other',
  ER_TRUNCATED_WRONG_VALUE: 'a text is not valid for its type',
};
const timeouts = new Set(['ER_STATEMENT_TIMEOUT', 'ER_QUERY_TIMEOUT', 'ER_QUERY_INTERRUPTED']);
const writes = new Set(['ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION', 'ER_OPTION_PREVENTS_STATEMENT']);

/** Numbers of time limits: MariaDB's, MySQL's, and of a statement that was ended. */
const timeoutNumbers = new Set([1969, 3024, 1317]);

/** An error of the server as its code, or number where the driver knows no name: its text may hold values of rows. */
export function refusalOf(error: unknown, timeoutMs: number): unknown {
  const { code, errno } = error as { code?: unknown; errno?: unknown };
  if (typeof errno !== 'number') return error;
  const name = typeof code === 'string' ? code : String(errno);
  if (timeouts.has(name) || timeoutNumbers.has(errno)) return tooLong(timeoutMs);
  if (writes.has(name))
    return new QueryRefusal('write_operation_not_permitted', 'The server refused a write in a read-only transaction.', {
      code: name,
    });
  const meaning = meanings[name] ?? 'see the code in the documentation of the server';
  return new QueryRefusal('execution_error', `The server refused the statement: ${meaning}.`, { code: name });
}

const tooLong = (timeoutMs: number) =>
  new QueryRefusal('execution_timeout', `The statement took longer than ${timeoutMs} ms and was ended.`, { timeoutMs });
const tooLarge = (maxBytes: number) =>
  new QueryRefusal('result_too_large', `The answer has more than ${maxBytes} bytes. Select fewer columns or rows.`, {
    maxBytes,
  });
