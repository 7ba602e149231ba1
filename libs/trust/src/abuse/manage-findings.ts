import type { ResolveFinding } from '@assay/contracts';
import { type Caller, ownedNamespaces, recordChange, runsInstallation } from '@assay/identity';
import { type Failure, fail, isUuid, ok, type Result } from '@assay/kernel';
import { type Catalogue, notifyQuarantines, type Quarantine, type Revocation, type ToolVersion } from '@assay/registry';
import type { DefinitionExaminer, ExaminerPorts } from './definition-examiner.js';
import type { AbuseFinding, FindingQuery } from './finding-store.js';
import { causeOf, findingOf, type RevokeAbuse } from './revoke-abuse.js';

export interface ManageFindingsPorts extends ExaminerPorts {
  readonly catalogue: Catalogue;
  readonly examiner: Pick<DefinitionExaminer, 'quarantine'>;
  readonly response: Pick<RevokeAbuse, 'confirmed'>;
}

/** A finding beside the version it is of. */
export interface ShownFinding {
  readonly finding: AbuseFinding;
  readonly version: ToolVersion;
}

/**
 * Findings for the owners of the tools they are of, and for who runs the installation; to everybody else they are absent. Only who runs the
 * installation decides: a provider does not clear its own tools.
 */
export class ManageFindings {
  readonly #ports: ManageFindingsPorts;

  constructor(ports: ManageFindingsPorts) {
    this.#ports = ports;
  }

  /** Newest first. */
  async list(caller: Caller, query: Omit<FindingQuery, 'namespaces'>): Promise<ShownFinding[]> {
    const { directory, findings } = this.#ports;
    const isMaster = runsInstallation(caller, directory);
    const namespaces = isMaster ? undefined : ownedNamespaces(directory, caller);
    if (namespaces?.length === 0) return [];
    const found = await findings.list({ ...query, ...(namespaces !== undefined && { namespaces }) });
    return found.flatMap((finding) => this.#shown(finding) ?? []);
  }

  async find(caller: Caller, id: string): Promise<Result<ShownFinding, Failure>> {
    const { directory, findings } = this.#ports;
    const finding = isUuid(id) ? await findings.find(id) : undefined;
    const shown = finding && this.#shown(finding);
    const sees =
      shown !== undefined &&
      (runsInstallation(caller, directory) || ownedNamespaces(directory, caller).includes(shown.version.namespace));
    return sees ? ok(shown) : fail('not_found', `You have no finding with the id "${id}".`);
  }

  /**
   * `dismiss` ends the quarantine unless another finding holds the version; `confirm` quarantines it if it was not, and
   * revokes it when the finding is HIGH. The same decision again answers as the first did, and completes what a crash left undone.
   */
  async resolve(
    caller: Caller,
    id: string,
    { action, reason }: ResolveFinding,
  ): Promise<Result<ShownFinding, Failure>> {
    const found = await this.find(caller, id);
    if (!found.ok) return found;
    if (!runsInstallation(caller, this.#ports.directory)) {
      return fail('forbidden', 'Only an administrator of the installation decides on findings: ask one to review it.');
    }
    const state = action === 'dismiss' ? ('dismissed' as const) : ('confirmed' as const);
    const { finding, version } = found.value;
    const at = this.#ports.clock.now();
    const decided = await this.#ports.findings.decide(id, { state, at, by: caller.principalId as string, reason });
    const now = decided ? { ...finding, state } : await this.#ports.findings.find(id);
    if (now?.state !== state) {
      return fail('conflict', `The finding has been ${now?.state ?? 'removed'} already and cannot be decided again.`);
    }
    if (action === 'dismiss') await this.#release(caller, version, `an administrator dismissed the finding: ${reason}`);
    if (decided) {
      const { namespace, tool, version: number } = version;
      const subject = `${namespace}/${tool}@${number}`;
      await recordChange(this.#ports, caller, `finding.${action}`, subject, { finding: id, reason });
    }
    if (action === 'confirm') await this.#stop(version, now);
    return this.find(caller, id);
  }

  /** A version of which abuse is confirmed is quarantined and, when the finding is HIGH, revoked. */
  async #stop(version: ToolVersion, finding: AbuseFinding): Promise<void> {
    if (this.#isLifted(finding)) return;
    await this.#ports.examiner.quarantine(version, finding);
    await this.#ports.response.confirmed(version, finding);
  }

  /** The revocation that a confirmed finding had brought about was lifted: nor is the version quarantined for it. */
  async lifted(caller: Caller, { cause, lifted }: Revocation): Promise<void> {
    const id = findingOf(cause);
    const finding = id === undefined ? undefined : await this.#ports.findings.find(id);
    const shown = finding && this.#shown(finding);
    if (shown === undefined || lifted === null) return;
    const why = lifted.reason === null ? '' : `: ${lifted.reason}`;
    await this.#release(caller, shown.version, `an administrator lifted its revocation${why}`);
  }

  /** Ends the version's quarantine for abuse when no finding that quarantines is left. */
  async #release(caller: Caller, version: ToolVersion, because: string): Promise<void> {
    const { findings, quarantines, clock, feed } = this.#ports;
    const all = await findings.ofVersion(version.id);
    if (all.some((it) => holds(it) && !this.#isLifted(it))) return;
    const open = (await quarantines.openOf([version.id])).filter((it) => it.kind === 'abuse');
    for (const quarantine of open) {
      const at = clock.now();
      const released = await quarantines.release(quarantine.id, { at, because, by: caller.principalId });
      if (released) await this.#tell(version, { ...quarantine, releasedAt: at, releasedBecause: because });
    }
    await feed.caughtUp();
  }

  /** Whether an administrator has lifted what a confirmed finding had brought about. */
  #isLifted({ id }: AbuseFinding): boolean {
    const revocation = this.#ports.catalogue.revocations.causedBy(causeOf(id));
    return revocation !== undefined && revocation.lifted !== null;
  }

  #tell = (version: ToolVersion, quarantine: Quarantine): Promise<void> =>
    notifyQuarantines(this.#ports, 'version.released', [{ version, quarantine }]);

  /** Undefined when the version is gone. */
  #shown(finding: AbuseFinding): ShownFinding | undefined {
    const { catalogue } = this.#ports;
    const tool = catalogue.toolOf(finding.versionId);
    const version =
      tool === undefined ? undefined : catalogue.tool(tool)?.versions.find((it) => it.id === finding.versionId);
    return version && { finding, version };
  }
}

/** Whether a finding keeps its version quarantined. */
const holds = ({ state, severity, subject }: AbuseFinding): boolean =>
  state === 'confirmed' || (state === 'open' && severity === 'HIGH' && subject === 'definition');
