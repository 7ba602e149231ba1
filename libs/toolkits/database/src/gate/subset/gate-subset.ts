import { QueryRefusal } from '../../query-refusal.js';
import { type GatedQuery, type QueryBounds, queryBounds, type ReadTable } from '../bounds.js';
import { requireBounds } from '../require-bounds.js';
import { requireText } from '../statement-text.js';
import type { Dialect } from './dialects.js';
import { Expressions, reserved } from './expressions.js';
import { SubsetFacts } from './subset-facts.js';
import { TokenReader } from './token-reader.js';
import { type Token, tokensOf } from './tokens.js';

/**
 * Checks a statement of MySQL, MariaDB or SQLite against a common part of their SELECT, and collects what it reads. What
 * is run are the statement's own tokens with single spaces between them.
 */
export function gateSubset(dialect: Dialect, text: string, bounds: QueryBounds = queryBounds): GatedQuery {
  requireText(text, bounds.maxLength);
  const tokens = tokensOf(text, dialect.nameQuotes);
  const recognizer = new Recognizer(new TokenReader(tokens), dialect);
  const hasLimit = recognizer.statement();
  const { facts } = recognizer;
  requireBounds(facts, bounds);
  const isTable = ({ schema, name }: ReadTable) => schema !== null || !facts.subqueries.has(name.toLowerCase());
  const tables = facts.tables.filter(isTable);
  const system = tables.find(
    ({ schema, name }) => dialect.systemName.test(schema ?? '') || dialect.systemName.test(name),
  );
  if (system !== undefined)
    throw new QueryRefusal('not_allowed', 'System tables are not read: use describe.', { table: system.name });
  const alone = written(tokens);
  return {
    sql: hasLimit ? alone : `${alone} LIMIT ${bounds.maxRows + 1}`,
    tables,
    unconditioned: facts.unconditioned.filter(isTable),
    columns: [...facts.columns],
    aliases: new Set([...facts.aliases, ...facts.subqueries, ...facts.tables.map((it) => it.name)]),
    joins: facts.joins,
    depth: facts.depth,
    parameters: facts.parameters,
  };
}

/** The tokens, with one space where the statement has any: MySQL calls no function whose name is apart from its parenthesis. */
function written(tokens: readonly Token[]): string {
  return tokens
    .map(({ text, position }, at) => {
      const before = tokens[at - 1];
      return before === undefined || before.position + before.text.length === position ? text : ` ${text}`;
    })
    .join('');
}

class Recognizer {
  readonly facts = new SubsetFacts();
  readonly #expressions: Expressions;
  #depth = -1;

