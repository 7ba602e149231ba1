import { type Clock, compileReshape, type Failure, fail, ok, type Reshape, type Result } from '@assay/kernel';
import type { Source } from './source.js';

/** A JSONata expression among arguments, over the values that references can name. */
export interface Expression {
  readonly text: string;
  readonly reshape: Reshape;
  /** What it reads as `steps`, by name. */
  readonly steps: readonly (readonly [name: string, source: Source])[];
  /** Written with positions, `steps[0]`: it reads `steps` as a list. */
  readonly isList: boolean;
  /** What it reads as `prev`; undefined where nothing comes before. */
  readonly prev: Source | undefined;
}

/** The element of a list that a step is run for. */
export interface Element {
  readonly value: unknown;
  readonly index: number;
}

/** The steps that an expression at one place of a notation may name. */
export interface ExpressionScope {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Undefined where no step that may be used is called so. */
  readonly sourceOf: (name: string) => Source | undefined;
  /** All that may be used, in order; undefined where each has to be named. */
  readonly all: readonly (readonly [name: string, source: Source])[] | undefined;
  readonly prev: Source | undefined;
}

/** For readers without a clock: steps, sizes and depth of an expression are bounded all the same. */
export const untimed: Pick<Clock, 'monotonic'> = Object.freeze({ monotonic: () => 0 });

const member = '$expr';

/** What stands in the member `$expr` of an object that has no other one; undefined when it is not such an object. */
export function expressionIn(value: object): { readonly text: unknown; readonly isAlone: boolean } | undefined {
  if (!Object.hasOwn(value, member)) return undefined;
  return { text: (value as Record<string, unknown>)[member], isAlone: Object.keys(value).length === 1 };
}

/** Reads an expression, and finds which steps it needs; why not, in words. */
export function readExpression(
  { text, isAlone }: NonNullable<ReturnType<typeof expressionIn>>,
  scope: ExpressionScope,
): Result<Expression, Failure> {
  if (!isAlone) return refused('an object with "$expr" has no other member');
  if (typeof text !== 'string' || text === '') return refused('"$expr" must be a JSONata expression');
  const read = compileReshape(text, scope.clock);
  if (!read.ok) return read;
  const used = stepsIn(read.value.syntax);
  const { all } = scope;
  const whole = { text, reshape: read.value, prev: scope.prev };
  if (used.byPosition && used.byName.length > 0)
    return refused('names steps by position and by name: use one of the two');
  if (used.byPosition) {
    if (all === undefined) return refused('"steps" has the steps by their ids: write steps.<id>');
    return ok({ ...whole, steps: all, isList: true });
  }
  if (used.byName === 'all') {
    if (all === undefined) return refused('names no step: write steps.<id> for each that is used');
    return ok({ ...whole, steps: all, isList: false });
  }
  const steps: [string, Source][] = [];
  for (const name of used.byName) {
    const source = scope.sourceOf(name);
    if (source === undefined) return refused(`no step before this one is called ${name}`);
    steps.push([name, source]);
  }
  return ok({ ...whole, steps, isList: false });
}

/** Evaluates an expression; undefined where it finds nothing. */
export function evaluateExpression(
  { reshape, steps, isList, prev }: Expression,
  input: unknown,
  lookUp: (source: Source) => unknown,
  element: Element | undefined,
): Promise<Result<unknown, Failure>> {
  const values = steps.map(([name, source]) => [name, lookUp(source)] as const);
  return reshape.apply({
    ...(input !== undefined && { input }),
    steps: isList
      ? values.map(([, value]) => value ?? null)
      : Object.fromEntries(values.filter(([, it]) => it !== undefined)),
    ...(prev !== undefined && { prev: lookUp(prev) }),
    ...(element !== undefined && { each: element.value, index: element.index }),
  });
}

interface Syntax {
  readonly type?: string;
  readonly value?: unknown;
  readonly steps?: readonly Syntax[];
  readonly stages?: readonly { readonly expr?: Syntax }[];
}

interface Used {
  byName: Set<string> | 'all';
  byPosition: boolean;
}

/** The members of `steps` that an expression names; `all` where it takes `steps` whole. */
function stepsIn(syntax: unknown): { readonly byName: readonly string[] | 'all'; readonly byPosition: boolean } {
  const used: Used = { byName: new Set(), byPosition: false };
  visit(syntax, used);
  return { byName: used.byName === 'all' ? 'all' : [...used.byName], byPosition: used.byPosition };
}

function visit(node: unknown, used: Used): void {
  if (Array.isArray(node)) {
    for (const each of node) visit(each, used);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  if ((node as Syntax).type === 'path') notePath((node as Syntax).steps ?? [], used);
  for (const each of Object.values(node)) visit(each, used);
}

function notePath(path: readonly Syntax[], used: Used): void {
  const isRooted = path[0]?.type === 'variable' && path[0].value === '$';
  const [root, next] = isRooted ? path.slice(1) : path;
  if (root?.type !== 'name' || root.value !== 'steps') return;
  if (root.stages?.some(({ expr }) => expr?.type === 'number')) used.byPosition = true;
  else if (next?.type === 'name' && used.byName !== 'all') used.byName.add(String(next.value));
  else used.byName = 'all';
}

const refused = (why: string) => fail('invalid_input', why);
