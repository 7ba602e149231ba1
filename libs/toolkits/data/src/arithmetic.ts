import { Refusal } from '@assay/kit';
import { Decimal } from 'decimal.js';
import { type Call, functions } from './arithmetic-functions.js';
import { type Token, tokenise } from './arithmetic-tokens.js';
import { Exact, type Value } from './arithmetic-values.js';

const maxDepth = 100;

const constants: Readonly<Record<string, () => Decimal>> = {
  pi: () => Exact.acos(-1),
  e: () => Exact.exp(1),
};

type Binary = (one: Decimal, other: Decimal) => Decimal;
const sums: Readonly<Record<string, Binary>> = { '+': (a, b) => a.plus(b), '-': (a, b) => a.minus(b) };
const products: Readonly<Record<string, Binary>> = {
  '*': (a, b) => a.times(b),
  '/': (a, b) => a.div(nonZero(b)),
  '%': (a, b) => a.mod(nonZero(b)),
};

function nonZero(value: Decimal): Decimal {
  if (value.isZero()) throw new Refusal('The expression divides by zero.');
  return value;
}

/**
 * Evaluates arithmetic by recursive descent: sums of products of powers. A sign binds more weakly than `^`, so that
 * -2^2 is -4, and `^` binds to the right.
 */
export class Arithmetic {
  readonly #tokens: readonly Token[];
  readonly #variables: ReadonlyMap<string, Value>;
  #at = 0;
  #depth = 0;

  constructor(text: string, variables: ReadonlyMap<string, Value>) {
    this.#tokens = tokenise(text);
    this.#variables = variables;
  }

  value(): Value {
    const value = this.#sum();
    const rest = this.#tokens[this.#at];
    if (rest !== undefined) throw unexpected(rest);
    return value;
  }

  #sum = (): Value => this.#chain(sums, () => this.#product());
  #product = (): Value => this.#chain(products, () => this.#signed());

  #chain(operators: Readonly<Record<string, Binary>>, operand: () => Value): Value {
    let value = operand();
    for (;;) {
      const operator = this.#tokens[this.#at];
      const apply = operator?.kind === 'sign' ? operators[operator.text] : undefined;
      if (apply === undefined) return value;
      this.#at += 1;
      value = apply(single(value), single(operand()));
    }
  }

  #signed(): Value {
    return this.#nested(() => {
      if (this.#takes('-')) return single(this.#signed()).negated();
      if (this.#takes('+')) return single(this.#signed());
      const base = this.#primary();
      return this.#takes('^') ? power(single(base), single(this.#signed())) : base;
    });
  }

  #primary(): Value {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new Refusal('The expression ends where a number is expected.');
    this.#at += 1;
    if (token.kind === 'number') return new Exact(token.text);
    if (token.kind === 'name') return this.#takes('(') ? this.#call(token) : this.#named(token);
    if (token.text === '(') return this.#closed(this.#sum(), ')');
    if (token.text === '[') return this.#list();
    throw unexpected(token);
  }

  #named(token: Token): Value {
    const value =
      this.#variables.get(token.text) ?? (Object.hasOwn(constants, token.text) && constants[token.text]?.());
    if (value) return value;
    const known = [...this.#variables.keys()].slice(0, 20).join(', ');
    throw new Refusal(
      `"${token.text}" at character ${token.at} is not a variable. ${known ? `Known: ${known}.` : 'None is given.'}`,
    );
  }

  #call(token: Token): Value {
    const call: Call | undefined = Object.hasOwn(functions, token.text) ? functions[token.text] : undefined;
    if (call === undefined)
      throw new Refusal(`There is no function "${token.text}". Available: ${Object.keys(functions).join(', ')}.`);
    return call(this.#arguments(')'), token.text);
  }

  #list(): readonly Decimal[] {
    return this.#arguments(']').map(single);
  }

  #arguments(end: ')' | ']'): Value[] {
    const given: Value[] = [];
    if (this.#takes(end)) return given;
    do given.push(this.#sum());
    while (this.#takes(','));
    return this.#closed(given, end);
  }

  #closed<T>(value: T, end: string): T {
    if (!this.#takes(end)) throw new Refusal(`The expression lacks a "${end}".`);
    return value;
  }

  #takes(text: string): boolean {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'sign' || token.text !== text) return false;
    this.#at += 1;
    return true;
  }

  #nested<T>(inner: () => T): T {
    this.#depth += 1;
    if (this.#depth > maxDepth) throw new Refusal(`The expression nests deeper than ${maxDepth}.`);
    const value = inner();
    this.#depth -= 1;
    return value;
  }
}

const unexpected = ({ text, at }: Token): Refusal =>
  new Refusal(`Unexpected "${text}" at character ${at} of the expression.`);

export function single(value: Value): Decimal {
  if (value instanceof Decimal) return value;
  throw new Refusal('A list can only be the argument of a function such as sum, mean, min or max.');
}

function power(base: Decimal, exponent: Decimal): Decimal {
  if (exponent.abs().gt(100_000)) throw new Refusal('An exponent is larger than 100000.');
  return base.pow(exponent);
}
