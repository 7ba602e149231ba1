import type { Manifest } from '@assay/contracts';
import { type AuditLog, type ChangeFeed, digestJson, namespaceOf, type Random } from '@assay/kernel';
import {
  type DefinitionFinding,
  type NotifyPorts,
  notifyQuarantines,
  type Quarantine,
  type Quarantined,
  type QuarantineStore,
  type ToolVersion,
  type WellUsedTools,
} from '@assay/registry';
import { findingOf, sentenceOf } from './definition-finding.js';
import { examineDefinition, ruleSetVersion } from './detect.js';
import type { AbuseFinding, FindingStore } from './finding-store.js';
import { impersonationSigns } from './impersonation.js';
import type { SecretRules } from './secret-rules.js';
import type { Judgement } from './sign.js';

export interface ExaminerPorts extends NotifyPorts {
  readonly findings: FindingStore;
  readonly quarantines: QuarantineStore;
  readonly secrets: SecretRules;
  readonly wellUsed: Pick<WellUsedTools, 'forOthers'>;
  readonly audit: AuditLog;
  readonly feed: Pick<ChangeFeed, 'caughtUp'>;
  readonly random: Random;
}

/** How soon it is written down that a published definition shows nothing. */
const markAfterMs = 1_000;

/**
 * Judges definitions. A HIGH one is published quarantined: `examine` says why before the version is inserted, `settle`
 * records the finding afterwards and opens the quarantine that an administrator ends. A version whose settling was cut short by a crash stays
 * quarantined, is not marked as scanned, and is settled by the next sweep.
 */
export class DefinitionExaminer {
  readonly #ports: ExaminerPorts;
  /** What `examine` found, for `settle`. */
  readonly #judged = new WeakMap<Manifest, Promise<Judgement>>();
  #clean: string[] = [];
  #stopTimer: (() => void) | undefined;

  constructor(ports: ExaminerPorts) {
    this.#ports = ports;
  }

  /** What a person has to look at before the manifest's version is called; undefined when there is nothing. */
  examine = async (manifest: Manifest): Promise<DefinitionFinding | undefined> =>
    findingOf(await this.#judge(manifest));

  /** Records what a published version's definition shows, once for each finding. Repeating it is harmless. */
  async settle(version: ToolVersion): Promise<void> {
    const judgement = await this.#judge(version.manifest);
    if (judgement.severity !== 'LOW') await this.#record(version, judgement);
    await this.#ports.findings.markScanned([version.id], ruleSetVersion, this.#ports.clock.now());
  }

  /**
   * As `settle`, for a version that was just published. That nothing was found is written down soon and in groups, since a
   * publisher need not wait for it; what a crash leaves unwritten is judged again by the sweep.
   */
  async published(version: ToolVersion): Promise<void> {
    if ((await this.#judge(version.manifest)).severity !== 'LOW') return this.settle(version);
    this.#clean.push(version.id);
    this.#stopTimer ??= this.#ports.clock.after(markAfterMs, () => void this.#markClean().catch(() => {}));
  }

  async #markClean(): Promise<void> {
    const ids = this.#clean;
    this.#clean = [];
    this.#stopTimer = undefined;
    await this.#ports.findings.markScanned(ids, ruleSetVersion, this.#ports.clock.now());
  }

  #judge(manifest: Manifest): Promise<Judgement> {
    const known = this.#judged.get(manifest);
    if (known !== undefined) return known;
    const definition = manifest as unknown as Readonly<Record<string, unknown>>;
    const organisationId = this.#ports.directory.namespace(namespaceOf(manifest.name))?.organisationId;
    const imitated = impersonationSigns(manifest, this.#ports.wellUsed.forOthers(organisationId));
    const judgement = examineDefinition(definition, { rules: this.#ports.secrets, clock: this.#ports.clock }, imitated);
    this.#judged.set(manifest, judgement);
    judgement.catch(() => this.#judged.delete(manifest));
    return judgement;
  }

  async #record(version: ToolVersion, judgement: Judgement): Promise<void> {
    const finding = this.#draft(version, judgement);
    const isNew = await this.#ports.findings.add(finding);
    if (isNew) await this.#audit(version, 'finding.record', { finding: finding.id, ...shortly(judgement) });
    const decided = (await this.#ports.findings.ofVersion(version.id)).find(
      (it) => it.subject === 'definition' && it.fingerprint === finding.fingerprint,
    );
    // What a person has decided about stays as it was left: dismissed, or confirmed and perhaps lifted since.
    if (judgement.severity === 'HIGH' && decided?.state === 'open') await this.quarantine(version, judgement);
  }

  /** Quarantines a version because of a finding, unless it is so already, and tells those concerned. */
  async quarantine(version: ToolVersion, judgement: Pick<Judgement, 'signs' | 'severity'>): Promise<void> {
    const { quarantines, feed } = this.#ports;
    const quarantine = this.#quarantineOf(version, sentenceOf(judgement));
    if (!(await quarantines.open(quarantine))) return;
    const { id, finding } = quarantine;
    await this.#audit(version, 'version.quarantine', { quarantine: id, kind: 'abuse', finding });
    await feed.caughtUp();
    const quarantined: Quarantined = { version, quarantine };
    await notifyQuarantines(this.#ports, 'version.quarantined', [quarantined]);
  }

  #draft(version: ToolVersion, { severity, score, signs }: Judgement): AbuseFinding {
    return {
      id: this.#ports.random.uuid(),
      organisationId: version.organisationId,
      versionId: version.id,
      subject: 'definition',
      fingerprint: digestJson(signs.map(({ rule, path }) => `${rule} ${path}`).sort()),
      severity,
      score,
      signs,
      ruleSet: ruleSetVersion,
      callers: null,
      state: 'open',
      foundAt: this.#ports.clock.now(),
      decidedAt: null,
      decidedBy: null,
      reason: null,
    };
  }

  #quarantineOf(version: ToolVersion, finding: string): Quarantine {
    const now = this.#ports.clock.now();
    return {
      id: this.#ports.random.uuid(),
      organisationId: version.organisationId,
      versionId: version.id,
      kind: 'abuse',
      finding,
      since: version.quarantined?.since ?? now,
      server: null,
      upstreamTool: null,
      pinnedDigest: null,
      observedDigest: null,
      diff: [],
      diffIsComplete: true,
      observedAt: now,
      releasedAt: null,
      releasedBecause: null,
      releasedBy: null,
      successor: null,
    };
  }

  async #audit(version: ToolVersion, action: string, details: Readonly<Record<string, unknown>>): Promise<void> {
    const { organisationId, namespace, tool, version: number } = version;
    const subject = `${namespace}/${tool}@${number}`;
    await this.#ports.audit.append({ organisationId, principalId: null, action, subject, details }).settled;
  }
}

const shortly = ({ severity, score, signs }: Judgement) => ({ severity, score, rules: signs.map((it) => it.rule) });
