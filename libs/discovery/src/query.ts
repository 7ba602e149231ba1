import { type Constraints, type Detail, type Discover, maxQuery } from '@assay/contracts';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
import semver from 'semver';
import { parseText, type TextDemand } from './parse-text.js';
import { platformVersion } from './platform-version.js';

export const defaultMinTrust = 0.5;
export const defaultLimit = 10;
/** Fewer candidates than this would let the index's order decide what trust and constraints should. */
export const minCandidates = 200;
/** More demands than this in one text are none of a search. */
export const maxDemands = 16;

/** A search with its defaults filled in. */
export interface DiscoveryQuery {
  /** What words are searched for, without the demands among them; empty when only capabilities are asked for. */
  readonly text: string;
  /** What the text demands beside, in its order. */
  readonly demands: readonly TextDemand[];
  readonly capabilities: readonly string[];
  readonly constraints: Constraints & { readonly minTrust: number };
  /** Whether `minTrust` was stated: then it holds for every tool, the caller's own included. */
  readonly trustStated: boolean;
  readonly limit: number;
  readonly detail: Detail;
  /** Only tools above the relevance cut; otherwise weaker ones fill up to the limit. */
  readonly strict: boolean;
  /** What of the request was not read; empty when all was. */
  readonly warnings: readonly string[];
  /** How many candidates the index is asked for. */
  readonly candidates: number;
}

/** Fails with `invalid_request` when a range or version cannot be read, or the query demands but looks for nothing. */
export function parseQuery(request: Discover): Result<DiscoveryQuery, Failure> {
  const asked = request.constraints ?? {};
  const issues = [...rangeIssues(asked.version), ...platformIssues(asked.platformVersion)];
  if (issues.length > 0) {
    return fail('invalid_request', issues.map((issue) => `${issue.path}: ${issue.message}`).join('; '), { issues });
  }
  const limit = request.limit ?? defaultLimit;
  const { query = '' } = request;
  const { text, demands } = parseText(query.slice(0, maxQuery).toWellFormed());
  const tags = demands.flatMap(({ capability }) => capability ?? []);
  const capabilities = [...new Set([...(request.capabilities ?? []), ...tags])];
  const amiss = whatIsAmiss(text, capabilities, demands);
  if (amiss !== undefined) return fail('invalid_request', amiss, { issues: [{ path: '/query', message: amiss }] });
  return ok({
    text,
    demands,
    capabilities,
    constraints: { ...asked, minTrust: asked.minTrust ?? defaultMinTrust },
    trustStated: asked.minTrust !== undefined,
    limit,
    detail: request.detail ?? 'schemas',
    strict: request.strict ?? false,
    warnings: query.length > maxQuery ? [tooLong(query.length)] : [],
    candidates: Math.max(minCandidates, limit * 4),
  });
}

const tooLong = (length: number): string =>
  `the query has ${length} characters, and the first ${maxQuery} were searched for: state the task in fewer words`;

function whatIsAmiss(
  text: string,
  capabilities: readonly string[],
  demands: readonly TextDemand[],
): string | undefined {
  if (demands.length > maxDemands) return `the query holds ${demands.length} constraints; the maximum is ${maxDemands}`;
  if (text !== '' || capabilities.length > 0) return undefined;
  if (demands.length === 0) return 'give a query, capabilities, or both';
  const words = demands.map((demand) => `"${demand.words}"`).join(', ');
  return `the query holds constraints only (${words}): also describe what you need`;
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
