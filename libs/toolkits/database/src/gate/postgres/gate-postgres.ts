import { QueryRefusal } from '../../query-refusal.js';
import { type GatedQuery, type QueryBounds, queryBounds } from '../bounds.js';
import { requireBounds } from '../require-bounds.js';
import { requireText } from '../statement-text.js';
import { Checks } from './checks.js';
import { Facts } from './facts.js';
import { walk } from './walk.js';

export interface RawStatement {
  readonly stmt?: Readonly<Record<string, unknown>>;
  /** In bytes; absent at the end of the text. */
  readonly stmt_len?: number;
  readonly stmt_location?: number;
}
export type Parse = (sql: string) => { readonly stmts?: readonly RawStatement[] };

/** PostgreSQL's own parser, as WebAssembly; loaded at the first statement. */
export async function loadPostgresParser(): Promise<Parse> {
  const parser = await import('libpg-query');
  await parser.loadModule();
  return (sql) => parser.parseSync(sql) as ReturnType<Parse>;
}

export function parsed(parse: Parse, sql: string): readonly RawStatement[] {
  try {
    return parse(sql).stmts ?? [];
  } catch (error) {
    const { sqlDetails: details } = error as { sqlDetails?: { message?: string; cursorPosition?: number } };
    if (details === undefined) throw new QueryRefusal('parse_error', 'The statement is too deep to be parsed.');
    const { message = 'syntax error', cursorPosition } = details;
    throw new QueryRefusal('parse_error', `${message}.`, { position: (cursorPosition ?? 0) + 1 });
  }
}

/** Trees as deep as the text is long have no use. */
function readTree(read: () => void): void {
  try {
    read();
  } catch (error) {
    if (error instanceof RangeError) throw new QueryRefusal('query_too_complex', 'The statement nests too deeply.');
    throw error;
  }
}

const systemSchema = /^(?:pg_.*|information_schema)$/;

/**
 * Checks a statement of PostgreSQL: one SELECT whose nodes, functions, operators and types are on the allow-lists,
 * within the bounds. It adds LIMIT where there is none. Nothing is sent to the server here.
 */
export function gatePostgres(parse: Parse, text: string, bounds: QueryBounds = queryBounds): GatedQuery {
  requireText(text, bounds.maxLength);
  const statements = parsed(parse, text);
  const [only, more] = statements;
  if (only?.stmt === undefined) throw new QueryRefusal('parse_error', 'The text has no statement.');
  if (more !== undefined)
    throw new QueryRefusal('not_allowed', 'One statement at a time.', { statements: statements.length });
  const [kind = '?'] = Object.keys(only.stmt);
  const facts = new Facts();
  const checks = new Checks();
  readTree(() =>
    walk(kind, only.stmt?.[kind] as Readonly<Record<string, unknown>>, (node) => {
      facts.visit(node);
      checks.visit(node);
    }),
  );
  if (kind !== 'SelectStmt') throw new QueryRefusal('not_allowed', 'Only SELECT is run.', { found: kind });
  const gated = facts.result(limited(parse, text, only, bounds));
  requireBounds(gated, bounds);
  const system = gated.tables.find(({ schema, name }) => systemSchema.test(schema ?? name));
  if (system !== undefined)
    throw new QueryRefusal('not_allowed', 'System catalogs are not read: use describe.', {
      table: [system.schema, system.name].filter((it) => it !== null).join('.'),
    });
  return gated;
}

/** The statement alone, with a LIMIT of one row more than is returned, so that a truncated answer is noticed. */
function limited(parse: Parse, text: string, only: RawStatement, bounds: QueryBounds): string {
  const bytes = Buffer.from(text, 'utf8');
  const start = only.stmt_location ?? 0;
  const end = only.stmt_len === undefined ? bytes.length : start + only.stmt_len;
  const alone = bytes.subarray(start, end).toString('utf8').trim();
  const select = only.stmt?.SelectStmt as Readonly<Record<string, unknown>> | undefined;
  if (select === undefined || select.limitCount !== undefined) return alone;
  const withLimit = `${alone}\nLIMIT ${bounds.maxRows + 1}`;
  // What was added is parsed as well: it must have become the limit of the one statement.
  const [first, second] = parsed(parse, withLimit);
  const added = (first?.stmt?.SelectStmt as Readonly<Record<string, unknown>> | undefined)?.limitCount;
  if (added === undefined || second !== undefined)
    throw new QueryRefusal('not_allowed', 'Add a LIMIT: it could not be added to this statement.');
  return withLimit;
}
