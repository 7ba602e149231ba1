import type { Issue } from '@assay/contracts';
import { Ajv, type ErrorObject, type Options } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { pointerStep } from '../kernel/json-pointer.js';
import { LinearPattern } from './pattern.js';

export type JsonSchema = Readonly<Record<string, unknown>>;
/** Every way an instance breaks the schema, at most `issueCap`; empty when it fits. */
export type Validate = (instance: unknown) => readonly Issue[];

const issueCap = 50;
const dialects = ['2020-12', '2019-09', 'draft-07'] as const;
type Dialect = (typeof dialects)[number];

const metaSchemas: Readonly<Record<string, Dialect>> = {
  'https://json-schema.org/draft/2020-12/schema': '2020-12',
  'https://json-schema.org/draft/2019-09/schema': '2019-09',
  'http://json-schema.org/draft-07/schema': 'draft-07',
  'https://json-schema.org/draft-07/schema': 'draft-07',
};

const regExp = Object.assign((source: string) => new LinearPattern(source), { code: 'new LinearPattern' });

const options: Options = {
  strict: false,
  logger: false,
  allErrors: true,
  validateSchema: false,
  addUsedSchema: false,
  code: { regExp: regExp as unknown as NonNullable<NonNullable<Options['code']>['regExp']> },
};

const engines: Record<Dialect, Ajv> = {
  '2020-12': new Ajv2020(options),
  '2019-09': new Ajv2019(options),
  'draft-07': new Ajv(options),
};
for (const engine of Object.values(engines)) formats.default(engine, { mode: 'fast' });

/** The dialect of `$schema`, 2020-12 when absent; undefined when it is one Assay does not read. */
export function dialectOf(schema: JsonSchema): Dialect | undefined {
  const declared = schema.$schema;
  if (declared === undefined) return '2020-12';
  return typeof declared === 'string' ? metaSchemas[declared.replace(/#$/, '')] : undefined;
}

/** Problems of the schema itself against its dialect's meta-schema. */
export function metaProblems(schema: JsonSchema, dialect: Dialect): Issue[] {
  const engine = engines[dialect];
  const valid = engine.validateSchema({ ...schema, $schema: undefined });
  return valid === true ? [] : issuesOf(engine.errors ?? []);
}

/**
 * Compiles a schema that has passed its checks. Nothing of it stays in the shared engines.
 * @throws when a reference leads nowhere.
 */
export function compileSchema(schema: JsonSchema): Validate {
  const engine = engines[dialectOf(schema) ?? '2020-12'];
  const { $schema: _dialect, ...rest } = schema;
  try {
    const validate = engine.compile(rest);
    return (instance) => (validate(instance) === true ? [] : issuesOf(validate.errors ?? []));
  } finally {
    engine.removeSchema(rest);
    if (typeof schema.$id === 'string') engine.removeSchema(schema.$id);
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
