import { stages } from '@assay/contracts';
import semver from 'semver';
import { type CandidateTool, costUsd, p95Ms } from './candidate.js';
import { type DiscoveryQuery, platformVersion } from './query.js';

type Check = (tool: CandidateTool, query: DiscoveryQuery) => string | undefined;

/**
 * Why a tool does not meet a query's constraints, a sentence for each; empty when it meets them all. What is not known
 * of a tool fails a stated constraint, with the reason `unknown`.
 */
export function unmetConstraints(tool: CandidateTool, query: DiscoveryQuery): string[] {
  return checks.map((check) => check(tool, query)).filter((reason) => reason !== undefined);
}

/** Whether the tool passes although its trust is below the default: it is the caller's own, or endorsed for them. */
export const vouchedFor = (tool: CandidateTool): boolean => tool.own || tool.endorsed;

const trust: Check = (tool, { constraints: { minTrust }, trustStated }) => {
  if (tool.trust >= minTrust || (!trustStated && vouchedFor(tool))) return undefined;
  const remedy = trustStated ? '' : '; state a lower minTrust to see such tools';
  return `trust ${tool.trust.toFixed(3)} is below the ${trustStated ? 'asked' : 'default'} ${minTrust}${remedy}`;
};

const latency: Check = (tool, { constraints: { maxLatencyMs } }) => {
  if (maxLatencyMs === undefined) return undefined;
  const p95 = p95Ms(tool);
  if (p95 === undefined) return `p95 latency is unknown, and at most ${maxLatencyMs} ms were asked for`;
  return p95 <= maxLatencyMs ? undefined : `p95 latency ${p95} ms is above the asked ${maxLatencyMs} ms`;
};

const cost: Check = (tool, { constraints: { maxCost } }) => {
  if (maxCost === undefined) return undefined;
  const usd = costUsd(tool);
  if (usd === undefined) return `cost is unknown, and at most ${maxCost} USD a call was asked for`;
  return usd <= maxCost ? undefined : `cost ${usd} USD a call is above the asked ${maxCost} USD`;
};

/** `readOnly: false` asks for nothing. */
const readOnly: Check = (tool, { constraints }) =>
  constraints.readOnly !== true || tool.manifest.annotations?.readOnlyHint === true
    ? undefined
    : 'it does not declare itself read-only';

const protocol: Check = (tool, { constraints }) =>
  constraints.protocol === undefined || tool.manifest.protocol === constraints.protocol
    ? undefined
    : `its protocol is ${tool.manifest.protocol}, and ${constraints.protocol} was asked for`;

const stage: Check = (tool, { constraints }) =>
  constraints.stage === undefined || stages.indexOf(tool.stage) >= stages.indexOf(constraints.stage)
    ? undefined
    : `its stage ${tool.stage} comes before ${constraints.stage}`;

const version: Check = (tool, { constraints: { version: range } }) =>
  range === undefined || range === 'latest' || semver.satisfies(tool.version, range)
    ? undefined
    : `version ${tool.version} is outside ${range}`;

/** A tool that states no platform fits every one. A pre-release of a platform counts as that platform. */
const platform: Check = (tool, { constraints }) => {
  const range = tool.manifest.compatibility?.platform;
  const asked = constraints.platformVersion === undefined ? null : platformVersion(constraints.platformVersion);
  if (range === undefined || asked === null) return undefined;
  return semver.satisfies(asked, range, { includePrerelease: true })
    ? undefined
    : `it is made for platform ${range}, not ${constraints.platformVersion}`;
};

const checks: readonly Check[] = [trust, latency, cost, readOnly, protocol, stage, version, platform];
