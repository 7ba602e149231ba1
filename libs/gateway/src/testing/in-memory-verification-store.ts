import type {
  DueTurns,
  Verification,
  VerificationEnd,
  VerificationQuery,
  VerificationStore,
  VerificationTurn,
} from '@assay/trust';
import type { InMemoryCatalogueStore } from './in-memory-catalogue-store.js';

/** Every first turn comes so long after publication; in the database by chance, within the hour. */
const firstTurnMs = 300_000;

/** Verifications without a database. */
export class InMemoryVerificationStore implements VerificationStore {
  readonly #rows = new Map<string, Verification>();
  /** The id of the last one of each version that was begun here: the only one that may run. */
  readonly #latest = new Map<string, string>();
  /** The ids of each version's, by version. */
  readonly #ofVersion = new Map<string, Set<string>>();
  readonly #turns = new Map<string, VerificationTurn>();

  constructor(private readonly catalogue: InMemoryCatalogueStore) {}

  async begin(verification: Verification): Promise<Verification | undefined> {
    const running = this.#running(verification.versionId);
    if (running !== undefined) return running;
    if (this.catalogue.version(verification.versionId) === undefined) return undefined;
    this.keep(verification);
    return verification;
  }

  /** When the last green one before a moment ended. */
  async greenBefore(versionId: string, at: number): Promise<number | null> {
    const ends = this.#rowsOf(versionId)
      .filter((it) => it.verdict === 'green')
      .flatMap((it) => (it.endedAt !== null && it.endedAt < at ? [it.endedAt] : []));
    return ends.length === 0 ? null : Math.max(...ends);
  }

  async beginDue({ now, ids }: DueTurns): Promise<readonly Verification[]> {
    const due = this.catalogue
      .versionRows()
      .filter(({ id }) => this.#turn(id).dueAt <= now && this.#running(id) === undefined)
      .sort((a, b) => this.#turn(a.id).dueAt - this.#turn(b.id).dueAt)
      .slice(0, ids.length)
      .map(
        (version, index): Verification => ({
          id: ids[index] as string,
          organisationId: version.organisationId,
          versionId: version.id,
          trigger: 'scheduled',
          requestedBy: null,
          startedAt: now,
          endedAt: null,
          kind: null,
          verdict: null,
          summary: 'running',
          checks: [],
        }),
      );
    for (const it of due) this.keep(it);
    return due;
  }

  async unfinished(before: number, limit: number): Promise<readonly Verification[]> {
    return this.catalogue
      .versionRows()
      .flatMap(({ id }) => this.#running(id) ?? [])
      .filter((it) => it.startedAt < before)
      .sort((a, b) => a.startedAt - b.startedAt)
      .slice(0, limit);
  }

  async end({ verification, next }: VerificationEnd): Promise<boolean> {
    const present = this.#rows.get(verification.id);
    if (present === undefined || present.endedAt !== null) return false;
    const { versionId } = verification;
    this.#rows.set(verification.id, verification);
    this.#turns.set(versionId, { versionId, ...next });
    this.judge(verification);
    return true;
  }

  /** What a verification that has ended does to its version. */
  private judge({ versionId, verdict, kind, endedAt }: VerificationEnd['verification']): void {
    this.catalogue.amend(versionId, (version) => {
      const { assurance, lastVerifiedAt } = version;
      const driftedSince =
        verdict === 'green' ? null : (assurance.driftedSince ?? (verdict === 'red' ? endedAt : null));
      const verifiedAt = verdict === 'green' ? Math.max(lastVerifiedAt ?? 0, endedAt) : lastVerifiedAt;
      const isExample = verdict === 'green' && kind === 'examples';
      const known = { ...assurance, driftedSince, ...(isExample && { examplePassed: true }) };
      return { ...version, lastVerifiedAt: verifiedAt, assurance: known };
    });
  }

  async forget(endedBefore: number): Promise<number> {
    const old = [...this.#rows.values()].filter(
      (it) =>
        it.endedAt !== null && it.endedAt < endedBefore && this.#rowsOf(it.versionId).some(({ id }) => id > it.id),
    );
    for (const it of old) this.#forget(it);
    return old.length;
  }

  async turn(versionId: string): Promise<VerificationTurn | undefined> {
    return this.catalogue.version(versionId) === undefined ? undefined : this.#turn(versionId);
  }

  async find(id: string): Promise<Verification | undefined> {
    return this.#rows.get(id);
  }

  async list({ versionIds, namespaces, verdict, after, limit }: VerificationQuery): Promise<readonly Verification[]> {
    const namespaceOf = (id: string) => this.catalogue.version(id)?.namespace ?? '';
    return [...this.#rows.values()]
      .filter((it) => versionIds?.includes(it.versionId) ?? true)
      .filter((it) => namespaces?.includes(namespaceOf(it.versionId)) ?? true)
      .filter((it) => verdict === undefined || it.verdict === verdict)
      .filter((it) => after === undefined || it.id < after)
      .sort((a, b) => (a.id < b.id ? 1 : -1))
      .slice(0, limit);
  }

  /** One that was carried out elsewhere. */
  keep(verification: Verification): void {
    this.#rows.set(verification.id, verification);
    if (verification.endedAt === null) this.#latest.set(verification.versionId, verification.id);
    const ids = this.#ofVersion.get(verification.versionId) ?? new Set();
    this.#ofVersion.set(verification.versionId, ids.add(verification.id));
  }

  #forget({ id, versionId }: Verification): void {
    this.#rows.delete(id);
    this.#ofVersion.get(versionId)?.delete(id);
  }

  #rowsOf = (versionId: string): Verification[] =>
    [...(this.#ofVersion.get(versionId) ?? [])].flatMap((id) => this.#rows.get(id) ?? []);

  #running(versionId: string): Verification | undefined {
    const latest = this.#rows.get(this.#latest.get(versionId) ?? '');
    return latest?.endedAt === null ? latest : undefined;
  }

  #turn = (versionId: string): VerificationTurn =>
    this.#turns.get(versionId) ?? {
      versionId,
      dueAt: (this.catalogue.version(versionId)?.publishedAt ?? 0) + firstTurnMs,
      inconclusive: 0,
      good: { own: 0, others: 0 },
    };
}
