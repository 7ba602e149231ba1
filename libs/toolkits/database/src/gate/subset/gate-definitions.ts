import { splitAt } from '../../migration/create-text.js';
import type { GatedDefinition } from '../../migration/migration-dialect.js';
import type { TableName } from '../../migration/shape.js';
import { QueryRefusal } from '../../query-refusal.js';
import { requireText } from '../statement-text.js';
import type { Dialect } from './dialects.js';
import { TokenReader } from './token-reader.js';
import { type Token, tokensOf } from './tokens.js';

const maxLength = 50_000;
const maxStatements = 200;

/**
 * Checks CREATE TABLE and CREATE [UNIQUE] INDEX statements of MySQL, MariaDB and SQLite. Inside of their parentheses
 * every call is of a function on the allow-list or a type, and no word begins a query, a file or another server.
 */
export function gateSubsetDefinitions(dialect: Dialect, text: string): GatedDefinition {
  requireText(text, maxLength);
  const statements = splitAt(text, ';').map((it) => it.trim());
  if (statements.length > maxStatements)
    throw new QueryRefusal('query_too_complex', `More than ${maxStatements} statements.`, {
      statements: statements.length,
    });
  const tables: TableName[] = [];
  for (const it of statements) {
    const reader = new TokenReader(tokensOf(it, dialect.nameQuotes));
    const made = definition(reader, dialect);
    if (made !== null) tables.push({ schema: null, name: made });
  }
  return { statements, tables };
}

const refuse = (found: string, token: Token | undefined): never => {
  throw new QueryRefusal(
    'not_allowed',
    `A desired schema has CREATE TABLE and CREATE INDEX with their columns and constraints only; found ${found}.`,
    token === undefined ? {} : { position: token.position, found: token.text.slice(0, 40) },
  );
};

/** The name of the table that the statement creates; null for an index. */
function definition(reader: TokenReader, dialect: Dialect): string | null {
  if (!reader.takeIf('CREATE')) refuse('another statement', reader.next);
  const isUnique = reader.takeIf('UNIQUE');
  if (!isUnique && reader.takeIf('TABLE')) {
    const name = nameOf(reader);
    inParentheses(reader, dialect);
    options(reader);
    return name;
  }
  if (!reader.takeIf('INDEX')) refuse('another statement', reader.next);
  nameOf(reader);
  if (!reader.takeIf('ON')) refuse('no ON', reader.next);
  nameOf(reader);
  inParentheses(reader, dialect);
  if (reader.takeIf('WHERE')) while (reader.next !== undefined) inside(reader, dialect, undefined);
  if (reader.next !== undefined) refuse('more than an index', reader.next);
  return null;
}

function nameOf(reader: TokenReader): string {
  const token = reader.take();
  if (token.kind !== 'word' && token.kind !== 'name') refuse('no name', token);
  return token.kind === 'word' ? token.text : token.value;
}

function inParentheses(reader: TokenReader, dialect: Dialect): void {
  if (!reader.is('(')) refuse('no columns', reader.next);
  let before = reader.take();
  for (let depth = 1; depth > 0; ) {
    if (reader.is('(')) depth += 1;
    else if (reader.is(')')) depth -= 1;
    before = inside(reader, dialect, before);
  }
}

const forbidden = new Set(
  `SELECT WITH UNION VALUES INTO TRIGGER PROCEDURE EXECUTE DIRECTORY CONNECTION TABLESPACE ENGINE PARTITION LOAD_FILE
   ATTACH PRAGMA SYSTEM VERSIONING PERIOD SPATIAL FULLTEXT`.split(/\s+/),
);
/** Words before a parenthesis that are not functions. */
const structure = new Set(
  'KEY INDEX UNIQUE CHECK AS IN DEFAULT REFERENCES AND OR NOT USING ON FOREIGN PRIMARY BETWEEN WHEN THEN ELSE'.split(
    ' ',
  ),
);
const types = new Set(
  `INT INTEGER TINYINT SMALLINT MEDIUMINT BIGINT DECIMAL NUMERIC DEC FLOAT DOUBLE REAL BIT CHAR VARCHAR CHARACTER
   VARYING NCHAR NVARCHAR TEXT BLOB BINARY VARBINARY DATE DATETIME TIMESTAMP TIME YEAR ENUM SET CLOB PRECISION`.split(
    /\s+/,
  ),
);
/** After these a name may stand before a parenthesis. */
const beforeNames = new Set(['REFERENCES', 'KEY', 'INDEX', 'UNIQUE', 'CONSTRAINT']);

function inside(reader: TokenReader, dialect: Dialect, before: Token | undefined): Token {
  const token = reader.take();
  if (token.kind === 'parameter' || token.value === '.') refuse('a parameter or a name of two parts', token);
  if (token.kind === 'word' && forbidden.has(token.value)) refuse(token.value, token);
  const isCall = (token.kind === 'word' || token.kind === 'name') && reader.is('(');
  if (!isCall) return token;
  const isNamed = before?.kind === 'word' && beforeNames.has(before.value);
  const isKnown =
    token.kind === 'word' &&
    (structure.has(token.value) ||
      types.has(token.value) ||
      dialect.functions.has(token.value) ||
      dialect.operators.has(token.value));
  if (!isNamed && !isKnown && token.value !== 'UUID') refuse('a function that is not allowed', token);
  return token;
}

const textOptions = new Set(['CHARSET', 'COLLATE', 'COMMENT', 'AUTO_INCREMENT', 'ENGINE']);

/** Storage that holds nothing elsewhere: ENGINE=InnoDB, character sets, a comment; WITHOUT ROWID and STRICT of SQLite. */
function options(reader: TokenReader): void {
  while (reader.next !== undefined) {
    if (reader.takeIf(',') || reader.takeIf('STRICT') || reader.takeIf('DEFAULT')) continue;
    if (reader.takeIf('WITHOUT')) {
      if (!reader.takeIf('ROWID')) refuse('an option of the table', reader.next);
      continue;
    }
    const option = reader.take();
    const isKnown = option.value === 'CHARACTER' ? reader.takeIf('SET') : textOptions.has(option.value);
    if (!isKnown) refuse('an option of the table', option);
    reader.takeIf('=');
    const value = reader.take();
    if (option.value === 'ENGINE' && value.value !== 'INNODB') refuse('another engine than InnoDB', value);
    if (value.kind === 'sign' || value.kind === 'parameter') refuse('an option of the table', value);
  }
}
