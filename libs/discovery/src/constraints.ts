import { type Constraints, stages } from '@assay/contracts';
import semver from 'semver';
import { type CandidateTool, costUsd, p95Ms } from './candidate.js';
import { platformVersion } from './platform-version.js';
import type { DiscoveryQuery } from './query.js';

interface Stated {
  readonly constraints: Constraints;
  /** Whether a least trust was asked for; the default one does not hold for the caller's own tools. */
  readonly trustStated: boolean;
}

/** A version, as far as its number and its platform are asked about. */
export type Versioned = Pick<CandidateTool, 'version' | 'manifest'>;

type Check = (tool: CandidateTool, stated: Stated) => string | undefined;

/**
 * Why a tool does not meet a query's constraints, a sentence for each; empty when it meets them all. What is not known
 * of a tool fails a stated constraint, with the reason `unknown`.
 */
export function unmetConstraints(tool: CandidateTool, query: DiscoveryQuery): string[] {
  return checks.map((check) => check(tool, query)).filter((reason) => reason !== undefined);
}

/** Why a tool does not meet what a query's text demands; undefined when it does. */
export const unmetDemand = (tool: CandidateTool, constraints: Constraints): string | undefined =>
  checks.map((check) => check(tool, { constraints, trustStated: true })).find((reason) => reason !== undefined);

/** Whether the version fits a range and a platform, as far as they are stated. */
export const fitsVersion = (tool: Versioned, constraints: Constraints): boolean =>
  [version, platform].every((check) => check(tool, { constraints, trustStated: true }) === undefined);

/** Whether the tool passes although its trust is below the default: it is the caller's own, or endorsed for them. */
export const vouchedFor = (tool: CandidateTool): boolean => tool.own || tool.endorsed;

const trust: Check = (tool, { constraints: { minTrust }, trustStated }) => {
  if (minTrust === undefined || tool.trust >= minTrust || (!trustStated && vouchedFor(tool))) return undefined;
  const remedy = trustStated ? '' : '; state a lower minTrust to see such tools';
  return `trust ${tool.trust.toFixed(3)} is below the ${trustStated ? 'asked' : 'default'} ${minTrust}${remedy}`;
};

const latency: Check = (tool, { constraints: { maxLatencyMs } }) => {
  if (maxLatencyMs === undefined) return undefined;
  const p95 = p95Ms(tool);
  if (p95 === undefined) return `p95 latency is unknown, and at most ${maxLatencyMs} ms was requested`;
  return p95 <= maxLatencyMs ? undefined : `p95 latency ${p95} ms is above the requested ${maxLatencyMs} ms`;
};

const cost: Check = (tool, { constraints: { maxCost } }) => {
  if (maxCost === undefined) return undefined;
  const usd = costUsd(tool);
  if (usd === undefined) return `cost is unknown, and at most ${maxCost} USD per call was requested`;
  return usd <= maxCost ? undefined : `cost ${usd} USD per call is above the requested ${maxCost} USD`;
};

/** `readOnly: false` asks for nothing. */
const readOnly: Check = (tool, { constraints }) =>
  constraints.readOnly !== true || tool.manifest.annotations?.readOnlyHint === true
    ? undefined
    : 'it does not declare itself read-only';

const protocol: Check = (tool, { constraints }) =>
  constraints.protocol === undefined || tool.manifest.protocol === constraints.protocol
    ? undefined
    : `protocol is ${tool.manifest.protocol}, and ${constraints.protocol} was asked for`;

const stage: Check = (tool, { constraints }) =>
  constraints.stage === undefined || stages.indexOf(tool.stage) >= stages.indexOf(constraints.stage)
    ? undefined
    : `its stage ${tool.stage} comes before ${constraints.stage}`;

const version = (tool: Versioned, { constraints: { version: range } }: Stated): string | undefined =>
  range === undefined || range === 'latest' || semver.satisfies(tool.version, range)
    ? undefined
    : `version ${tool.version} is outside ${range}`;

/** A tool that states no platform fits every one. A pre-release of a platform counts as that platform. */
const platform = (tool: Versioned, { constraints }: Stated): string | undefined => {
  const range = tool.manifest.compatibility?.platform;
  const asked = constraints.platformVersion === undefined ? null : platformVersion(constraints.platformVersion);
  if (range === undefined || asked === null) return undefined;
  return semver.satisfies(asked, range, { includePrerelease: true })
    ? undefined
    : `it is made for platform ${range}, not ${constraints.platformVersion}`;
};

/** A tool is excluded by a word of its provider, namespace or name, or by the whole of one of them. */
const exclude: Check = (tool, { constraints }) => {
  const [namespace = '', name = ''] = tool.id.split('/');
  const whole = [tool.id, namespace, name, tool.provider ?? ''].map((it) => it.toLowerCase());
  const words = new Set(wordsIn([namespace, name, tool.provider ?? ''].join(' ')));
  const met = constraints.exclude?.find((it) => whole.includes(it.toLowerCase()) || words.has(it.toLowerCase()));
  return met === undefined ? undefined : `its provider, namespace or name says ${met}, which is excluded`;
};

const wordsIn = (text: string): string[] =>
  text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

const checks: readonly Check[] = [trust, latency, cost, readOnly, protocol, stage, version, platform, exclude];
