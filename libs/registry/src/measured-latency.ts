import { type Change, median } from '@assay/kernel';
import type { ToolVersion } from './records.js';

/**
 * Latency measured by one organisation for one version: successful calls, without the start of a process or connection.
 */
export interface MeasuredLatency {
  readonly id: string;
  /** Of the callers. */
  readonly organisationId: string;
  readonly versionId: string;
  readonly calls: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
}

export type LatencyChange = Change<'latency', MeasuredLatency>;

/** Call durations in ms; undefined means unknown. */
export interface KnownLatency {
  readonly p50Ms: number | undefined;
  readonly p95Ms: number | undefined;
  readonly p99Ms: number | undefined;
  /** Whether the caller's organisation has measured it. */
  readonly isMeasured: boolean;
}

/** The latency of a version's calls for callers of an organisation. */
export type LatencyOf = (version: Pick<ToolVersion, 'id' | 'manifest'>, organisationId: string | null) => KnownLatency;

/**
 * From this many calls on measurements are used; the declared value, or the organisation's median, has the same weight.
 */
const minCalls = 5;
const priorCalls = 5;

const quantiles = ['p50Ms', 'p95Ms', 'p99Ms'] as const;
type Quantile = (typeof quantiles)[number];

/** The declared latency, in the absence of measurements. */
export const declaredLatency: LatencyOf = ({ manifest: { sla } }) => ({
  p50Ms: sla?.p50Ms,
  p95Ms: sla?.p95Ms,
  p99Ms: sla?.p99Ms,
  isMeasured: false,
});

/** Measurements of one organisation. */
interface Measurements {
  readonly byVersion: Map<string, MeasuredLatency>;
  /** Medians over the organisation's tools; undefined after a change, until requested. */
  medians: Readonly<Record<Quantile, number | undefined>> | undefined;
}

/** What organisations have measured, in memory, as the change feed delivers it. */
export class LatencyBook {
  readonly #byOrganisation = new Map<string, Measurements>();
  readonly #byId = new Map<string, MeasuredLatency>();

  apply({ id, state }: LatencyChange): void {
    const former = this.#byId.get(id);
    if (former !== undefined) this.#remove(former);
    if (state === null) return;
    this.#byId.set(id, state);
    const known = this.#byOrganisation.get(state.organisationId) ?? { byVersion: new Map(), medians: undefined };
    known.byVersion.set(state.versionId, state);
    known.medians = undefined;
    this.#byOrganisation.set(state.organisationId, known);
  }

  /**
   * Measured by the organisation itself from 5 calls on, with shrinkage: the declared value, or else the median of its
   * tools, counts as 5 calls. With fewer calls, as declared.
   */
  of: LatencyOf = (version, organisationId) => {
    const declared = declaredLatency(version, organisationId);
    const known = organisationId === null ? undefined : this.#byOrganisation.get(organisationId);
    const measured = known?.byVersion.get(version.id);
    if (known === undefined || measured === undefined || measured.calls < minCalls) return declared;
    const medians = mediansOf(known);
    const shrunk = (quantile: Quantile): number => {
      const prior = declared[quantile] ?? medians[quantile] ?? measured[quantile];
      return (measured.calls * measured[quantile] + priorCalls * prior) / (measured.calls + priorCalls);
    };
    const p50Ms = shrunk('p50Ms');
    const p95Ms = Math.max(p50Ms, shrunk('p95Ms'));
    return { p50Ms, p95Ms, p99Ms: Math.max(p95Ms, shrunk('p99Ms')), isMeasured: true };
  };

  #remove(former: MeasuredLatency): void {
    this.#byId.delete(former.id);
    const known = this.#byOrganisation.get(former.organisationId);
    if (known === undefined) return;
    known.byVersion.delete(former.versionId);
    known.medians = undefined;
    if (known.byVersion.size === 0) this.#byOrganisation.delete(former.organisationId);
  }
}

function mediansOf(known: Measurements): Readonly<Record<Quantile, number | undefined>> {
  if (known.medians === undefined) {
    const enough = [...known.byVersion.values()].filter(({ calls }) => calls >= minCalls);
    const of = (quantile: Quantile) => median(enough.map((it) => it[quantile]));
    known.medians = { p50Ms: of('p50Ms'), p95Ms: of('p95Ms'), p99Ms: of('p99Ms') };
  }
  return known.medians;
}
