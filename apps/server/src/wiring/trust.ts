import type { EvidenceView } from '@assay/contracts';
import { defaultMinTrust } from '@assay/discovery';
import { isMember } from '@assay/identity';
import type { Jobs, Notices } from '@assay/kernel';
import {
  type CataloguePorts,
  LatencyBook,
  type LatencyChange,
  type ShowTrust,
  type ToolVersion,
  viewOf,
} from '@assay/registry';
import {
  EvidenceLog,
  type EvidenceStore,
  ExplainTrust,
  minKey,
  NotifyFading,
  presentTrust,
  RateTool,
  type RatingStore,
  ScoreVersions,
  type TrustOrder,
  trustJobs,
  trustKey,
} from '@assay/trust';
import { filterChanges } from './filter-changes.js';

/** A new version shows what it starts with at once; what it inherits, this much later. */
const publishedWithinMs = 1_000;

export interface TrustParts extends CataloguePorts {
  readonly evidence: EvidenceStore;
  readonly ratings: RatingStore;
  readonly order: TrustOrder;
  readonly notices: Notices;
  readonly jobs: Pick<Jobs, 'add'>;
  readonly halfLifeDays: number;
  /** Called for trust that could not be computed, which is retried. */
  readonly onProblem: (cause: unknown) => void;
  /** Called for versions that were scored. */
  readonly scored: (versionIds: readonly string[]) => Promise<void>;
}

/** Trust of a version at the clock's time, as callers of an organisation see it: what was last computed, decayed to now. */
export const trustAt =
  ({ now }: { readonly now: () => number }, halfLifeDays: number): ShowTrust =>
  (version, organisationId) => {
    const look = { view: viewOf(organisationId, version), at: now(), halfLifeDays };
    const { score, confidence, view } = presentTrust(version, look);
    return { score, confidence, view };
  };

/** Evidence, the score computed from it, and its queries. */
export function buildTrust(parts: TrustParts) {
  const { evidence, ratings, order, notices, jobs, halfLifeDays, onProblem, scored, ...ports } = parts;
  const { catalogue, directory, feed, clock, random } = ports;
  const scoring = new ScoreVersions({ catalogue, store: evidence, feed, clock, scored });
  const soon = () => void scoring.run().catch(onProblem);
  let stopWaiting: (() => void) | undefined;
  /** Many that are published at once are scored at once. */
  const published = () => {
    stopWaiting ??= clock.after(publishedWithinMs, () => {
      stopWaiting = undefined;
      soon();
    });
  };
  const latencies = new LatencyBook();
  const isOwner = (principalId: string, namespace: string) => isMember(directory, principalId, namespace);
  const log = new EvidenceLog({ store: evidence, clock, random, isMember: isOwner, written: soon });
  const fading = new NotifyFading({
    order,
    catalogue,
    directory,
    notices,
    clock,
    halfLifeDays,
    foundFrom: defaultMinTrust,
  });
  const upkeep = [...trustJobs(evidence, scoring, clock), fading.job];
  for (const job of upkeep) jobs.add(job);
  return {
    halfLifeDays,
    /** What orders a version among others, at any time. */
    keysOf: (version: ToolVersion) => {
      const key = (view: EvidenceView) => {
        const { base, t0 } = presentTrust(version, { view, at: clock.now(), halfLifeDays });
        return trustKey(base, t0, halfLifeDays);
      };
      return { trustKey: key('outside'), insideTrustKey: key('inside') };
    },
    /** Decayed trust in one view. */
    trustIn: (version: ToolVersion, view: EvidenceView): number =>
      presentTrust(version, { view, at: clock.now(), halfLifeDays }).score,
    /** How long calls take for an organisation. */
    latencyOf: latencies.of,
    following: filterChanges<LatencyChange>(['latency'], (change) => latencies.apply(change)),
    minKeyOf: (trust: number) => minKey(trust, clock.now(), halfLifeDays),
    log,
    scoring,
    /** Recurring work, which `jobs` runs. */
    upkeep,
    /** Something was published: it is scored in a moment, without anybody waiting for it. */
    published,
    /** Writes what was counted, works out what is due, and rests. */
    stop: async () => {
      stopWaiting?.();
      await log.flush();
      await scoring.run();
    },
    explain: new ExplainTrust({ catalogue, directory, store: evidence, clock, halfLifeDays }),
    rate: new RateTool({ ...ports, ratings, store: evidence, log, scoring }),
  };
}
