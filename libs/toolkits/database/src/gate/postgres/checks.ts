import { QueryRefusal } from '../../query-refusal.js';
import { allowedFunctions, allowedOperators, allowedTypes, allowedValueFunctions } from './allowed-functions.js';
import { namesOf, type Visited } from './walk.js';

const refuse = (what: string, found: string): never => {
  throw new QueryRefusal('not_allowed', `The ${what} "${found}" is not in the allow-list of queries.`, {
    [what.replace(' ', '_')]: found,
  });
};

/** A name without a schema, or one of pg_catalog; null for any other schema. */
export const builtIn = (nodes: unknown): string | null => {
  const names = namesOf(nodes);
  if (names === null) return null;
  const [first, second, third] = names;
  if (second === undefined) return first ?? null;
  return first === 'pg_catalog' && third === undefined ? second : null;
};

const shown = (nodes: unknown): string => (namesOf(nodes) ?? ['?']).join('.').slice(0, 100);

/** Replacements that let a text grow: few, each with a short constant. */
const maxReplacements = 3;
const maxReplacementLength = 20;
const maxConcatenations = 20;
const replacing = new Set(['replace', 'regexp_replace', 'overlay', 'array_replace']);
const concatenating = new Set(['concat', 'concat_ws', 'array_cat', 'array_append', 'array_prepend', '||']);

/** Counts what lets values grow, and checks functions, operators and types against the allow-lists. */
export class Checks {
  #replacements = 0;
  #concatenations = 0;

  visit({ kind, fields }: Visited): void {
    if (kind === 'FuncCall') this.#function(fields);
    else if (kind === 'A_Expr') this.#operator(fields.name);
    else if (kind === 'SubLink' && fields.operName !== undefined) this.#operator(fields.operName);
    else if (kind === 'TypeName') type(fields.names);
    else if (kind === 'SQLValueFunction' && !allowedValueFunctions.has(String(fields.op)))
      refuse('value', String(fields.op).replace('SVFOP_', '').toLowerCase());
    else if (kind === 'RangeVar' && fields.relpersistence !== 'p') refuse('table', String(fields.relname));
    else if (kind === 'RangeFunction') rangeFunction(fields.functions);
  }

  #function(fields: Readonly<Record<string, unknown>>): void {
    const name = builtIn(fields.funcname);
    if (name === null || !allowedFunctions.has(name)) refuse('function', shown(fields.funcname));
    else this.#grow(name, fields.args);
  }

  #operator(names: unknown): void {
    const name = builtIn(names);
    if (name === null || !isOperator(name)) refuse('operator', shown(names));
    else this.#grow(name, undefined);
  }

  #grow(name: string, args: unknown): void {
    if (concatenating.has(name)) {
      this.#concatenations += 1;
      if (this.#concatenations > maxConcatenations)
        throw tooComplex(`more than ${maxConcatenations} concatenations`, { concatenations: this.#concatenations });
    }
    if (!replacing.has(name)) return;
    this.#replacements += 1;
    if (this.#replacements > maxReplacements)
      throw tooComplex(`more than ${maxReplacements} replacements`, { replacements: this.#replacements });
    const by = (args as unknown[] | undefined)?.[name === 'overlay' ? 1 : 2] as
      | { A_Const?: { sval?: { sval?: string }; isnull?: boolean } }
      | undefined;
    const constant = by?.A_Const;
    if (constant === undefined || (constant.sval?.sval ?? '').length > maxReplacementLength)
      throw new QueryRefusal(
        'not_allowed',
        `The replacement of ${name} must be a constant of at most ${maxReplacementLength} characters.`,
        { function: name },
      );
  }
}

const tooComplex = (what: string, report: Readonly<Record<string, unknown>>) =>
  new QueryRefusal('query_too_complex', `The statement has ${what}.`, report);

/** BETWEEN, IN and LIKE are expressions whose name is the word or an operator. */
const words = new Set(['BETWEEN', 'NOT BETWEEN', 'BETWEEN SYMMETRIC', 'NOT BETWEEN SYMMETRIC']);
export const isOperator = (name: string): boolean => allowedOperators.has(name) || words.has(name);

function type(names: unknown): void {
  const name = builtIn(names);
  if (name === null || !allowedTypes.has(name)) refuse('type', shown(names));
}

/** `FROM f(…)`: the function is in a list of two, the second its column definitions. */
function rangeFunction(functions: unknown): void {
  for (const item of functions as { List?: { items?: unknown[] } }[]) {
    const [call] = item.List?.items ?? [];
    if (call === undefined || !('FuncCall' in (call as object)))
      refuse('table function', Object.keys(call ?? {})[0] ?? '?');
  }
}
