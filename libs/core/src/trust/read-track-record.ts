import type { ShowTrust } from '../catalog/entry.js';
import type { ToolVersion } from '../catalog/records.js';
import type { Clock } from '../kernel/clock.js';
import { decayedTrust } from './decay.js';
import type { Evidence } from './evidence.js';
import type { EvidenceBucket, EvidenceOfVersion, EvidenceStore } from './evidence-store.js';
import type { CallCounts, TrackRecord, TrackRecordOf } from './track-record.js';
import { trustScore } from './trust-score.js';
import { weighEvidence } from './weigh-evidence.js';

export interface TrackRecordPorts {
  readonly store: Pick<EvidenceStore, 'evidenceOf'>;
  /** Decayed trust as everybody sees it. */
  readonly trustOf: ShowTrust;
  readonly clock: Pick<Clock, 'now'>;
  readonly halfLifeDays: number;
}

/** Reads the record of a version from its evidence. */
export const readTrackRecord =
  ({ store, trustOf, clock, halfLifeDays }: TrackRecordPorts): TrackRecordOf =>
  async (version) => {
    const known = (await store.evidenceOf([version.id])).get(version.id) ?? nothing;
    const { score, confidence } = trustOf(version);
    const base = version.trust?.base ?? score;
    const now = clock.now();
    const t0 = version.lastVerifiedAt ?? version.publishedAt;
    const withOwn = trustScore(inFull(version, known, now)).base;
    const calls = countsOf(known.buckets, (it) => it.calls);
    const good = countsOf(known.buckets, (it) => it.calls - it.faults);
    const scoreWithOwn = decayedTrust(withOwn, t0, now, halfLifeDays);
    return { base, score, scoreWithOwn, confidence, calls, good } satisfies TrackRecord;
  };

const nothing: EvidenceOfVersion = {
  buckets: [],
  votes: { own: { count: 0, stars: 0 }, others: [] },
};

const countsOf = (buckets: readonly EvidenceBucket[], of: (bucket: EvidenceBucket) => number): CallCounts => {
  const sum = (own: boolean) => buckets.reduce((total, it) => total + (it.own === own ? of(it) : 0), 0);
  return { own: sum(true), others: sum(false) };
};

/** The version's evidence with the provider's own calls counted like anybody's. */
function inFull(version: ToolVersion, known: EvidenceOfVersion, at: number): Evidence {
  const { audit, driftedSince } = version.assurance;
  const signal = version.trust?.signals.find((it) => it.name === 'providerReputation');
  const reputation = signal === undefined ? null : { score: signal.value, sampleSize: signal.sampleSize };
  const beside = { manifest: version.manifest, audit, verified: version.lastVerifiedAt !== null, reputation };
  return { ...weighEvidence(known, beside, at, () => 1), drifted: driftedSince !== null };
}
