import { QueryRefusal } from '../../query-refusal.js';
import type { Dialect } from './dialects.js';
import type { SubsetFacts } from './subset-facts.js';
import type { TokenReader } from './token-reader.js';

/** Words that end an expression or begin another clause: never names of columns. */
export const reserved = new Set(
  `SELECT FROM WHERE GROUP HAVING ORDER LIMIT OFFSET UNION INTERSECT EXCEPT JOIN INNER LEFT RIGHT FULL CROSS NATURAL OUTER
   ON USING AS AND OR NOT IN IS LIKE BETWEEN CASE WHEN THEN ELSE END DISTINCT ALL BY ASC DESC WITH NULLS OVER PARTITION
   ROWS RANGE WINDOW FOR INTO PROCEDURE VALUES TABLE SET USE FORCE IGNORE STRAIGHT_JOIN LATERAL RECURSIVE SEPARATOR
   FETCH RETURNING EXISTS CAST INTERVAL COLLATE ESCAPE INDEXED`.split(/\s+/),
);

const signs = new Set([
  '+',
  '-',
  '*',
  '/',
  '%',
  '=',
  '==',
  '<',
  '>',
  '<=',
  '>=',
  '<>',
  '!=',
  '<=>',
  '||',
  '->',
  '->>',
  '<<',
  '>>',
  '|',
  '&',
]);
const constants = new Set([
  'NULL',
  'TRUE',
  'FALSE',
  'CURRENT_DATE',
  'CURRENT_TIME',
  'CURRENT_TIMESTAMP',
  'LOCALTIME',
  'LOCALTIMESTAMP',
]);
const maxConcatenations = 20;
const growing = new Set(['CONCAT', 'CONCAT_WS', '||']);
const maxNesting = 40;

/** Recognizes expressions. Precedence does not matter here: the text is run as it was written. */
export class Expressions {
  #nesting = 0;

  constructor(
    private readonly reader: TokenReader,
    private readonly dialect: Dialect,
    private readonly facts: SubsetFacts,
    private readonly query: () => void,
  ) {}

  list(): void {
    do this.one();
    while (this.reader.takeIf(','));
  }

  one(): void {
    this.#nesting += 1;
    if (this.#nesting > maxNesting)
      throw new QueryRefusal('query_too_complex', `Expressions nest deeper than ${maxNesting} levels.`, { maxNesting });
    this.#operand();
    while (this.#operator()) this.#operand();
    this.#nesting -= 1;
  }

  /** An operator between two values. `IS NULL` and `NOT IN` are operators and values of their own. */
  #operator(): boolean {
    const { next } = this.reader;
    if (next === undefined) return false;
    if (next.kind === 'sign' && signs.has(next.value)) {
      this.#grow(next.value);
      this.reader.take();
      return true;
    }
    if (next.kind !== 'word' || !this.dialect.operators.has(next.value)) return false;
    this.reader.take();
    if (next.value === 'ISNULL' || next.value === 'NOTNULL') return this.#operator();
    if (next.value === 'COLLATE') {
      this.#collation();
      return this.#operator();
    }
    while (
      this.reader.is('NOT') ||
      this.reader.is('LIKE') ||
      this.reader.is('IN') ||
      this.reader.is('BETWEEN') ||
      this.reader.is('REGEXP') ||
      this.reader.is('RLIKE') ||
      this.reader.is('GLOB')
    )
      this.reader.take();
    return true;
  }

  #collation(): void {
    const token = this.reader.take();
    if (!['NOCASE', 'BINARY', 'RTRIM'].includes(token.value))
      this.reader.fail('COLLATE NOCASE, BINARY or RTRIM was expected');
  }

