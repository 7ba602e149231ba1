import type { CodeBody, RunView } from '@assay/contracts';
import type {
  CallExpression,
  Expression,
  Identifier,
  Node,
  ObjectExpression,
  Pattern,
  SpreadElement,
  Statement,
} from 'acorn';
import { parse } from 'acorn';

type Step = NonNullable<RunView['proposal']>['plan']['steps'][number];

/** Thrown where code does more than a plan can. */
class NoPlan extends Error {}

const refuse = (): never => {
  throw new NoPlan();
};

/**
 * The plan that does the same as code, where the code only calls tools in a fixed order and hands on what they gave: no
 * branches, loops or computations. Values of the input are put in place. Undefined for any other code.
 */
export function proposePlan({ code, language = 'javascript', input }: CodeBody): RunView['proposal'] {
  if (language === 'python') return undefined;
  try {
    const options = {
      ecmaVersion: 'latest',
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
    } as const;
    const { body } = parse(code, options);
    return { plan: new Reader(input).read(body as readonly Statement[]) };
  } catch {
    // What cannot be read as statements, such as TypeScript with types, is no plan.
    return undefined;
  }
}

class Reader {
  readonly #steps: Step[] = [];
  readonly #names = new Map<string, string>();
  readonly #input: unknown;
  #before: string[] = [];
  #outputs: string[] | undefined;

  constructor(input: unknown) {
    this.#input = input;
  }

  read(statements: readonly Statement[]) {
    for (const statement of statements) {
      if (this.#outputs !== undefined) refuse();
      this.#statement(statement);
    }
    if (this.#steps.length === 0 || this.#outputs === undefined) refuse();
    return { steps: this.#steps, output_steps: [...new Set(this.#outputs)] };
  }

  #statement(statement: Statement): void {
    if (statement.type === 'VariableDeclaration' && statement.kind === 'const') {
      for (const { id, init } of statement.declarations) {
        if (!init) refuse();
        this.#declare(id, init as Expression);
      }
    } else if (statement.type === 'ExpressionStatement') this.#turn([statement.expression], [undefined]);
    else if (statement.type === 'ReturnStatement' && statement.argument) this.#return(statement.argument);
    else refuse();
  }

  #declare(pattern: Pattern, value: Expression): void {
    if (pattern.type === 'Identifier') {
      this.#turn([value], [pattern.name]);
      return;
    }
    if (pattern.type !== 'ArrayPattern') refuse();
    const all = allOf(value);
    const names = (pattern as { elements: (Pattern | null)[] }).elements.map((it) =>
      it?.type === 'Identifier' ? it.name : refuse(),
    );
    if (all === undefined || all.length !== names.length) refuse();
    this.#turn(all as Expression[], names, false);
  }

  /** Calls that begin together; what comes after them waits for all. */
  #turn(values: readonly Expression[], names: readonly (string | undefined)[], isAwaited = true): void {
    const begun = values.map((value, at) => {
      const call = isAwaited ? (value.type === 'AwaitExpression' ? value.argument : refuse()) : value;
      return this.#step(call as Expression, names[at]);
    });
    for (const [at, id] of begun.entries()) if (names[at] !== undefined) this.#names.set(names[at], id);
    this.#before = begun;
  }

