import { type EvidenceView, evidenceViews } from '@assay/contracts';
import { dayMs, type Job, type Pause, pausing } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import type { EvidenceStore } from '../evidence-store.js';
import { workingShareOf } from '../trust-score.js';
import type { AbuseFinding, FindingStore } from './finding-store.js';
import { type SettleAlertPorts, settleAlert } from './settle-alert.js';

export interface RevokeAbusePorts extends SettleAlertPorts {
  readonly findings: FindingStore;
  readonly evidence: Pick<EvidenceStore, 'history'>;
}

/** A version is revoked when S without its audit, freshness and rating terms is below this share of what they leave … */
export const distrustedBelow = 0.2;
/** … in either view, and rests on so much: with 20 calls of prior that is 80 calls after discounts. */
export const minConfidence = 0.8;
/** Back to this share after an administrator has lifted the revocation, a fall is a new one. */
export const recoveredTrust = 0.25;

const everyMs = 5 * 60_000;
const pageSize = 100;
/** Tools looked at before others have their turn, in a millisecond or so. */
const looksAtOnce = 2_000;

const findingCause = 'finding ';
/** What a confirmed finding revokes for. */
export const causeOf = (findingId: string): string => `${findingCause}${findingId}`;
/** Id of the finding for which a version was revoked; undefined for every other cause. */
export const findingOf = (cause: string | null): string | undefined =>
  cause?.startsWith(findingCause) ? cause.slice(findingCause.length) : undefined;

/** The view in which nobody should call a version; undefined when there is none. Undecayed: age revokes nothing. */
export const distrustedView = ({ trust }: Pick<ToolVersion, 'trust'>): EvidenceView | undefined =>
  evidenceViews.find(
    (view) =>
      trust !== null && trust[view].confidence >= minConfidence && workingShareOf(trust[view]) < distrustedBelow,
  );

export const isDistrusted = (version: Pick<ToolVersion, 'trust'>): boolean => distrustedView(version) !== undefined;

/**
 * Automatic revocations: of versions with very low trust, of confirmed abuse, and for critical alerts. Each uses the
 * same revocation as an administrator, with its figures as the reason, once per cause: after an administrator has
 * lifted one, only a new cause revokes again. The recurring pass compares current state, and so completes what a crash
 * interrupted.
 */
export class RevokeAbuse implements Job {
  readonly name = 'abuse.revocations';
  readonly everyMs = everyMs;
  readonly #ports: RevokeAbusePorts;
  readonly #pause: Pause;

  constructor(ports: RevokeAbusePorts) {
    this.#ports = ports;
    this.#pause = pausing(ports.clock);
  }

  /** One pass. What cannot be dealt with does not keep the rest waiting; the first such failure is thrown. */
  async run(signal: AbortSignal): Promise<void> {
    const failures: unknown[] = [];
    for await (const act of this.#acts(signal)) {
      if (signal.aborted) return;
      await act().catch((failure: unknown) => failures.push(failure));
    }
    if (failures.length > 0) throw failures[0];
  }

  /** All there is to do, alerts first. */
  async *#acts(signal: AbortSignal): AsyncGenerator<() => Promise<unknown>> {
    const { catalogue, alerts } = this.#ports;
    for (const alert of await alerts.unsettled(pageSize)) yield () => settleAlert(this.#ports, alert);
    for await (const { finding, version } of this.#confirmed()) yield () => this.confirmed(version, finding);
    let seen = 0;
    for (const id of catalogue.sortedIds()) {
      const distrusted = catalogue.tool(id)?.versions.filter(isDistrusted) ?? [];
      if (distrusted.length > 0) yield () => this.#distrusted(distrusted);
      seen += 1;
      if (seen % looksAtOnce === 0) await this.#pause();
      if (signal.aborted) return;
    }
  }

  /** Of versions that were just scored. */
  async scored(versionIds: readonly string[]): Promise<void> {
    const { catalogue } = this.#ports;
    await this.#distrusted(versionIds.flatMap((id) => catalogue.versionById(id) ?? []).filter(isDistrusted));
  }

  /** Revokes a version of which abuse was confirmed, if the finding is HIGH. */
  async confirmed(version: ToolVersion, { id, severity, state, signs }: AbuseFinding): Promise<void> {
    if (severity !== 'HIGH' || state !== 'confirmed') return;
    const rules = signs.slice(0, 3).map((it) => it.rule);
    const reason = `An administrator confirmed that it is abuse (${rules.join(', ')}; finding ${id}).`;
    await this.#revoke(version, causeOf(id), reason);
  }

  async #distrusted(versions: readonly ToolVersion[]): Promise<void> {
    for (const version of versions) {
      const view = distrustedView(version);
      if (version.trust === null || view === undefined || this.#isRevoked(version)) continue;
      const cause = await this.#fall(version);
      if (cause === undefined) continue;
      const { calls } = version.trust;
      const { confidence } = version.trust[view];
      const share = workingShareOf(version.trust[view]).toFixed(3);
      const reason = `Its trust before decay, without audit, freshness and ratings, is ${share} of what it could be, below ${distrustedBelow}, with confidence ${confidence.toFixed(2)} after ${calls.others + calls.own} calls (${view} view).`;
      await this.#revoke(version, cause, reason);
    }
  }

  /**
   * Names this fall of a version: the first, or one after it had recovered since the former was lifted. Undefined when
   * it is the fall that was lifted.
   */
  async #fall({ id }: ToolVersion): Promise<string | undefined> {
    const { revocations } = this.#ports.catalogue;
    let number = 1;
    let former = revocations.causedBy(`trust ${id} ${number}`);
    for (let next = former; next !== undefined; next = revocations.causedBy(`trust ${id} ${number}`)) {
      former = next;
      number += 1;
    }
    if (former === undefined) return `trust ${id} 1`;
    const since = former.lifted?.at;
    if (since === undefined) return undefined;
    const days = await this.#ports.evidence.history(id, since);
    const hasRecovered = days.some(({ day, base, working = base }) => day > since - dayMs && working >= recoveredTrust);
    return hasRecovered ? `trust ${id} ${number}` : undefined;
  }

  async #revoke(version: ToolVersion, cause: string, reason: string): Promise<void> {
    if (this.#isRevoked(version)) return;
    const { namespace, tool, versionKey: range } = version;
    await this.#ports.byRule.run({ namespace, tool, range }, { cause, reason });
  }

  #isRevoked = (version: ToolVersion): boolean => this.#ports.catalogue.revocations.of(version) !== undefined;

  async *#confirmed(): AsyncGenerator<{ finding: AbuseFinding; version: ToolVersion }> {
    const { findings, catalogue } = this.#ports;
    let after: string | undefined;
    for (;;) {
      const query = { severity: 'HIGH', state: 'confirmed', limit: pageSize } as const;
      const page = await findings.list({ ...query, ...(after !== undefined && { after }) });
      for (const finding of page) {
        const version = catalogue.versionById(finding.versionId);
        if (version !== undefined) yield { finding, version };
      }
      after = page.at(-1)?.id;
      if (page.length < pageSize) return;
    }
  }
}
