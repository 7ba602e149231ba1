import { Refusal } from './refusal.js';

/** The fields of a document. */
export type Fields = Readonly<Record<string, unknown>>;

export type Condition = (fields: Fields) => boolean;

/** Whether an attribute may be filtered by a kind of operator. */
export type Filterable = (attribute: string, kind: 'equality' | 'comparison') => boolean;

const tokenPattern =
  /\s+|(?<quoted>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<word>[\p{L}\p{N}_.-]+)|(?<sign>>=|<=|!=|[=<>()[\],])/gsu;

interface Token {
  readonly kind: 'quoted' | 'word' | 'sign';
  readonly text: string;
}

const refused = (message: string) => new Refusal(400, 'invalid_search_filter', message);

function tokensOf(expression: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of expression.matchAll(tokenPattern)) {
    if (match.index !== end) break;
    end += match[0].length;
    const { quoted, word, sign } = match.groups ?? {};
    if (quoted !== undefined) tokens.push({ kind: 'quoted', text: quoted.slice(1, -1).replaceAll(/\\(.)/gs, '$1') });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
  }
  if (end !== expression.length) throw refused(`Was expecting a value but instead got \`${expression.slice(end)}\`.`);
  return tokens;
}

/**
 * Filter expressions as Meilisearch documents them: `=`, `!=`, `>=`, `>`, `<=`, `<`, `IN [...]`, `NOT`, `AND`, `OR`
 * and parentheses, AND before OR. An array is a conjunction, an array in it a disjunction.
 */
export function parseFilter(filter: unknown, filterable: Filterable): Condition {
  if (typeof filter === 'string') return new FilterParser(tokensOf(filter), filterable).whole();
  if (!Array.isArray(filter)) throw refused('The filter is neither text nor an array.');
  const all = filter.map((part: unknown): Condition => {
    if (!Array.isArray(part)) return parseFilter(part, filterable);
    const any = part.map((one) => parseFilter(one, filterable));
    return (fields) => any.some((condition) => condition(fields));
  });
  return (fields) => all.every((condition) => condition(fields));
}

class FilterParser {
  #at = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly filterable: Filterable,
  ) {}

  whole(): Condition {
    if (this.tokens.length === 0) return () => true;
    const condition = this.#or();
    if (this.#at < this.tokens.length)
      throw refused(`Found unexpected characters: \`${this.tokens[this.#at]?.text}\`.`);
    return condition;
  }

  #or(): Condition {
    const parts = [this.#and()];
    while (this.#skip('word', 'OR')) parts.push(this.#and());
    return (fields) => parts.some((part) => part(fields));
  }

  #and(): Condition {
    const parts = [this.#not()];
    while (this.#skip('word', 'AND')) parts.push(this.#not());
    return (fields) => parts.every((part) => part(fields));
  }

  #not(): Condition {
    if (this.#skip('word', 'NOT')) {
      const condition = this.#not();
      return (fields) => !condition(fields);
    }
    if (!this.#skip('sign', '(')) return this.#condition();
    const condition = this.#or();
    if (!this.#skip('sign', ')')) throw refused('Expression is missing the closing delimiter `)`.');
    return condition;
  }

  #condition(): Condition {
    const attribute = this.#value();
    const operator = this.tokens[this.#at]?.text ?? '';
    this.#at += 1;
    const kind = ['>', '>=', '<', '<='].includes(operator) ? 'comparison' : 'equality';
    if (!this.filterable(attribute, kind)) {
      throw refused(`Attribute \`${attribute}\` is not filterable with \`${operator}\`.`);
    }
    if (operator === 'IN') {
      const values = this.#list().map(normal);
      return (fields) => valuesOf(fields[attribute]).some((value) => values.includes(normal(value)));
    }
    const value = this.#value();
    if (operator === '=') return (fields) => valuesOf(fields[attribute]).some((one) => normal(one) === normal(value));
    if (operator === '!=') return (fields) => !valuesOf(fields[attribute]).some((one) => normal(one) === normal(value));
    const limit = Number(value);
    if (kind !== 'comparison' || Number.isNaN(limit)) throw refused(`\`${operator} ${value}\` is no comparison.`);
    return (fields) => valuesOf(fields[attribute]).some((one) => compares(operator, one, limit));
  }

  #list(): string[] {
    if (!this.#skip('sign', '[')) throw refused('Expected `[` after `IN`.');
    const values: string[] = [];
    while (!this.#skip('sign', ']')) {
      values.push(this.#value());
      if (!this.#skip('sign', ',') && this.tokens[this.#at]?.text !== ']')
        throw refused('Expected only comma-separated values.');
    }
    return values;
  }

  #value(): string {
    const token = this.tokens[this.#at];
    this.#at += 1;
    if (token === undefined || token.kind === 'sign')
      throw refused(`Was expecting a value but instead got \`${token?.text}\`.`);
    if (token.kind === 'word' && ['AND', 'OR', 'NOT', 'IN', 'TO', 'EXISTS'].includes(token.text)) {
      throw refused(`\`${token.text}\` is a reserved keyword.`);
    }
    return token.text;
  }

  #skip(kind: Token['kind'], text: string): boolean {
    const token = this.tokens[this.#at];
    if (token?.kind !== kind || token.text !== text) return false;
    this.#at += 1;
    return true;
  }
}

export const valuesOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value ?? []].flat());

/** Text is compared without regard to case, to spaces around it, and to how its characters are composed. */
export const normal = (value: unknown): string => String(value).trim().normalize('NFKD').toLowerCase();

function compares(operator: string, value: unknown, limit: number): boolean {
  if (typeof value !== 'number') return false;
  if (operator === '>=') return value >= limit;
  if (operator === '>') return value > limit;
  return operator === '<=' ? value <= limit : value < limit;
}
