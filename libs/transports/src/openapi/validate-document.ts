import { holdsMoreThan } from '@assay/json-schema';
import { type Failure, isObject, pointerOf } from '@assay/kernel';
import { Validator } from '@seriousme/openapi-schema-validator';

type Issue = NonNullable<Failure['issues']>[number];

/** Where a document breaks the specification. */
export interface Verdict {
  /** In its frame: the version, what it says of itself, servers, security. No such document is read. */
  readonly frame: readonly Issue[];
  /** In paths and components, where real documents often do. */
  readonly problems: readonly Issue[];
}

type Json = Readonly<Record<string, unknown>>;

const versions = ['3.0', '3.1', '3.2'];
const maxProblems = 200;
/** All errors of a larger frame would take too long to find: each costs more the more there are. */
const thoroughUpTo = 2_000;
const operationNames = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']);

/**
 * Checks a document against the schema of its OpenAPI version, piece by piece, so that the time is that of its size
 * whatever is wrong with it: the frame for everything, each operation, what a path shares and the components for the
 * first thing. References are not looked at here. Compiled validators are kept, documents are not.
 */
export async function validateDocument(root: Json): Promise<Verdict> {
  const { openapi, swagger } = root;
  if (typeof openapi !== 'string' || !versions.some((it) => openapi === it || openapi.startsWith(`${it}.`))) {
    const found = openapi ?? swagger;
    const has = typeof found === 'string' ? `it is ${found.slice(0, 20)}` : 'it has none';
    const message = `must be a version 3.0, 3.1 or 3.2 of OpenAPI: ${has}`;
    return { frame: [{ path: '/openapi', message }], problems: [] };
  }
  const hollow = frameOf(root);
  const frame = await issuesOf(holdsMoreThan(hollow, thoroughUpTo) ? hasty : thorough, hollow);
  const problems: Issue[] = [];
  const bare = { openapi, info: { title: '-', version: '-' } };
  for (const piece of piecesOf(root)) {
    if (problems.length >= maxProblems) break;
    const issues = await issuesOf(hasty, { ...bare, paths: {}, ...piece });
    problems.push(...issues.slice(0, 1));
  }
  return { frame, problems };
}

const thorough = new Validator({ allErrors: true });
const hasty = new Validator();

async function issuesOf(validator: Validator, document: Json): Promise<Issue[]> {
  const { valid, errors } = await validator.validate({ ...document });
  validator.specification = {};
  // A text instead of a list is about references, for which core has a more precise check of its own.
  if (valid || !Array.isArray(errors)) return [];
  const issues = maxDepthOf(errors.filter((it) => !isVague(it)).map(issueOf));
  return issues.length > 0 ? issues : [{ path: '', message: 'does not meet the OpenAPI specification' }];
}

/** The document without what stands in its paths and components; what is no object there stays to be found. */
function frameOf(root: Json): Json {
  const { paths, components, webhooks, ...rest } = root;
  const hollowed = isObject(paths) ? Object.fromEntries(Object.keys(paths).map((path) => [path, {}])) : paths;
  return {
    ...rest,
    ...(paths !== undefined && { paths: hollowed }),
    ...(components !== undefined && { components: isObject(components) ? {} : components }),
    ...(webhooks !== undefined && { webhooks: isObject(webhooks) ? {} : webhooks }),
  };
}

/** Each operation, what its path shares, and the components: each where it stands in the document. */
function* piecesOf({ paths, components }: Json): Generator<Json> {
  for (const [path, item] of Object.entries(isObject(paths) ? paths : {})) {
    const members = Object.entries(isObject(item) ? item : {});
    const shared = members.filter(([name]) => !operationNames.has(name));
    if (!isObject(item) || shared.length > 0)
      yield { paths: { [path]: isObject(item) ? Object.fromEntries(shared) : item } };
    for (const [name, operation] of members)
      if (operationNames.has(name)) yield { paths: { [path]: { [name]: operation } } };
  }
  if (isObject(components)) yield { components };
}

/** Said of a place because of what is wrong below it, or in one of several alternatives. */
const vague = new Set(['oneOf', 'anyOf', 'allOf', 'if', 'not', '$ref', '$dynamicRef', 'unevaluatedProperties']);

/** Neither is what only the alternative of a reference asks for. */
const isVague = ({ keyword, params }: SchemaError): boolean => vague.has(keyword) || params.missingProperty === '$ref';

/** The problems below which there is no other: those above follow from them. The first of each place. */
function maxDepthOf(issues: readonly Issue[]): Issue[] {
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
