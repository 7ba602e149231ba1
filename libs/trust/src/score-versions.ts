import type { EvidenceView } from '@assay/contracts';
import type { ChangeFeed, Clock } from '@assay/kernel';
import { type Catalogue, predecessorOf, type ToolVersion, type TrustInView, type VersionTrust } from '@assay/registry';
import type { Evidence } from './evidence.js';
import type { DueVersion, EvidenceOfVersion, EvidenceStore, Scored } from './evidence-store.js';
import { ProviderReputations } from './provider-reputations.js';
import { observedScore } from './reputation.js';
import { trustScore } from './trust-score.js';
import { callsEver, observedEvidence, weighEvidence } from './weigh-evidence.js';

/** Versions scored in one go. */
const batchSize = 200;
/** What a version takes over of its predecessor's evidence: within a major, and from one to the next. */
export const inheritedShare = { sameLine: 0.5, otherLine: 0.1 };

export interface ScoringPorts {
  readonly catalogue: Catalogue;
  readonly store: EvidenceStore;
  readonly feed: Pick<ChangeFeed, 'caughtUp'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Called for versions with recomputed trust, once it is visible here. */
  readonly scored?: (versionIds: readonly string[]) => Promise<void>;
}

export interface ScoringKnowledge {
  readonly reputation: Readonly<Record<EvidenceView, Evidence['reputation']>>;
  readonly at: number;
}

/** Trust of a version in both views, from what is known about it. */
export function scoreVersion(
  version: ToolVersion,
  known: EvidenceOfVersion,
  knowledge: ScoringKnowledge,
): VersionTrust {
  const votes = [known.votes.own, ...known.votes.others];
  return {
    inside: scoreInView(version, known, 'inside', knowledge),
    outside: scoreInView(version, known, 'outside', knowledge),
    calls: callsEver(known),
    votes: {
      count: votes.reduce((sum, { count }) => sum + count, 0),
      stars: votes.reduce((sum, { stars }) => sum + stars, 0),
    },
  };
}

function scoreInView(
  { manifest, assurance, lastVerifiedAt }: ToolVersion,
  known: EvidenceOfVersion,
  view: EvidenceView,
  { reputation, at }: ScoringKnowledge,
): TrustInView {
  const { audit, driftedSince, examplePassed = false } = assurance;
  const verified = lastVerifiedAt !== null;
  const beside = { manifest, audit, verified, examplePassed, reputation: reputation[view] };
  const drifted = driftedSince !== null;
  const { base, confidence, signals } = trustScore({ ...weighEvidence(known, beside, { view, at }), drifted });
  const observed = trustScore(observedEvidence(known, manifest, { view, at }));
  return {
    base,
    confidence,
    signals: signals.map(({ name, value, sampleSize }) => ({ name, value, sampleSize })),
    observed: { score: observedScore(observed), confidence: observed.confidence },
  };
}

/**
 * Works out the trust of versions that are due: evidence has arrived, a day has left the window, somebody voted, it was
 * verified or published. Several replicas may do so at once: what is written belongs to the mark it was read under.
 */
export class ScoreVersions {
  readonly #ports: ScoringPorts;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(ports: ScoringPorts) {
    this.#ports = ports;
  }

  /** One pass over all that is due. Those who ask while one runs share the one after it. */
  run(signal?: AbortSignal): Promise<void> {
    if (this.#next === undefined) {
      this.#next = this.#running.then(() => {
        this.#next = undefined;
        return this.#pass(signal);
      });
      this.#running = this.#next.catch(() => {});
    }
    return this.#next;
  }

  async #pass(signal: AbortSignal | undefined): Promise<void> {
    const { store, feed, clock, scored: tell } = this.#ports;
    const ids: string[] = [];
    for (let due = await store.due(batchSize); due.length > 0; due = await store.due(batchSize)) {
      if (signal?.aborted) return;
      await feed.caughtUp();
      const at = clock.now();
      const { scored, gone } = await this.#score(due, at);
      if (gone.length > 0) await store.forget(gone);
      if (scored.length > 0) await store.settle(scored, at);
      for (const { versionId } of scored) ids.push(versionId);
      if (due.length < batchSize) break;
    }
    await feed.caughtUp();
    if (ids.length > 0) await tell?.(ids);
  }

  async #score(due: readonly DueVersion[], at: number): Promise<{ scored: Scored[]; gone: DueVersion[] }> {
    const { catalogue, store } = this.#ports;
    const found = due.flatMap((it) => {
      const version = catalogue.versionById(it.versionId);
      return version === undefined ? [] : [{ due: it, version }];
    });
    for (const { version } of found) if (version.trust === null) await this.#inherit(version);
    const known = await store.evidenceOf(found.map(({ version }) => version.id));
    const reputations = new ProviderReputations(catalogue);
    const scored = found.map(({ due: { versionId, mark }, version }) => {
      const reputation = reputations.of(version);
      const evidence = known.get(versionId) ?? nothing;
      return { versionId, mark, trust: scoreVersion(version, evidence, { reputation, at }) };
    });
    const present = new Set(found.map((it) => it.due));
    return { scored, gone: due.filter((it) => !present.has(it)) };
  }

  async #inherit(version: ToolVersion): Promise<void> {
    const { catalogue, store } = this.#ports;
    const versions = catalogue.tool(version.manifest.name)?.versions ?? [];
    const isRevoked = (it: ToolVersion) => catalogue.revocations.of(it) !== undefined;
    const former = predecessorOf(version.versionKey, versions, isRevoked);
    if (former === undefined) return;
    const share = former.sameLine ? inheritedShare.sameLine : inheritedShare.otherLine;
    await store.inherit(version.id, former.version.id, share);
  }
}

const nothing: EvidenceOfVersion = { buckets: [], votes: { own: { count: 0, stars: 0 }, others: [] } };
