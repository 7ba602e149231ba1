import { endpointSchemas, type Issue, type Manifest, manifestSchema, type Protocol } from '@assay/contracts';
import { checkSchema, uniqueIssues } from '@assay/json-schema';
import { deeperThan, err, isObject, issuesOfShape, ok, type Result } from '@assay/kernel';
import semver from 'semver';
import { checkShown } from './check-address.js';
import { checkFields } from './fields/check-fields.js';
import { protocolRules } from './protocol-rules.js';
import { checkSanity } from './sanity/check-sanity.js';
import { normaliseRange, versionKey } from './version-number.js';

/** Largest manifest, as JSON. */
export const manifestBytesCap = 1_048_576;
/** A schema may have 64 levels, plus those of the manifest around it. */
export const manifestDepthCap = 80;

/** The manifest if it may be published, else every problem at once with its JSON pointer. */
export function checkManifest(candidate: unknown): Result<Manifest, readonly Issue[]> {
  if (typeof candidate !== 'object' || candidate === null || Array.isArray(candidate)) {
    return err([{ path: '', message: 'must be a JSON object' }]);
  }
  if (deeperThan(candidate, manifestDepthCap)) {
    return err([{ path: '', message: `is nested deeper than ${manifestDepthCap} levels` }]);
  }
  if (Buffer.byteLength(JSON.stringify(candidate)) > manifestBytesCap) {
    return err([{ path: '', message: `is larger than ${manifestBytesCap} bytes` }]);
  }
  const shape = manifestSchema.safeParse(candidate);
  const raw = candidate as Record<string, unknown>;
  const issues = [
    ...(shape.error?.issues ?? []).flatMap(issuesOf),
    ...checkEndpoint(raw),
    ...checkAddresses(raw),
    ...checkVersion(raw),
    ...checkSchemas(raw),
    ...checkRanges(raw),
    ...checkCache(raw),
    ...checkSanity(raw.sanity),
  ];
  return shape.success && issues.length === 0 ? ok(shape.data) : err(uniqueIssues(issues));
}

type ZodIssue = NonNullable<ReturnType<typeof manifestSchema.safeParse>['error']>['issues'][number];

const issuesOf = (issue: ZodIssue): Issue[] => issuesOfShape(issue, 'is not a field of a manifest');

/** Checked even when other fields are invalid, so that one answer reports everything. */
function checkEndpoint({ protocol, endpoint, inputSchema }: Record<string, unknown>): Issue[] {
  const schema =
    typeof protocol === 'string' && Object.hasOwn(endpointSchemas, protocol)
      ? endpointSchemas[protocol as Protocol]
      : undefined;
  if (schema === undefined || !isObject(endpoint)) return [];
  const issues = (schema.safeParse(endpoint).error?.issues ?? []) as ZodIssue[];
  if (issues.length === 0)
    return protocolRules[protocol as Protocol].check(endpoint, inputSchema).map((it) => ({
      ...it,
      path: `/endpoint${it.path}`,
    }));
  return issues.flatMap((issue) => issuesOf({ ...issue, path: ['endpoint', ...issue.path] }));
}

/**
 * A manifest is visible to everybody who sees the tool, and never changes: its addresses must not contain credentials.
 */
function checkAddresses({ endpoint, testEndpoint, security }: Record<string, unknown>): Issue[] {
  const addresses: readonly [unknown, string][] = [
    [isObject(endpoint) ? endpoint.url : undefined, '/endpoint/url'],
    [isObject(endpoint) ? endpoint.address : undefined, '/endpoint/address'],
    [testEndpoint, '/testEndpoint'],
    [isObject(security) ? security.evidenceUrl : undefined, '/security/evidenceUrl'],
  ];
  return addresses.flatMap(([address, path]) => (typeof address === 'string' ? checkShown(address, path) : []));
}

function checkVersion(raw: Record<string, unknown>): Issue[] {
  if (typeof raw.version !== 'string' || versionKey(raw.version) !== undefined) return [];
  return [
    {
      path: '/version',
      message: `${JSON.stringify(raw.version.slice(0, 80))} is not a valid semantic version: use 1.2.3`,
    },
  ];
}

function checkSchemas(raw: Record<string, unknown>): Issue[] {
  const issues: Issue[] = [];
  for (const role of ['input', 'output'] as const) {
    const schema = raw[`${role}Schema`];
    if (!isObject(schema)) continue;
    const found = checkSchema(schema, `/${role}Schema`, role);
    // A schema that is too deep or too large is not checked further.
    issues.push(...(found.length > 0 ? found : checkFields(schema, `/${role}Schema`, role)));
  }
  return issues;
}

/** Only results of reading may be reused, and never another caller's own. */
function checkCache({ cache, annotations, protocol, auth }: Record<string, unknown>): Issue[] {
  if (!isObject(cache)) return [];
  if (protocol === 'composite')
    return [{ path: '/cache', message: 'is not available to compositions: declare it on the tools of their steps' }];
  if (!isObject(annotations) || annotations.readOnlyHint !== true)
    return [
      { path: '/cache', message: 'requires a read-only tool: set annotations.readOnlyHint to true, or remove cache' },
    ];
  if (cache.scope === 'organisation' && isObject(auth) && auth.upstream === 'caller')
    return [{ path: '/cache/scope', message: 'must be caller, because auth.upstream is caller' }];
  return [];
}

function checkRanges(raw: Record<string, unknown>): Issue[] {
  const issues: Issue[] = [];
  const platform = isObject(raw.compatibility) ? raw.compatibility.platform : undefined;
  if (typeof platform === 'string' && semver.validRange(platform) === null) {
    issues.push({ path: '/compatibility/platform', message: 'is not a valid version range: use one such as >=1 <3' });
  }
  const undo = isObject(raw.compensation) ? raw.compensation.tool : undefined;
  if (typeof undo === 'string' && undo.includes('@') && normaliseRange(undo.split('@')[1]) === undefined) {
    issues.push({ path: '/compensation/tool', message: 'the range after "@" is not a valid version range' });
  }
  return issues;
}
