import type { ToolVersion } from '../../catalog/records.js';
import type { ToolOutlook } from './estimate-plan.js';
import type { Latency } from './latency.js';

/** What a tool is taken to need that nobody has measured and that declares nothing, in ms (SPEC section 6). */
const unknownMs = 1_000;

/** How long a version's calls take: measured where there is enough of it, else as declared; what is missing is scaled from the rest. */
export function latencyOf({ manifest: { sla }, trust }: Pick<ToolVersion, 'manifest' | 'trust'>): Latency {
  const p95 = trust?.p95Ms ?? sla?.p95Ms ?? sla?.p99Ms ?? sla?.p50Ms ?? unknownMs;
  const p50 = Math.min(sla?.p50Ms ?? p95 / 2, p95);
  return { p50, p95, p99: Math.max(sla?.p99Ms ?? p95 * 2, p95) };
}

/** The share of a version's calls that succeed: its reliability signal, else what it declares, else the prior's mean. */
export function reliabilityOfVersion({ manifest: { sla }, trust }: Pick<ToolVersion, 'manifest' | 'trust'>): number {
  const measured = trust?.signals.find(({ name }) => name === 'reliability');
  if (measured !== undefined && measured.sampleSize > 0) return measured.value;
  return sla?.availability ?? priorReliability;
}

/** SPEC section 2: where rates start from. */
const priorReliability = 0.7;

export function outlookOfVersion(
  version: ToolVersion,
  standIns: readonly ToolVersion[],
  needsApproval: boolean,
): ToolOutlook {
  return {
    latency: latencyOf(version),
    costUsd: version.manifest.costPerCallUsd ?? 0,
    needsApproval,
    levels: [version, ...standIns].map((it) => ({ provider: it.organisationId, success: reliabilityOfVersion(it) })),
  };
}
