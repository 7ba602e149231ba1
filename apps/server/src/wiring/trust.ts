import { type Clock, decayedTrust, noEvidence, type ShowTrust, type ToolVersion, trustScore } from '@assay/core';

/** Trust of a version at the clock's time: evidence is worked out once a version, decay whenever it is shown. */
export function trustAt(clock: Clock, halfLifeDays: number): ShowTrust {
  const scores = new WeakMap<ToolVersion, ReturnType<typeof trustScore>>();
  return (version) => {
    let score = scores.get(version);
    if (score === undefined) {
      score = trustScore({ ...noEvidence(version.manifest), verified: version.lastVerifiedAt !== null });
      scores.set(version, score);
    }
    const since = version.lastVerifiedAt ?? version.publishedAt;
    return { score: decayedTrust(score.base, since, clock.now(), halfLifeDays), confidence: score.confidence };
  };
}
