import { constants, DatabaseSync } from 'node:sqlite';
import { shownValue } from '../values.js';
import { inMemory, type SqliteAnswer, type SqliteOpening, type SqliteRequest } from './requests.js';

/**
 * A process of its own for one SQLite file. SQLite runs inside the thread that calls it and cannot be interrupted from
 * JavaScript, so a statement that takes too long is ended by ending this process.
 */
const opening = JSON.parse(process.argv[2] ?? '{}') as SqliteOpening;

const heapLimit = 256 * 1024 * 1024;

const database = new DatabaseSync(opening.file, {
  readOnly: !opening.writes,
  // A plan of a migration is tried as it is run: without them, and with a check at its end.
  enableForeignKeyConstraints: opening.file !== inMemory,
  enableDoubleQuotedStringLiterals: false,
  allowExtension: false,
  timeout: 2_000,
});
database.enableDefensive(true);
// Views and triggers of the file may not call functions with effects.
database.exec(`PRAGMA trusted_schema = OFF; PRAGMA hard_heap_limit = ${heapLimit}; PRAGMA temp_store = MEMORY;`);
if (!opening.writes) database.exec('PRAGMA query_only = ON;');

/** A scratch database reaches no file: ATTACH is refused, which VACUUM INTO uses as well. */
const whileUnasked =
  opening.file === inMemory
    ? (action: number) => (action === constants.SQLITE_ATTACH ? constants.SQLITE_DENY : constants.SQLITE_OK)
    : null;
database.setAuthorizer(whileUnasked);

type Parameters = (string | number | bigint | null | Uint8Array)[];

let denied: string | null = null;

/** What a statement of an agent may do: read tables that are not SQLite's own, and call the functions of the list. */
function authorize(functions: ReadonlySet<string>) {
  return (action: number, first: string | null, second: string | null): number => {
    const isAllowed =
      action === constants.SQLITE_SELECT ||
      (action === constants.SQLITE_READ && !String(first).startsWith('sqlite_')) ||
      (action === constants.SQLITE_FUNCTION && functions.has(String(second).toLowerCase()));
    if (isAllowed) return constants.SQLITE_OK;
    denied =
      action === constants.SQLITE_FUNCTION
        ? `function ${second}`
        : `action ${action}${first === null ? '' : ` on ${first}`}`;
    return constants.SQLITE_DENY;
  };
}

function query(request: Extract<SqliteRequest, { does: 'query' }>): SqliteAnswer {
  const { sql, parameters, maxRows, maxCellLength, maxBytes, functions } = request;
  database.setAuthorizer(authorize(new Set(functions)));
  try {
    const statement = database.prepare(sql);
    statement.setReadBigInts(true);
    statement.setReturnArrays(true);
    const columns = statement.columns().map((it) => it.name);
    const rows: unknown[][] = [];
    let truncated = false;
    let bytes = 0;
    for (const row of statement.iterate(...(parameters as Parameters)) as Iterable<unknown>) {
      const shown = (row as unknown[]).map((it) => shownValue(it, maxCellLength));
      bytes += JSON.stringify(shown).length;
      if (rows.length === maxRows || bytes > maxBytes) {
        truncated = true;
        break;
      }
      truncated ||= shown.some((it) => it.cut);
      rows.push(shown.map((it) => it.value));
    }
    return { columns, rows, truncated };
  } finally {
    database.setAuthorizer(whileUnasked);
  }
}

function answer(request: SqliteRequest): SqliteAnswer {
  denied = null;
  try {
    if (request.does === 'query') return query(request);
    const statement = database.prepare(request.sql);
    statement.setReadBigInts(true);
    if (request.does === 'all')
      return { all: statement.all(...(request.parameters as Parameters)) as Record<string, unknown>[] };
    return { changed: Number(statement.run(...(request.parameters as Parameters)).changes) };
  } catch (error) {
    return { failed: { code: codeOf(error), denied } };
  }
}

/** SQLite's own number and name of an error; its text may hold values and is left out. */
function codeOf(error: unknown): string {
  const { errcode, errstr } = error as { errcode?: number; errstr?: string };
  return errcode === undefined ? 'invalid parameter' : `${errcode} ${errstr ?? ''}`.trim();
}

process.on('message', (request: SqliteRequest) => process.send?.(answer(request)));
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });
