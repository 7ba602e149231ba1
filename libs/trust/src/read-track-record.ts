import type { Directory } from '@assay/identity';
import type { Clock } from '@assay/kernel';
import { guardView, type ToolVersion } from '@assay/registry';
import { decayedTrust } from './decay.js';
import type { Evidence } from './evidence.js';
import type { EvidenceOfVersion, EvidenceStore } from './evidence-store.js';
import { presentTrust } from './present-trust.js';
import type { TrackRecord, TrackRecordOf } from './track-record.js';
import { trustScore } from './trust-score.js';
import { callsEver, goodCallsEver, type Weighing, weighEvidence } from './weigh-evidence.js';

export interface TrackRecordPorts {
  readonly store: Pick<EvidenceStore, 'evidenceOf'>;
  readonly directory: Pick<Directory, 'namespace'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly halfLifeDays: number;
}

/** Reads the record of a version from its evidence. */
export const readTrackRecord =
  ({ store, directory, clock, halfLifeDays }: TrackRecordPorts): TrackRecordOf =>
  async (version) => {
    const known = (await store.evidenceOf([version.id])).get(version.id) ?? nothing;
    const at = clock.now();
    const view = guardView(version, directory);
    const { base, score, confidence, t0 } = presentTrust(version, { view, at, halfLifeDays });
    const withOwn = trustScore(inFull(version, known, { view, at, ownInFull: true })).base;
    const scoreWithOwn = decayedTrust(withOwn, t0, at, halfLifeDays);
    const [calls, good] = [callsEver(known), goodCallsEver(known)];
    return { view, base, score, scoreWithOwn, confidence, calls, good } satisfies TrackRecord;
  };

const nothing: EvidenceOfVersion = {
  buckets: [],
  votes: { own: { count: 0, stars: 0 }, others: [] },
};

/** The version's evidence with the calls of the provider's organisation counted without discounts. */
function inFull(version: ToolVersion, known: EvidenceOfVersion, weighing: Weighing): Evidence {
  const { audit, driftedSince, examplePassed = false } = version.assurance;
  const signal = version.trust?.[weighing.view].signals.find((it) => it.name === 'providerReputation');
  const verified = version.lastVerifiedAt !== null;
  const beside = { manifest: version.manifest, audit, verified, examplePassed, reputation: null };
  const evidence = weighEvidence(known, beside, weighing);
  return { ...evidence, ...(signal && { reputationValue: signal.value }), drifted: driftedSince !== null };
}
