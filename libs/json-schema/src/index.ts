/** Decides how JSON Schemas relate: comparison, checks, samples and patterns. */
export { checkSchema, schemaCaps } from './check-schema.js';
export { compareSchemas, type SchemaComparison } from './comparison/compare-schemas.js';
export type { Difference, Verdict } from './comparison/schema-difference.js';
export { isSchemaObject } from './comparison/schema-document.js';
export { followReferences } from './follow-references.js';
export {
  acceptsFormat,
  compileSchema,
  isExceeded,
  isHeavySchema,
  type JsonSchema,
  type Validate,
} from './json-schema.js';
export { holdsMoreThan } from './json-size.js';
export { uniqueIssues } from './json-value.js';
export { maxMatchSteps, patternProblem } from './pattern.js';
