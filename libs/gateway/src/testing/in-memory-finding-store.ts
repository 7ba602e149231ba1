import type { ToolVersion } from '@assay/registry';
import type { AbuseFinding, FindingDecision, FindingQuery, FindingStore, Sighting } from '@assay/trust';
import type { InMemoryCatalogueStore } from './in-memory-catalogue-store.js';

/** Findings without a database. */
export class InMemoryFindingStore implements FindingStore {
  readonly #findings = new Map<string, AbuseFinding>();
  readonly #scans = new Map<string, number>();
  #sightings: Sighting[] = [];

  constructor(private readonly catalogue: InMemoryCatalogueStore) {}

  async add(finding: AbuseFinding): Promise<boolean> {
    const version = this.catalogue.version(finding.versionId);
    if (version === undefined || [...this.#findings.values()].some((it) => isSame(it, finding))) return false;
    this.#findings.set(finding.id, { ...finding, organisationId: version.organisationId });
    return true;
  }

  async decide(id: string, { state, at, by, reason }: FindingDecision): Promise<boolean> {
    const present = this.#findings.get(id);
    if (present?.state !== 'open') return false;
    this.#findings.set(id, { ...present, state, decidedAt: at, decidedBy: by, reason });
    return true;
  }

  async find(id: string): Promise<AbuseFinding | undefined> {
    return this.#findings.get(id);
  }

  async list({ namespaces, tool, severity, subject, state, after, limit }: FindingQuery) {
    return this.#newestFirst()
      .filter((it) => {
        const version = this.catalogue.version(it.versionId) as ToolVersion;
        const isAsked = tool === undefined || tool === `${version.namespace}/${version.tool}`;
        return isAsked && (namespaces === undefined || namespaces.includes(version.namespace));
      })
      .filter((it) => severity === undefined || it.severity === severity)
      .filter((it) => subject === undefined || it.subject === subject)
      .filter((it) => state === undefined || it.state === state)
      .filter((it) => after === undefined || it.id < after)
      .slice(0, limit);
  }

  async ofVersion(versionId: string): Promise<readonly AbuseFinding[]> {
    return this.#newestFirst().filter((it) => it.versionId === versionId);
  }

  async unscanned(ruleSet: number, limit: number): Promise<readonly string[]> {
    return this.catalogue
      .versionRows()
      .filter(({ id }) => (this.#scans.get(id) ?? -1) < ruleSet)
      .sort((a, b) => a.publishedAt - b.publishedAt || (a.id < b.id ? -1 : 1))
      .slice(0, limit)
      .map(({ id }) => id);
  }

  async markScanned(versionIds: readonly string[], ruleSet: number): Promise<void> {
    for (const id of versionIds) this.#scans.set(id, Math.max(ruleSet, this.#scans.get(id) ?? ruleSet));
  }

  async sighted(sighting: Sighting, since: number): Promise<number> {
    const { versionId, fingerprint, principalId } = sighting;
    const ofText = (it: Sighting) => it.versionId === versionId && it.fingerprint === fingerprint;
    const isMine = (it: Sighting) => ofText(it) && it.principalId === principalId;
    const latest = Math.max(sighting.at, ...this.#sightings.filter(isMine).map((it) => it.at));
    this.#sightings = [...this.#sightings.filter((it) => !isMine(it)), { ...sighting, at: latest }];
    return this.#sightings.filter((it) => ofText(it) && it.at >= since).length;
  }

  async forgetSightings(before: number): Promise<void> {
    this.#sightings = this.#sightings.filter((it) => it.at >= before);
  }

  #newestFirst = (): AbuseFinding[] => [...this.#findings.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
}

const isSame = (a: AbuseFinding, b: AbuseFinding): boolean =>
  a.versionId === b.versionId && a.subject === b.subject && a.fingerprint === b.fingerprint;
