import { type Schema, Validator } from '@cfworker/json-schema';
import { type RJSFSchema, type RJSFValidationError, toErrorSchema, type ValidatorType } from '@rjsf/utils';

/** `#/a/0/b` as the form names it: `.a.0.b`. */
const propertyOf = (location: string): string =>
  location.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');

/** Problems that only say that something below is wrong. */
const summaries = new Set(['properties', 'items', 'allOf', 'anyOf', 'oneOf', 'if', '$ref', 'additionalProperties']);

function problems(schema: RJSFSchema, data: unknown): RJSFValidationError[] {
  const { valid, errors } = new Validator(schema as Schema, '2020-12', false).validate(data ?? {});
  if (valid) return [];
  const precise = errors.filter(({ keyword }) => !summaries.has(keyword));
  return (precise.length > 0 ? precise : errors).map(({ instanceLocation, keyword, error }) => ({
    name: keyword,
    property: propertyOf(instanceLocation),
    message: error,
    stack: `${propertyOf(instanceLocation)} ${error}`,
  }));
}

/** Part of a schema with the definitions of the whole, so that its references lead somewhere. */
const within = (schema: RJSFSchema, root: RJSFSchema): RJSFSchema => ({
  ...(root.$defs !== undefined && { $defs: root.$defs }),
  ...(root.definitions !== undefined && { definitions: root.definitions }),
  ...schema,
});

/**
 * Interprets schemas instead of compiling them to code, which the page's policy refuses. The server validates every call
 * itself; this only points at mistakes while a person types.
 */
export const schemaValidator: ValidatorType<unknown, RJSFSchema> = {
  validateFormData: (data, schema) => {
    const errors = problems(schema, data);
    return { errors, errorSchema: toErrorSchema(errors) };
  },
  isValid: (schema, data, root) => {
    try {
      return problems(within(schema, root), data).length === 0;
    } catch {
      return false;
    }
  },
  rawValidation: <Result>(schema: RJSFSchema, data?: unknown) => ({ errors: problems(schema, data) as Result[] }),
};