  #operand(): void {
    const { reader } = this;
    while (['NOT', '-', '+', '~', 'BINARY'].some((it) => reader.is(it))) reader.take();
    const { next } = reader;
    if (next === undefined) throw new QueryRefusal('parse_error', 'The statement ends too early.');
    if (next.kind === 'string' || next.kind === 'number') reader.take();
    else if (next.kind === 'parameter') {
      this.facts.parameters += 1;
      reader.take();
    } else if (reader.takeIf('(')) this.#parenthesized();
    else if (next.kind === 'name') this.#reference();
    else if (next.kind === 'word') this.#word(next.value);
    else reader.fail('A value was expected');
  }

  #parenthesized(): void {
    if (this.reader.is('SELECT') || this.reader.is('WITH')) this.query();
    else this.list();
    this.reader.expect(')');
  }

  #word(word: string): void {
    const { reader } = this;
    if (word === 'CASE') this.#case();
    else if (word === 'CAST') this.#cast();
    else if (word === 'EXISTS') {
      reader.take();
      reader.expect('(');
      this.query();
      reader.expect(')');
    } else if (word === 'INTERVAL' && this.dialect.units.size > 0) {
      reader.take();
      this.one();
      this.#unit();
    } else if (reader.is('(', 1)) this.#call(word);
    else if (constants.has(word)) reader.take();
    else if (reserved.has(word)) reader.fail('A value was expected');
    else this.#reference();
  }

  #unit(): void {
    if (!this.dialect.units.has(this.reader.take().value)) this.reader.fail('A unit of time was expected');
  }

  /** `a`, `a.b` or `a.b.c`. */
  #reference(): void {
    let name = this.name();
    while (this.reader.takeIf('.')) name = this.name();
    this.facts.columns.add(name);
    this.facts.mentions += 1;
  }

  /** A name, quoted or not; as the database compares it. */
  name(): string {
    const token = this.reader.next;
    if (token === undefined || !(token.kind === 'name' || (token.kind === 'word' && !reserved.has(token.value))))
      this.reader.fail('A name was expected');
    this.reader.take();
    return token.kind === 'name' ? token.value : token.text;
  }

  #case(): void {
    const { reader } = this;
    reader.take();
    if (!reader.is('WHEN')) this.one();
    while (reader.takeIf('WHEN')) {
      this.one();
      reader.expect('THEN');
      this.one();
    }
    if (reader.takeIf('ELSE')) this.one();
    reader.expect('END');
  }

  #cast(): void {
    const { reader } = this;
    reader.take();
    reader.expect('(');
    this.one();
    reader.expect('AS');
    if (!this.dialect.types.has(reader.take().value)) reader.fail('A type of CAST that is allowed was expected');
    if (reader.takeIf('(')) {
      do if (reader.take().kind !== 'number') reader.fail('A number was expected');
      while (reader.takeIf(','));
      reader.expect(')');
    }
    if (reader.is('INTEGER')) reader.take();
    reader.expect(')');
  }

  #call(name: string): void {
    const { reader } = this;
    if (!this.dialect.functions.has(name))
      throw new QueryRefusal(
        'not_allowed',
        `The function "${name.toLowerCase()}" is not in the allow-list of queries.`,
        {
          function: name.toLowerCase(),
          position: reader.next?.position,
        },
      );
    this.#grow(name);
    reader.take();
    reader.expect('(');
    this.facts.aliases.add(name.toLowerCase());
    if (name === 'EXTRACT') {
      this.#unit();
      reader.expect('FROM');
      this.one();
    } else if ((name === 'TIMESTAMPDIFF' || name === 'TIMESTAMPADD') && this.dialect.units.size > 0) {
      this.#unit();
      reader.expect(',');
      this.list();
    } else this.#arguments();
    reader.expect(')');
    if (reader.takeIf('FILTER')) {
      reader.expect('(');
      reader.expect('WHERE');
      this.one();
      reader.expect(')');
    }
    if (reader.takeIf('OVER')) this.#window();
  }

  #arguments(): void {
    const { reader } = this;
    if (reader.is(')') || reader.takeIf('*')) return;
    reader.takeIf('DISTINCT');
    this.list();
    if (reader.is('ORDER')) this.order();
    if (reader.takeIf('SEPARATOR') && reader.take().kind !== 'string') reader.fail('A text was expected');
  }

  #window(): void {
    const { reader } = this;
    reader.expect('(');
    if (reader.takeIf('PARTITION')) {
      reader.expect('BY');
      this.list();
    }
    if (reader.is('ORDER')) this.order();
    if (reader.takeIf('ROWS') || reader.takeIf('RANGE')) {
      const between = reader.takeIf('BETWEEN');
      this.#frame();
      if (between) {
        reader.expect('AND');
        this.#frame();
      }
    }
    reader.expect(')');
  }

  #frame(): void {
    const { reader } = this;
    if (reader.takeIf('CURRENT')) {
      reader.expect('ROW');
      return;
    }
    if (!reader.takeIf('UNBOUNDED') && reader.take().kind !== 'number') reader.fail('A number was expected');
    if (!reader.takeIf('PRECEDING')) reader.expect('FOLLOWING');
  }

  order(): void {
    const { reader } = this;
    reader.expect('ORDER');
    reader.expect('BY');
    do {
      this.one();
      if (!reader.takeIf('ASC')) reader.takeIf('DESC');
      if (reader.takeIf('NULLS') && !reader.takeIf('FIRST')) reader.expect('LAST');
    } while (reader.takeIf(','));
  }

  #grow(name: string): void {
    if (!growing.has(name)) return;
    this.facts.concatenations += 1;
    if (this.facts.concatenations > maxConcatenations)
      throw new QueryRefusal('query_too_complex', `The statement has more than ${maxConcatenations} concatenations.`, {
        maxConcatenations,
      });
  }
}
