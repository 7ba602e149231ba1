import { dayMs } from '@assay/kernel';
import type { MeasuredLatency, ToolVersion } from '@assay/registry';
import {
  addBins,
  addBuckets,
  addDays,
  addWeights,
  type BucketAddition,
  type CallerDay,
  callerDays,
  type DueVersion,
  type EvidenceBatch,
  type EvidenceBucket,
  type EvidenceOfVersion,
  type EvidenceStore,
  isWorthNotifying,
  type LatencyBins,
  type LatencyTally,
  latencySummaryOf,
  noWeights,
  type OrganisationDay,
  oldestPeriod,
  organisationDays,
  periodOf,
  type Scored,
  type TrustDay,
  timesWeights,
  weighBatch,
  windowDays,
  workingShareIn,
} from '@assay/trust';
import type { InMemoryCatalogueStore } from './in-memory-catalogue-store.js';
import type { InMemoryChangeFeed } from './in-memory-change-feed.js';
import type { InMemoryRatingStore } from './in-memory-rating-store.js';

/** As in the database: of the window's days, all counters by caller but three days' go. */
const countersLastMs = (windowDays - 3) * dayMs;

/** Evidence without a database. The catalogue's rows determine what is due, as triggers do in the database. */
export class InMemoryEvidenceStore implements EvidenceStore {
  readonly #batches = new Set<string>();
  /** By version, then by day and provider. */
  readonly #buckets = new Map<string, Map<string, EvidenceBucket>>();
  /** By day, then by version and caller. */
  readonly #callers = new Map<number, Map<string, CallerDay>>();
  /** By day, then by version and calling organisation. */
  readonly #organisations = new Map<number, Map<string, OrganisationDay>>();
  /** By version and calling organisation, then by period. */
  readonly #latencies = new Map<string, Map<number, LatencyBins>>();
  readonly #measured = new Map<string, MeasuredLatency>();
  readonly #toolCallers = new Set<string>();
  readonly #heirs = new Set<string>();
  readonly #due = new Map<string, number>();
  readonly #history = new Map<string, TrustDay[]>();
  /** What of a version, as it was last seen, makes it due when it changes. */
  readonly #seen = new Map<string, number | null>();
  #marks = 0;
  #formula: string | undefined;

  constructor(
    private readonly catalogue: InMemoryCatalogueStore,
    private readonly ratings: InMemoryRatingStore,
    private readonly feed?: Pick<InMemoryChangeFeed, 'put' | 'remove'>,
  ) {
    ratings.onVote = (tool) => this.#mark((it) => `${it.namespace}/${it.tool}` === tool);
  }

