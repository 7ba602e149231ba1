import { type Failure, pointerOf } from '@assay/core';
import { Validator } from '@seriousme/openapi-schema-validator';

type Issue = NonNullable<Failure['issues']>[number];

/** Where a document breaks the specification. */
export interface Verdict {
  /** In its frame: the version, what it says of itself, servers, security. No such document is read. */
  readonly frame: readonly Issue[];
  /** In paths and components, where real documents often do. */
  readonly problems: readonly Issue[];
}

const versions = ['3.0', '3.1', '3.2'];
const mostProblems = 200;

/**
 * Checks a document against the schema of its OpenAPI version. References are not looked at here. The compiled validator
 * of each version is kept, the document is not.
 */
export async function validateDocument(root: Readonly<Record<string, unknown>>): Promise<Verdict> {
  const { openapi, swagger } = root;
  if (typeof openapi !== 'string' || !versions.some((it) => openapi === it || openapi.startsWith(`${it}.`))) {
    const found = openapi ?? swagger;
    const has = typeof found === 'string' ? `it is ${found.slice(0, 20)}` : 'it has none';
    return {
      frame: [{ path: '/openapi', message: `must be a version 3.0, 3.1 or 3.2 of OpenAPI: ${has}` }],
      problems: [],
    };
  }
  const { valid, errors } = await validator.validate({ ...root });
  validator.specification = {};
  // A text instead of a list speaks of references, of which core has its own and more precise check.
  if (valid || !Array.isArray(errors)) return { frame: [], problems: [] };
  const issues = deepestOf(errors.filter((it) => !isVague(it)).map(issueOf));
  const isInside = ({ path }: Issue) => /^\/(?:paths|components|webhooks)\/./.test(path);
  const frame = issues.filter((it) => !isInside(it));
  return {
    frame: issues.length === 0 ? [{ path: '', message: 'does not meet the OpenAPI specification' }] : frame,
    problems: issues.filter(isInside).slice(0, mostProblems),
  };
}

const validator = new Validator({ allErrors: true });

/** Said of a place because of what is wrong below it, or in one of several alternatives. */
const vague = new Set(['oneOf', 'anyOf', 'allOf', 'if', 'not', '$ref', '$dynamicRef', 'unevaluatedProperties']);

/** Neither is what only the alternative of a reference asks for. */
const isVague = ({ keyword, params }: SchemaError): boolean => vague.has(keyword) || params.missingProperty === '$ref';

/** The problems below which there is no other: those above follow from them. The first of each place. */
function deepestOf(issues: readonly Issue[]): Issue[] {
  const byPath = new Map<string, Issue>();
  for (const issue of issues) if (!byPath.has(issue.path)) byPath.set(issue.path, issue);
  const above = new Set([...byPath.keys()].flatMap(ancestors));
  return [...byPath.values()].filter(({ path }) => !above.has(path));
}

function ancestors(path: string): string[] {
  const steps = path.split('/').slice(0, -1);
  return steps.map((_, index) => steps.slice(0, index + 1).join('/'));
}

interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string | undefined;
}

function issueOf({ instancePath, keyword, params, message }: SchemaError): Issue {
  if (keyword === 'required')
    return { path: `${instancePath}${pointerOf([String(params.missingProperty)])}`, message: 'is required' };
  if (keyword === 'additionalProperties')
    return {
      path: `${instancePath}${pointerOf([String(params.additionalProperty)])}`,
      message: 'is not known to OpenAPI',
    };
  if (keyword === 'enum')
    return { path: instancePath, message: `must be one of ${JSON.stringify(params.allowedValues).slice(0, 200)}` };
  return { path: instancePath, message: message ?? 'does not fit' };
}
