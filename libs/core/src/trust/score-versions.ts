import type { Catalogue } from '../catalog/catalogue.js';
import { shownVersion } from '../catalog/lifecycle/shown-version.js';
import { predecessorOf } from '../catalog/predecessor.js';
import type { ToolVersion, VersionTrust } from '../catalog/records.js';
import type { ChangeFeed } from '../kernel/change-feed.js';
import type { Clock } from '../kernel/clock.js';
import type { Evidence } from './evidence.js';
import type { DueVersion, EvidenceOfVersion, EvidenceStore, Scored } from './evidence-store.js';
import { type ObservedTool, observedScore, reputationOf } from './reputation.js';
import { trustScore } from './trust-score.js';
import { callsEver, measuredLatency, othersEvidence, weighEvidence } from './weigh-evidence.js';

/** Versions scored in one go. */
const batchSize = 200;
/** What a version takes over of its predecessor's evidence: within a major, and from one to the next. */
export const inheritedShare = { sameLine: 0.5, otherLine: 0.1 };

export interface ScoringPorts {
  readonly catalogue: Catalogue;
  readonly store: EvidenceStore;
  readonly feed: Pick<ChangeFeed, 'caughtUp'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Told of versions whose trust was worked out, once it can be read here. */
  readonly scored?: (versionIds: readonly string[]) => Promise<void>;
}

/** Trust of a version from what is known of it: the score, and what others' calls alone say. */
export function scoreVersion(
  version: ToolVersion,
  known: EvidenceOfVersion,
  { reputation, at }: { readonly reputation: Evidence['reputation']; readonly at: number },
): VersionTrust {
  const { manifest, assurance, lastVerifiedAt } = version;
  const beside = { manifest, audit: assurance.audit, verified: lastVerifiedAt !== null, reputation };
  const drifted = assurance.driftedSince !== null;
  const { base, confidence, signals } = trustScore({ ...weighEvidence(known, beside, at), drifted });
  const observed = trustScore(othersEvidence(known, manifest, at));
  const votes = [known.votes.own, ...known.votes.others];
  return {
    base,
    confidence,
    signals: signals.map(({ name, value, sampleSize }) => ({ name, value, sampleSize })),
    observed: { score: observedScore(observed), confidence: observed.confidence },
    calls: callsEver(known),
    votes: {
      count: votes.reduce((sum, { count }) => sum + count, 0),
      stars: votes.reduce((sum, { stars }) => sum + stars, 0),
    },
    ...measuredLatency(known, at),
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
    const providers = this.#providers(new Set(found.map(({ version }) => version.organisationId)));
    const scored = found.map(({ due: { versionId, mark }, version }) => {
      const reputation = reputationOf(version.manifest.name, providers.get(version.organisationId) ?? []);
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

  /** What others' calls say of each tool of these providers, as it was last worked out. */
  #providers(organisations: ReadonlySet<string>): Map<string, ObservedTool[]> {
    const { catalogue } = this.#ports;
    const tools = new Map<string, ObservedTool[]>();
    for (const organisation of organisations) {
      const observed = catalogue.toolsOf(organisation).flatMap(({ id, versions }) => {
        const of = shownVersion(versions, catalogue.revocations)?.trust?.observed;
        return of === undefined || of.confidence === 0 ? [] : [{ tool: id, ...of }];
      });
      tools.set(organisation, observed);
    }
    return tools;
  }
}

const nothing: EvidenceOfVersion = { buckets: [], votes: { own: { count: 0, stars: 0 }, others: [] } };
