import type { GatedDefinition } from '../../migration/migration-dialect.js';
import type { TableName } from '../../migration/shape.js';
import { QueryRefusal } from '../../query-refusal.js';
import { requireText } from '../statement-text.js';
import { allowedFunctions, allowedOperators } from './allowed-functions.js';
import { builtIn, isOperator } from './checks.js';
import { definitionShapes } from './definition-shapes.js';
import { type Parse, parsed, type RawStatement } from './gate-postgres.js';
import { type Visited, walk } from './walk.js';

const maxLength = 50_000;
const maxStatements = 200;

type Fields = Readonly<Record<string, unknown>>;

/** Functions of defaults and checks beside those of queries. They run in the scratch database alone. */
const definingFunctions = new Set(['nextval', 'gen_random_uuid', 'uuidv4', 'uuidv7', 'clock_timestamp', 'random']);

/** Checks statements that define tables: of kinds, clauses, functions and operators that are on the allow-lists. */
export function gateDefinitions(parse: Parse, text: string): GatedDefinition {
  requireText(text, maxLength);
  if (text.trim() === '') return { statements: [], tables: [] };
  const found = parsed(parse, text);
  if (found.length > maxStatements)
    throw new QueryRefusal('query_too_complex', `More than ${maxStatements} statements.`, { statements: found.length });
  const tables: TableName[] = [];
  for (const { stmt = {} } of found) {
    const [kind = '?'] = Object.keys(stmt);
    if (!statementKinds.has(kind))
      throw new QueryRefusal(
        'not_allowed',
        'A desired schema has CREATE TABLE, CREATE INDEX, CREATE TYPE … AS ENUM, COMMENT and ALTER TABLE … ADD CONSTRAINT only.',
        { found: kind },
      );
    const fields = stmt[kind] as Fields;
    walk(kind, fields, check, 0, definitionShapes);
    if (kind === 'CreateStmt') tables.push(nameOf(fields.relation as Fields));
  }
  return { statements: found.map((it) => alone(text, it)), tables };
}

const statementKinds = new Set(['CreateStmt', 'IndexStmt', 'CreateEnumStmt', 'CommentStmt', 'AlterTableStmt']);
const commented = new Set(['OBJECT_TABLE', 'OBJECT_COLUMN']);

const nameOf = ({ schemaname = 'public', relname }: Fields): TableName => ({
  schema: String(schemaname),
  name: String(relname),
});

const refuse = (what: string, found: string): never => {
  throw new QueryRefusal('not_allowed', `${what} is not allowed in a desired schema.`, { found });
};

function check({ kind, fields }: Visited): void {
  if (kind === 'FuncCall') {
    const name = builtIn(fields.funcname);
    if (name === null || !(allowedFunctions.has(name) || definingFunctions.has(name)))
      refuse('The function', name ?? 'a function of another schema');
  } else if (kind === 'A_Expr') {
    const name = builtIn(fields.name);
    if (name === null || !(isOperator(name) || allowedOperators.has(name))) refuse('The operator', name ?? '?');
  } else if (kind === 'RangeVar') {
    if (fields.relpersistence !== 'p') refuse('A temporary or unlogged table', String(fields.relname));
    if (/^(?:pg_|information_schema$)/.test(String(fields.schemaname ?? '')))
      refuse('A system schema', String(fields.schemaname));
  } else if (kind === 'AlterTableCmd' && fields.subtype !== 'AT_AddConstraint')
    refuse('ALTER TABLE beside ADD CONSTRAINT', String(fields.subtype));
  else if (kind === 'CommentStmt' && !commented.has(String(fields.objtype)))
    refuse('A comment on this', String(fields.objtype));
}

function alone(text: string, { stmt_location: start = 0, stmt_len: length }: RawStatement): string {
  const bytes = Buffer.from(text, 'utf8');
  return bytes
    .subarray(start, length === undefined ? bytes.length : start + length)
    .toString('utf8')
    .trim();
}