  async add(batch: EvidenceBatch): Promise<void> {
    if (this.#batches.has(batch.id)) return;
    this.#batches.add(batch.id);
    const there = (id: string) => this.catalogue.version(id) !== undefined;
    const known = {
      ...batch,
      callers: batch.callers.filter((it) => there(it.versionId)),
      latencies: batch.latencies.filter((it) => there(it.versionId)),
    };
    const former = callerDays(known).flatMap((it) => this.#callersOf(it.day).get(callerKey(it)) ?? []);
    const organisations = organisationDays(known, former);
    const before = organisations.flatMap((it) => this.#organisationsOf(it.day).get(organisationKey(it)) ?? []);
    for (const bucket of weighBatch(known, former, before)) this.#addBucket(bucket);
    for (const it of callerDays(known)) {
      const there = this.#callersOf(it.day).get(callerKey(it));
      this.#callersOf(it.day).set(callerKey(it), there === undefined ? it : addDays(there, it));
    }
    for (const it of organisations) {
      const weights = this.#organisationsOf(it.day).get(organisationKey(it))?.weights ?? noWeights;
      this.#organisationsOf(it.day).set(organisationKey(it), { ...it, weights: addWeights(weights, it.weights) });
    }
    for (const tally of known.latencies) this.#measure(tally);
    for (const { principalId, versionId } of known.callers)
      this.#toolCallers.add(`${principalId} ${toolOf(this.catalogue.version(versionId))}`);
    const touched = new Set(known.callers.map((it) => it.versionId));
    this.#mark((it) => touched.has(it.id));
  }

  async hasCalled(principalId: string, tool: string): Promise<boolean> {
    return this.#toolCallers.has(`${principalId} ${tool}`);
  }

  async inherit(versionId: string, from: string, share: number): Promise<void> {
    if (this.#heirs.has(versionId)) return;
    this.#heirs.add(versionId);
    const none = { calls: 0, faults: 0, memberCalls: 0, memberFaults: 0, callerFaults: 0, callers: 0 };
    for (const bucket of this.#bucketsOf(from).filter((it) => it.inside.calls > 0 || it.outside.calls > 0))
      this.#addBucket({
        ...bucket,
        ...none,
        versionId,
        inside: timesWeights(share, bucket.inside),
        outside: timesWeights(share, bucket.outside),
      });
  }

  async due(limit: number): Promise<readonly DueVersion[]> {
    this.#look();
    return [...this.#due]
      .sort(([, a], [, b]) => a - b)
      .slice(0, limit)
      .map(([versionId, mark]) => ({ versionId, mark: String(mark) }));
  }

  async evidenceOf(versionIds: readonly string[]): Promise<ReadonlyMap<string, EvidenceOfVersion>> {
    return new Map(
      versionIds.map((id) => {
        const version = this.catalogue.version(id);
        return [
          id,
          { buckets: this.#bucketsOf(id), votes: this.ratings.votesOn(toolOf(version), version?.organisationId ?? '') },
        ];
      }),
    );
  }

  async settle(scored: readonly Scored[], at: number): Promise<void> {
    const day = Math.floor(at / dayMs) * dayMs;
    for (const { versionId, mark, trust } of scored) {
      if (String(this.#due.get(versionId)) !== mark) continue;
      this.#due.delete(versionId);
      const version = this.catalogue.version(versionId);
      if (version === undefined) continue;
      const t0 = version.lastVerifiedAt ?? version.publishedAt;
      const bases = { base: trust.outside.base, insideBase: trust.inside.base };
      const state = { day, ...bases, t0, working: workingShareIn(trust) };
      const days = (this.#history.get(versionId) ?? []).filter((it) => it.day !== day);
      this.#history.set(versionId, [...days, state]);
      if (JSON.stringify(version.trust) !== JSON.stringify(trust))
        this.catalogue.amend(versionId, (it) => ({ ...it, trust }));
    }
  }

  async forget(due: readonly DueVersion[]): Promise<void> {
    for (const { versionId, mark } of due) if (String(this.#due.get(versionId)) === mark) this.#due.delete(versionId);
  }

  async history(versionId: string, since: number): Promise<readonly TrustDay[]> {
    const days = this.#history.get(versionId) ?? [];
    const first = days.findLast((it) => it.day <= since);
    return days.filter((it) => it.day >= (first?.day ?? since));
  }

  async rollUp(before: number): Promise<number> {
    const all = [...this.#buckets.values()].flatMap((it) => [...it.values()]);
    const old = all.filter(({ day }) => day !== null && day < before);
    for (const bucket of old) {
      this.#buckets.get(bucket.versionId)?.delete(`${bucket.day} ${bucket.own}`);
      this.#addBucket({ ...bucket, day: null });
    }
    for (const days of [this.#callers, this.#organisations])
      for (const day of days.keys()) if (day < before + countersLastMs) days.delete(day);
    this.#forgetLatencies(oldestPeriod(before + windowDays * dayMs));
    const touched = new Set(old.map((it) => it.versionId));
    this.#mark((it) => touched.has(it.id));
    return old.length;
  }

  async refresh(): Promise<void> {
    const organisations = new Set([...this.#buckets.keys()].map((id) => this.catalogue.version(id)?.organisationId));
    this.#mark((it) => organisations.has(it.organisationId));
  }

  async reckonBy(formula: string): Promise<boolean> {
    if (formula === this.#formula) return false;
    this.#formula = formula;
    this.#mark(() => true);
    return this.catalogue.versionRows().length > 0;
  }

  /** Keys are worked out where they are asked for. */
  async rekey(): Promise<number> {
    return 0;
  }

  #addBucket(added: BucketAddition | EvidenceBucket): void {
    const buckets = this.#buckets.get(added.versionId) ?? new Map<string, EvidenceBucket>();
    const key = `${added.day} ${added.own}`;
    const there = buckets.get(key);
    this.#buckets.set(added.versionId, buckets.set(key, there === undefined ? added : addBuckets(there, added)));
  }

  #bucketsOf = (versionId: string): EvidenceBucket[] => [...(this.#buckets.get(versionId)?.values() ?? [])];

  #callersOf = (day: number) => ofDay(this.#callers, day);
  #organisationsOf = (day: number) => ofDay(this.#organisations, day);

  #measure({ versionId, organisationId, day, bins }: LatencyTally): void {
    const id = `${organisationId} ${versionId}`;
    const periods = this.#latencies.get(id) ?? new Map<number, LatencyBins>();
    const period = periodOf(day);
    this.#latencies.set(id, periods.set(period, addBins(periods.get(period) ?? {}, bins)));
    const now = latencySummaryOf([...periods.values()]);
    if (now === undefined || !isWorthNotifying(now, this.#measured.get(id))) return;
    const measured = { id, organisationId, versionId, ...now };
    this.#measured.set(id, measured);
    this.feed?.put('latency', measured);
  }

  #forgetLatencies(oldest: number): void {
    for (const [id, periods] of this.#latencies) {
      for (const period of periods.keys()) if (period < oldest) periods.delete(period);
      if (periods.size > 0) continue;
      this.#latencies.delete(id);
      if (this.#measured.delete(id)) this.feed?.remove('latency', id);
    }
  }

  #mark(wanted: (version: ToolVersion) => boolean): void {
    for (const version of this.catalogue.versionRows().filter(wanted)) {
      this.#marks += 1;
      this.#due.set(version.id, this.#marks);
    }
  }

  #look(): void {
    this.#mark(({ id, lastVerifiedAt }) => {
      const isNew = !this.#seen.has(id) || this.#seen.get(id) !== lastVerifiedAt;
      this.#seen.set(id, lastVerifiedAt);
      return isNew;
    });
  }
}

const toolOf = (version: ToolVersion | undefined): string => `${version?.namespace}/${version?.tool}`;

const callerKey = ({ versionId, caller }: CallerDay): string => `${versionId} ${caller}`;
const organisationKey = ({ versionId, organisationId }: OrganisationDay): string => `${versionId} ${organisationId}`;

function ofDay<T>(days: Map<number, Map<string, T>>, day: number): Map<string, T> {
  const known = days.get(day) ?? new Map<string, T>();
  days.set(day, known);
  return known;
}
