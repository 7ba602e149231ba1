import { isNode, memberOf, type Node } from './expression.js';

/** A type of an argument, as a policy takes it to be. */
export type ArgumentType =
  | 'String'
  | 'Long'
  | 'Bool'
  | 'decimal'
  | 'datetime'
  | { readonly set: ArgumentType }
  | RecordType;
export interface RecordType {
  readonly record: Map<string, ArgumentType>;
}

const numeric: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', '+', '-', '*']);
const logical: ReadonlySet<string> = new Set(['&&', '||']);
const ofDecimals: ReadonlySet<string> = new Set(['lessThan', 'lessThanOrEqual', 'greaterThan', 'greaterThanOrEqual']);

/**
 * The types of the members of `context.arguments` (or of `context.decimals`) that expressions use, from what is done with
 * them: compared with a number it is a Long, matched by `like` a String, and so on. The first use settles a type, and
 * the validator tells of uses that do not agree with it.
 */
export class ArgumentTypes {
  readonly root: RecordType = { record: new Map() };
  readonly #member: string;
  /** Members that were only asked for so far: text, until a use says otherwise. */
  readonly #unsettled = new Map<RecordType, Set<string>>();

  constructor(member: 'arguments' | 'decimals') {
    this.#member = member;
  }

  /** @param expected what the place it stands at asks for. */
  see(expression: Node, expected?: ArgumentType): void {
    const path = this.#pathOf(expression);
    if (path !== undefined) {
      if (path.length > 0) this.#settle(path, expected);
      return;
    }
    for (const [operator, operands] of Object.entries(expression)) this.#seeOperands(operator, operands);
  }

  #seeOperands(operator: string, operands: unknown): void {
    if (Array.isArray(operands)) {
      for (const it of operands) if (isNode(it)) this.see(it, ofDecimals.has(operator) ? 'decimal' : undefined);
      return;
    }
    if (!isNode(operands)) return;
    const { left, right, arg } = operands;
    if (operator === 'has') this.#seeHas(operands);
    else if (numeric.has(operator)) this.#both(left, right, numberOf(left, right));
    else if (logical.has(operator)) this.#both(left, right, 'Bool');
    else if (operator === '!') this.#one(arg, 'Bool');
    else if (operator === 'neg') this.#one(arg, 'Long');
    else if (operator === 'like') this.#one(left, 'String');
    else if (operator === '==' || operator === '!=') this.#same(left, right);
    else if (operator === 'contains') this.#contains(left, right);
    else if (operator === 'containsAll' || operator === 'containsAny') this.#same(left, right, { set: 'String' });
    else if (operator === 'isEmpty') this.#one(arg, { set: 'String' });
    else if (operator === 'if-then-else') this.#branches(operands);
    else for (const it of Object.values(operands)) if (isNode(it)) this.see(it);
  }

  #one(operand: unknown, expected: ArgumentType | undefined): void {
    if (isNode(operand)) this.see(operand, expected);
  }

  #both(left: unknown, right: unknown, expected: ArgumentType): void {
    this.#one(left, expected);
    this.#one(right, expected);
  }

  #same(left: unknown, right: unknown, otherwise?: ArgumentType): void {
    this.#one(left, typeOf(right) ?? otherwise);
    this.#one(right, typeOf(left) ?? otherwise);
  }

  #contains(left: unknown, right: unknown): void {
    this.#one(left, { set: typeOf(right) ?? 'String' });
    const list = typeOf(left);
    this.#one(right, typeof list === 'object' && 'set' in list ? list.set : undefined);
  }

  #branches({ if: test, then, else: otherwise }: Node): void {
    this.#one(test, 'Bool');
    this.#one(then, typeOf(otherwise));
    this.#one(otherwise, typeOf(then));
  }

  #seeHas({ left, attr }: Node): void {
    const path = isNode(left) ? this.#pathOf(left) : undefined;
    const names = Array.isArray(attr) ? (attr as string[]) : [attr as string];
    if (path !== undefined) this.#settle([...path, ...names], undefined);
    else this.#one(left, undefined);
  }

  /** Members below `context.arguments`, from the outside in; undefined for any other expression. */
  #pathOf(expression: Node): string[] | undefined {
    const member = memberOf(expression);
    if (member === undefined) return undefined;
    const { of, name } = member;
    if (name === this.#member && of.Var === 'context') return [];
    const outer = this.#pathOf(of);
    return outer === undefined ? undefined : [...outer, name];
  }

  #settle(path: readonly string[], expected: ArgumentType | undefined): void {
    let at = this.root;
    for (const name of path.slice(0, -1)) {
      const there = at.record.get(name);
      if (typeof there === 'object' && 'record' in there) at = there;
      else {
        const made: RecordType = { record: new Map() };
        at.record.set(name, made);
        at = made;
      }
    }
    const last = path.at(-1) as string;
    const there = at.record.get(last);
    const open = this.#openIn(at);
    if (there !== undefined && !open.has(last)) return;
    if (expected === undefined && there !== undefined) return;
    if (expected === undefined) open.add(last);
    else open.delete(last);
    at.record.set(last, expected ?? (this.#member === 'decimals' ? 'decimal' : 'String'));
  }

  #openIn(record: RecordType): Set<string> {
    const open = this.#unsettled.get(record) ?? new Set<string>();
    this.#unsettled.set(record, open);
    return open;
  }
}

/** Dates are compared with the signs of numbers. */
const numberOf = (left: unknown, right: unknown): ArgumentType => {
  const type = typeOf(left) ?? typeOf(right);
  return type === 'datetime' ? type : 'Long';
};

/** The type of what stands in a policy as a constant. */
function typeOf(expression: unknown): ArgumentType | undefined {
  if (!isNode(expression)) return undefined;
  if ('Value' in expression) return typeOfValue(expression.Value);
  if ('decimal' in expression) return 'decimal';
  if ('datetime' in expression) return 'datetime';
  if (Array.isArray(expression.Set)) return { set: typeOf(expression.Set[0]) ?? 'String' };
  const member = memberOf(expression);
  if (member !== undefined && isNode(member.of) && member.of.Var !== undefined) return known[member.name];
  return undefined;
}

const known: Readonly<Record<string, ArgumentType>> = {
  name: 'String',
  kind: 'String',
  organisation: 'String',
  teams: { set: 'String' },
  namespace: 'String',
  version: 'String',
  provider: 'String',
  protocol: 'String',
  stage: 'String',
  trust: 'decimal',
  costUsd: 'decimal',
  time: 'datetime',
  inputFindings: { set: 'String' },
  outputFindings: { set: 'String' },
  class: 'String',
  source: 'String',
  readOnly: 'Bool',
  destructive: 'Bool',
  declared: 'Bool',
  owned: 'Bool',
  endorsed: 'Bool',
  granted: 'Bool',
  grantedByName: 'Bool',
};

function typeOfValue(value: unknown): ArgumentType | undefined {
  if (typeof value === 'string') return 'String';
  if (typeof value === 'number') return 'Long';
  if (typeof value === 'boolean') return 'Bool';
  return Array.isArray(value) ? { set: typeOfValue(value[0]) ?? 'String' } : undefined;
}
