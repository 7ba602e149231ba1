import { Ajv, type ErrorObject, type Options } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { hasHeavyPatterns } from './heavy-patterns.js';
import { holdsMoreThan } from './json-size.js';
import { type Issue, identityText, pointerStep } from './json-value.js';
import { LinearPattern, type MatchBudget, MatchTooCostly, maxMatchSteps } from './pattern.js';

export type JsonSchema = Readonly<Record<string, unknown>>;
/**
 * Returns every violation of the schema, at most `issueCap` (one for a very large instance); empty when the instance is
 * valid.
 */
export type Validate = (instance: unknown, budget?: MatchBudget) => readonly Issue[];

/** An exceeded budget means that the problems found do not decide whether the instance is valid. */
export const isExceeded = ({ stepsLeft }: MatchBudget): boolean => stepsLeft < 0;

const issueCap = 50;
/**
 * For an instance with more values, only the first problem is reported: a million problems would each be kept in
 * memory.
 */
const thoroughUpTo = 10_000;
/**
 * The code of a larger schema, in characters, is neither optimized, which takes quadratic time, nor does it end at the first problem: that
 * would nest one block for each property, deeper than the engine can parse.
 */
const largeFrom = 8_192;
/** Above this, in characters, compiling a schema takes longer than the event loop may wait. */
const heavyFrom = 16_384;
const dialects = ['2020-12', '2019-09', 'draft-07'] as const;
type Dialect = (typeof dialects)[number];

const metaSchemas: Readonly<Record<string, Dialect>> = {
  'https://json-schema.org/draft/2020-12/schema': '2020-12',
  'https://json-schema.org/draft/2019-09/schema': '2019-09',
  'http://json-schema.org/draft-07/schema': 'draft-07',
  'https://json-schema.org/draft-07/schema': 'draft-07',
};

const options: Options = {
  strict: false,
  logger: false,
  allErrors: true,
  // Every object inherits `constructor` and the like; they are not properties.
  ownProperties: true,
  validateSchema: false,
  // If inlined, a large definition would be generated again for each reference to it.
  inlineRefs: false,
};

/** All patterns of one schema share the same budget. */
const patternsOn = (budget: MatchBudget): Options['code'] => {
  const regExp = Object.assign((source: string) => new LinearPattern(source, budget), { code: 'new LinearPattern' });
  return { regExp: regExp as unknown as NonNullable<NonNullable<Options['code']>['regExp']> };
};

const makers: Record<Dialect, (more: Options) => Ajv> = {
  '2020-12': (more) => new Ajv2020({ ...options, ...more }),
  '2019-09': (more) => new Ajv2019({ ...options, ...more }),
  'draft-07': (more) => new Ajv({ ...options, ...more }),
};

/** Patterns of the meta-schemas are Assay's own and need no budget. */
const ownPatterns: Options = { code: patternsOn({ stepsLeft: Number.POSITIVE_INFINITY }) };

/** One engine per dialect that never compiles a published schema: it has only the meta-schemas and formats. */
const engines: Record<Dialect, Ajv> = {
  '2020-12': makers['2020-12'](ownPatterns),
  '2019-09': makers['2019-09'](ownPatterns),
  'draft-07': makers['draft-07'](ownPatterns),
};
for (const engine of Object.values(engines)) formats.default(engine, { mode: 'fast' });

/**
 * Creates an engine for one schema. Engines keep names, patterns and functions of everything they compiled, so in a
 * shared engine the schemas of different publishers would affect each other and never be released.
 */
function freshEngine(dialect: Dialect, allErrors: boolean, budget: MatchBudget, optimize: boolean): Ajv {
  const { schemas, refs, formats: known } = engines[dialect];
  const engine = makers[dialect]({ allErrors, meta: false, code: { ...patternsOn(budget), optimize } });
  Object.assign(engine.schemas, schemas);
  Object.assign(engine.refs, refs);
  Object.assign(engine.formats, known);
  engine.removeKeyword('uniqueItems');
  return engine.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    // In one pass: comparing every pair would let a long array of objects block all other calls.
    validate: (wanted: boolean, items: readonly unknown[]) =>
      !wanted || new Set(items.map(identityText)).size === items.length,
    error: { message: 'must not have equal items' },
  });
}

const knownHeavy = new WeakMap<object, boolean>();

/**
 * Whether compiling a schema, or checking it before publication, takes so long (about 50 ms) that a thread should do it.
 * The answer is kept for the object.
 */
export function isHeavySchema(schema: JsonSchema): boolean {
  const before = knownHeavy.get(schema);
  if (before !== undefined) return before;
  const text = JSON.stringify(schema) ?? '';
  const isHeavy = text.length > heavyFrom || (text.includes('attern') && hasHeavyPatterns(schema));
  knownHeavy.set(schema, isHeavy);
  return isHeavy;
}

