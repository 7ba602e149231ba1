import { wilson } from '@assay/kernel';
import {
  type Catalogue,
  independentGroups,
  type KnownLatency,
  type LatencyOf,
  observedShare,
  type ToolVersion,
  viewOf,
} from '@assay/registry';
import type { ShareInterval } from './cost-and-reliability.js';
import type { Estimate, ToolOutlook } from './estimate-plan.js';
import type { Latency } from './latency.js';

/** How long calls take, with a missing quantile scaled from those there are. Null when there is none. */
export function wholeLatency({ p50Ms, p95Ms, p99Ms }: KnownLatency): Latency | null {
  const p95 = p95Ms ?? p99Ms ?? (p50Ms === undefined ? undefined : 2 * p50Ms);
  if (p95 === undefined) return null;
  return { p50: Math.min(p50Ms ?? p95 / 2, p95), p95, p99: Math.max(p99Ms ?? p95 * 2, p95) };
}

/**
 * The share of a version's calls that succeed: as measured where there is enough of it, else as declared; null when neither
 * is there. Its reliability signal starts from a prior, which is invented and no measurement: it is taken out again.
 */
export function reliabilityOfVersion(
  { organisationId, manifest: { sla }, trust }: Pick<ToolVersion, 'organisationId' | 'manifest' | 'trust'>,
  caller: string | null,
): number | null {
  const measured = trust?.[viewOf(caller, { organisationId })].signals.find(({ name }) => name === 'reliability');
  return (measured && observedShare(measured)) ?? sla?.availability ?? null;
}

/** What the calls of a version show of its reliability; undefined where there are too few. */
function measuredShare(
  version: Pick<ToolVersion, 'organisationId' | 'trust'>,
  caller: string | null,
): ShareInterval | undefined {
  const measured = version.trust?.[viewOf(caller, version)].signals.find(({ name }) => name === 'reliability');
  const share = measured && observedShare(measured);
  if (measured === undefined || share == null) return undefined;
  const n = measured.sampleSize;
  const interval = wilson(share * n, n);
  return interval === null ? undefined : { low: interval.low, high: interval.high, n };
}

/** For whom an outlook is made. */
export interface OutlookFor {
  /** The caller's organisation. */
  readonly organisationId: string | null;
  readonly latencyOf: LatencyOf;
  readonly catalogue: Pick<Catalogue, 'serverFor'>;
}

/**
 * What a version is expected to take, cost and achieve. For a composition, what nobody has measured as a whole is the sum
 * of its steps; each of them costs on its own. Levels that share a namespace or an upstream host count as one.
 */
export function outlookOfVersion(
  version: ToolVersion,
  standIns: readonly ToolVersion[],
  inner: Estimate | undefined,
  { organisationId, latencyOf, catalogue }: OutlookFor,
): ToolOutlook {
  const declared = version.manifest.costPerCallUsd;
  const groups = independentGroups([version, ...standIns], catalogue);
  const own = measuredShare(version, organisationId);
  const isInner = reliabilityOfVersion(version, organisationId) === null && inner !== undefined;
  const levels = [
    isInner
      ? { success: inner.reliability, interval: inner.interval ?? undefined }
      : { success: reliabilityOfVersion(version, organisationId), interval: own },
    ...standIns.map((it) => ({
      success: reliabilityOfVersion(it, organisationId),
      interval: measuredShare(it, organisationId),
    })),
  ];
  return {
    name: version.manifest.name,
    latency: wholeLatency(latencyOf(version, organisationId)) ?? inner?.latency ?? null,
    costUsd:
      inner === undefined ? { least: declared ?? 0, most: declared ?? null } : plus(inner.costUsd, declared ?? 0),
    levels: levels.map((it, at) => ({ provider: String(groups[at]), ...it })),
    ...(inner && { within: inner }),
  };
}

const plus = ({ least, most }: Estimate['costUsd'], more: number): Estimate['costUsd'] => ({
  least: least + more,
  most: most === null ? null : most + more,
});