  #step(value: Expression, name: string | undefined): string {
    const { callee, arguments: given } = (value.type === 'CallExpression' ? value : refuse()) as CallExpression;
    const isTool =
      callee.type === 'MemberExpression' &&
      callee.object.type === 'Identifier' &&
      callee.object.name === 'tools' &&
      callee.property.type === 'Literal' &&
      typeof callee.property.value === 'string';
    if (!isTool || given.length > 1) refuse();
    const tool = (callee as { property: { value: string } }).property.value;
    const isFree = name !== undefined && /^[A-Za-z0-9_-]{1,128}$/.test(name) && !this.#names.has(name);
    const id = isFree ? name : `step${this.#steps.length + 1}`;
    if (this.#steps.some((it) => it.id === id)) refuse();
    const args = given[0] === undefined ? {} : this.#value(given[0]);
    if (typeof args !== 'object' || args === null || Array.isArray(args)) refuse();
    const referred = new Set(
      JSON.stringify(args)
        .match(/"\$ref:[A-Za-z0-9_-]+/g)
        ?.map((it) => it.slice(6)),
    );
    const after = this.#before.filter((it) => !referred.has(it));
    this.#steps.push({ id, tool, arguments: args as Step['arguments'], ...(after.length > 0 && { after }) });
    return id;
  }

  #return(value: Expression): void {
    if (value.type === 'AwaitExpression') {
      this.#turn([value], [undefined]);
      this.#outputs = [...this.#before];
    } else if (value.type === 'Identifier') this.#outputs = [this.#names.get(value.name) ?? refuse()];
    else if (value.type === 'ObjectExpression') {
      this.#outputs = value.properties.map((property) => {
        // The outputs of a plan have the names of their steps.
        const isSame = property.type === 'Property' && property.shorthand && property.key.type === 'Identifier';
        return isSame ? (this.#names.get((property.key as { name: string }).name) ?? refuse()) : refuse();
      });
    } else refuse();
  }

  #value(node: Node | SpreadElement | null): unknown {
    const value = node as Expression | null;
    switch (value?.type) {
      case 'Literal':
        return isPlain(value.value) ? value.value : refuse();
      case 'ArrayExpression':
        return value.elements.map((it) => this.#value(it));
      case 'ObjectExpression':
        return Object.fromEntries((value as ObjectExpression).properties.map((it) => this.#member(it)));
      case 'Identifier':
      case 'MemberExpression':
        return this.#reference(value);
      default:
        return refuse();
    }
  }

  #member(property: ObjectExpression['properties'][number]): [string, unknown] {
    if (property.type !== 'Property' || property.computed || property.kind !== 'init' || property.method)
      return refuse();
    const { key } = property;
    const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : refuse();
    return name === '__proto__' ? refuse() : [name, this.#value(property.value)];
  }

  #reference(node: Expression): unknown {
    const path: string[] = [];
    let at: Node = node;
    while (at.type === 'MemberExpression') {
      const { object, property, computed, optional } = at as Extract<Expression, { type: 'MemberExpression' }>;
      if (optional) refuse();
      const name = computed
        ? property.type === 'Literal'
          ? String(property.value)
          : refuse()
        : property.type === 'Identifier'
          ? property.name
          : refuse();
      path.unshift(name);
      at = object;
    }
    const root = at.type === 'Identifier' ? (at as Identifier).name : refuse();
    if (root === 'input') return this.#ofInput(path);
    const step = this.#names.get(root) ?? refuse();
    if (path.some((it) => !/^[A-Za-z0-9_-]+$/.test(it))) refuse();
    return `$ref:${[step, ...path].join('.')}`;
  }

  #ofInput(path: readonly string[]): unknown {
    let value = this.#input;
    for (const name of path) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return refuse();
      value = (value as Record<string, unknown>)[name];
    }
    return /"\$ref:|"\$expr"/.test(JSON.stringify(value) ?? '') ? refuse() : value;
  }
}

const isPlain = (value: unknown): boolean =>
  value === null ||
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && !value.startsWith('$'));

/** The calls in `await Promise.all([…])`. */
function allOf(value: Expression): Expression[] | undefined {
  if (value.type !== 'AwaitExpression' || value.argument.type !== 'CallExpression') return undefined;
  const { callee, arguments: given } = value.argument;
  const [list] = given;
  const isAll =
    callee.type === 'MemberExpression' &&
    callee.object.type === 'Identifier' &&
    callee.object.name === 'Promise' &&
    callee.property.type === 'Identifier' &&
    callee.property.name === 'all';
  return isAll && list?.type === 'ArrayExpression' ? (list.elements as Expression[]) : undefined;
}