/** The dialect named by `$schema`, 2020-12 when absent; undefined when Assay does not support it. */
export function dialectOf(schema: JsonSchema): Dialect | undefined {
  const declared = schema.$schema;
  if (declared === undefined) return '2020-12';
  return typeof declared === 'string' ? metaSchemas[declared.replace(/#$/, '')] : undefined;
}

/** Whether a text has a format, by the validator's own rule; undefined for a format it does not check. */
export function acceptsFormat(name: string, text: string): boolean | undefined {
  const format = Object.hasOwn(engines['2020-12'].formats, name) ? engines['2020-12'].formats[name] : undefined;
  if (format instanceof RegExp) return format.test(text);
  if (typeof format === 'function') return format(text) === true;
  const rule = typeof format === 'object' && 'validate' in format ? format.validate : undefined;
  if (rule instanceof RegExp) return rule.test(text);
  return typeof rule === 'function' ? (rule as (text: string) => unknown)(text) === true : undefined;
}

/** Violations of the dialect's meta-schema by the schema itself. */
export function metaProblems(schema: JsonSchema, dialect: Dialect): Issue[] {
  const engine = engines[dialect];
  const valid = engine.validateSchema({ ...schema, $schema: undefined });
  return valid === true ? [] : issuesOf(engine.errors ?? []);
}

/**
 * Compiles a schema that has passed its checks, in an engine of its own. The budget passed with each instance bounds
 * pattern matching; exceeding it is reported as an issue. @throws when a reference has no target.
 */
export function compileSchema(schema: JsonSchema): Validate {
  const dialect = dialectOf(schema) ?? '2020-12';
  const { $schema: _dialect, ...rest } = schema;
  const own: MatchBudget = { stepsLeft: 0 };
  const isLarge = JSON.stringify(rest).length > largeFrom;
  const compiled = (allErrors: boolean) => freshEngine(dialect, allErrors, own, !isLarge).compile(rest);
  let all = isLarge ? compiled(true) : undefined;
  let first = isLarge ? undefined : compiled(false);
  return (instance, budget = { stepsLeft: maxMatchSteps }) => {
    own.stepsLeft = budget.stepsLeft;
    try {
      if (isLarge && all !== undefined && !holdsMoreThan(instance, thoroughUpTo)) {
        const found = everyIssue(all, instance);
        if (found !== undefined) return found;
        own.stepsLeft = budget.stepsLeft;
      }
      first ??= compiled(false);
      if (first(instance) === true) return [];
    } catch (error) {
      if (isLarge && error instanceof RangeError) return [tooMuch];
      if (!(error instanceof MatchTooCostly)) throw error;
      budget.stepsLeft = -1;
      return [{ path: '', message: error.message }];
    }
    const found = issuesOf(first.errors ?? []);
    if (holdsMoreThan(instance, thoroughUpTo)) return found;
    all ??= compiled(true);
    own.stepsLeft = budget.stepsLeft;
    const every = everyIssue(all, instance) ?? [];
    return every.length > 0 ? every : found;
  };
}

const tooMuch: Issue = {
  path: '',
  message: `has more than ${thoroughUpTo} values, too many to be checked by a schema with so many properties`,
};

/** Undefined when the thorough search breaks off: the engine throws for some nestings of unsatisfiable schemas. */
function everyIssue(validate: ReturnType<Ajv['compile']>, instance: unknown): readonly Issue[] | undefined {
  try {
    return validate(instance) === true ? [] : issuesOf(validate.errors ?? []);
  } catch {
    return undefined;
  }
}

const issuesOf = (errors: readonly ErrorObject[]): Issue[] => errors.slice(0, issueCap).map(issueOf);

/** AJV's error as a pointer to the offending place and a sentence. */
function issueOf(error: ErrorObject): Issue {
  const { keyword, params, instancePath } = error;
  if (keyword === 'required')
    return { path: `${instancePath}${pointerStep(params.missingProperty)}`, message: 'is required' };
  if (keyword === 'additionalProperties') {
    return { path: `${instancePath}${pointerStep(params.additionalProperty)}`, message: 'is not a known property' };
  }
  if (keyword === 'unevaluatedProperties') {
    return { path: `${instancePath}${pointerStep(params.unevaluatedProperty)}`, message: 'is not a known property' };
  }
  if (keyword === 'enum') return { path: instancePath, message: `must be one of ${listed(params.allowedValues)}` };
  if (keyword === 'const') return { path: instancePath, message: `must be ${JSON.stringify(params.allowedValue)}` };
  return { path: instancePath, message: error.message ?? 'does not fit' };
}

const listed = (values: unknown): string =>
  (Array.isArray(values) ? values : [])
    .slice(0, 20)
    .map((it) => JSON.stringify(it))
    .join(', ');
