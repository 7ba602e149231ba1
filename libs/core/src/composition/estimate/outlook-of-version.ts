import type { ToolVersion } from '../../catalog/records.js';
import { observedShare } from '../../trust/trust-score.js';
import type { Estimate, ToolOutlook } from './estimate-plan.js';
import type { Latency } from './latency.js';

/**
 * How long a version's calls take: measured where there is enough of it, else as declared; a quantile that is missing is
 * scaled from those there are. Null when there is none.
 */
export function latencyOf({ manifest: { sla }, trust }: Pick<ToolVersion, 'manifest' | 'trust'>): Latency | null {
  const p95 = trust?.p95Ms ?? sla?.p95Ms ?? sla?.p99Ms ?? (sla?.p50Ms === undefined ? undefined : 2 * sla.p50Ms);
  if (p95 === undefined) return null;
  const p50 = Math.min(trust?.p50Ms ?? sla?.p50Ms ?? p95 / 2, p95);
  return { p50, p95, p99: Math.max(trust?.p99Ms ?? sla?.p99Ms ?? p95 * 2, p95) };
}

/**
 * The share of a version's calls that succeed: as measured where there is enough of it, else as declared; null when neither
 * is there. Its reliability signal starts from a prior, which is invented and no measurement: it is taken out again.
 */
export function reliabilityOfVersion({
  manifest: { sla },
  trust,
}: Pick<ToolVersion, 'manifest' | 'trust'>): number | null {
  const measured = trust?.signals.find(({ name }) => name === 'reliability');
  return (measured && observedShare(measured)) ?? sla?.availability ?? null;
}

/** Of a composition, what nobody has measured of the whole is what its steps come to; each of them costs on its own. */
export function outlookOfVersion(
  version: ToolVersion,
  standIns: readonly ToolVersion[],
  inner: Estimate | undefined,
): ToolOutlook {
  const declared = version.manifest.costPerCallUsd;
  const own = {
    provider: version.organisationId,
    success: reliabilityOfVersion(version) ?? inner?.reliability ?? null,
  };
  return {
    name: version.manifest.name,
    latency: latencyOf(version) ?? inner?.latency ?? null,
    costUsd:
      inner === undefined ? { least: declared ?? 0, most: declared ?? null } : plus(inner.costUsd, declared ?? 0),
    levels: [own, ...standIns.map((it) => ({ provider: it.organisationId, success: reliabilityOfVersion(it) }))],
    ...(inner && { within: inner }),
  };
}

const plus = ({ least, most }: Estimate['costUsd'], more: number): Estimate['costUsd'] => ({
  least: least + more,
  most: most === null ? null : most + more,
});