  constructor(
    private readonly reader: TokenReader,
    private readonly dialect: Dialect,
  ) {
    this.#expressions = new Expressions(reader, dialect, this.facts, () => {
      this.#query();
    });
  }

  /** The whole statement; whether it has a LIMIT of its own. */
  statement(): boolean {
    if (this.reader.next === undefined) throw new QueryRefusal('parse_error', 'The text has no statement.');
    const hasLimit = this.#query();
    if (this.reader.next !== undefined) this.reader.fail('The statement should end here');
    return hasLimit;
  }

  #query(): boolean {
    const { reader } = this;
    this.#depth += 1;
    this.facts.depth = Math.max(this.facts.depth, this.#depth);
    if (reader.takeIf('WITH')) this.#subqueries();
    this.#select();
    while (['UNION', 'INTERSECT', 'EXCEPT'].some((it) => reader.takeIf(it))) {
      if (!reader.takeIf('ALL')) reader.takeIf('DISTINCT');
      this.#select();
    }
    if (reader.is('ORDER')) this.#expressions.order();
    const hasLimit = reader.takeIf('LIMIT');
    if (hasLimit) {
      this.#count();
      if (reader.takeIf(',') || reader.takeIf('OFFSET')) this.#count();
    }
    this.#depth -= 1;
    return hasLimit;
  }

  #count(): void {
    const { kind } = this.reader.take();
    if (kind === 'parameter') this.facts.parameters += 1;
    else if (kind !== 'number') this.reader.fail('LIMIT takes a number or a parameter');
  }

  #subqueries(): void {
    const { reader } = this;
    if (reader.is('RECURSIVE'))
      throw new QueryRefusal('not_allowed', 'WITH RECURSIVE is not in the allow-list of queries.');
    do {
      const name = this.#expressions.name();
      if (reader.takeIf('(')) this.#names();
      reader.expect('AS');
      reader.expect('(');
      this.#query();
      reader.expect(')');
      // Known from here on: SQLite would read a use in its own body as a recursion.
      this.facts.subqueries.add(name.toLowerCase());
    } while (reader.takeIf(','));
  }

  #names(): void {
    do this.facts.aliases.add(this.#expressions.name());
    while (this.reader.takeIf(','));
    this.reader.expect(')');
  }

  #select(): void {
    const { reader, facts } = this;
    reader.expect('SELECT');
    facts.selects += 1;
    if (!reader.takeIf('DISTINCT')) reader.takeIf('ALL');
    do this.#item();
    while (reader.takeIf(','));
    const read: ReadTable[] = reader.takeIf('FROM') ? this.#from() : [];
    const before = facts.mentions;
    if (reader.takeIf('WHERE')) this.#expressions.one();
    if (facts.mentions === before) facts.unconditioned.push(...read);
    if (reader.takeIf('GROUP')) {
      reader.expect('BY');
      this.#expressions.list();
      if (reader.takeIf('WITH')) reader.expect('ROLLUP');
    }
    if (reader.takeIf('HAVING')) this.#expressions.one();
  }

  #item(): void {
    const { reader } = this;
    if (reader.takeIf('*')) return;
    if (reader.is('.', 1) && reader.is('*', 2)) {
      this.#expressions.name();
      reader.take();
      reader.take();
      return;
    }
    this.#expressions.one();
    this.#alias();
  }

  #alias(): void {
    const { next } = this.reader;
    const plain = next?.kind === 'name' || (next?.kind === 'word' && !reserved.has(next.value));
    if (this.reader.takeIf('AS') || plain) this.facts.aliases.add(this.#expressions.name());
  }

  #from(): ReadTable[] {
    const { reader, facts } = this;
    const read = this.#table();
    for (;;) {
      if (reader.takeIf(',')) {
        facts.joins += 1;
        read.push(...this.#table());
      } else if (this.#join()) {
        facts.joins += 1;
        read.push(...this.#table());
        if (reader.takeIf('ON')) this.#expressions.one();
        else if (reader.takeIf('USING')) {
          reader.expect('(');
          do facts.columns.add(this.#expressions.name());
          while (reader.takeIf(','));
          reader.expect(')');
        }
      } else return read;
    }
  }

  #join(): boolean {
    const { reader } = this;
    const sided = ['LEFT', 'RIGHT', 'FULL'].some((it) => reader.takeIf(it));
    if (sided) reader.takeIf('OUTER');
    const plain = !sided && (reader.takeIf('INNER') || reader.takeIf('CROSS'));
    if (sided || plain) reader.expect('JOIN');
    return sided || plain || reader.takeIf('JOIN');
  }

  #table(): ReadTable[] {
    const { reader, facts } = this;
    if (reader.takeIf('(')) {
      this.#query();
      reader.expect(')');
      this.#alias();
      return [];
    }
    if (reader.is('(', 1)) return this.#tableFunction();
    const first = this.#expressions.name();
    const table = reader.takeIf('.')
      ? { schema: first, name: this.#expressions.name() }
      : { schema: null, name: first };
    facts.tables.push(table);
    this.#alias();
    return [table];
  }

  #tableFunction(): ReadTable[] {
    const { reader } = this;
    const name = reader.next?.value ?? '';
    if (!this.dialect.tableFunctions.has(name))
      throw new QueryRefusal('not_allowed', `The table function "${name.toLowerCase()}" is not in the allow-list.`, {
        function: name.toLowerCase(),
      });
    reader.take();
    reader.expect('(');
    this.#expressions.list();
    reader.expect(')');
    for (const column of ['key', 'value', 'type', 'atom', 'fullkey', 'path']) this.facts.aliases.add(column);
    this.#alias();
    return [];
  }
}
