import type { Constraints, Detail, Discover } from '@assay/contracts';
import semver from 'semver';
import { type Failure, fail } from '../kernel/failure.js';
import { ok, type Result } from '../kernel/result.js';

export const defaultMinTrust = 0.5;
export const defaultLimit = 10;
/** Fewer candidates than this would let the index's order decide what trust and constraints should. */
export const leastCandidates = 200;

/** A search with its defaults filled in. */
export interface DiscoveryQuery {
  /** Empty when only capabilities are asked for. */
  readonly text: string;
  readonly capabilities: readonly string[];
  readonly constraints: Constraints & { readonly minTrust: number };
  /** Whether `minTrust` was stated: then it holds for every tool, the caller's own included. */
  readonly trustStated: boolean;
  readonly limit: number;
  readonly detail: Detail;
  /** How many candidates the index is asked for. */
  readonly candidates: number;
}

/** Fails with `invalid_request` when a version range or platform version cannot be read. */
export function parseQuery(request: Discover): Result<DiscoveryQuery, Failure> {
  const asked = request.constraints ?? {};
  const issues = [...rangeIssues(asked.version), ...platformIssues(asked.platformVersion)];
  if (issues.length > 0) {
    return fail('invalid_request', issues.map((issue) => `${issue.path}: ${issue.message}`).join('; '), { issues });
  }
  const limit = request.limit ?? defaultLimit;
  return ok({
    text: (request.query ?? '').trim(),
    capabilities: [...new Set(request.capabilities ?? [])],
    constraints: { ...asked, minTrust: asked.minTrust ?? defaultMinTrust },
    trustStated: asked.minTrust !== undefined,
    limit,
    detail: request.detail ?? 'schemas',
    candidates: Math.max(leastCandidates, limit * 4),
  });
}

/** `2`, `2.1` and `2.1.0` name a platform version. */
export function platformVersion(text: string): semver.SemVer | null {
  return semver.parse(text) ?? (/^\d+(\.\d+)?$/.test(text) ? semver.coerce(text) : null);
}

function rangeIssues(range: string | undefined) {
  if (range === undefined || range === 'latest' || semver.validRange(range) !== null) return [];
  return [
    { path: '/constraints/version', message: `"${range}" is not a version range; give one such as ^2.0.0 or >=1 <3` },
  ];
}

function platformIssues(version: string | undefined) {
  if (version === undefined || platformVersion(version) !== null) return [];
  return [
    { path: '/constraints/platformVersion', message: `"${version}" is not a version; give one such as 2 or 2.1.0` },
  ];
}
