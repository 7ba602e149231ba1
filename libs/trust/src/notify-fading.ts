import { type EvidenceView, evidenceViews } from '@assay/contracts';
import { type Directory, ownersOf } from '@assay/identity';
import { type Clock, dayMs, hourMs, isoTime, type Job, type Notice, type Notices } from '@assay/kernel';
import { type Catalogue, isPublic, shownVersion, type ToolVersion } from '@assay/registry';
import { fallsBelowAt, minKey } from './decay.js';
import { presentTrust } from './present-trust.js';
import type { PlacedVersion, TrustOrder } from './trust-order.js';

const everyMs = hourMs;
/** How long in advance a tool's owners are notified that it will no longer be found. */
export const noticeAheadDays = 7;
/** Verifications come daily. What has missed no more than this is as good as it can be, however near to the bound. */
const missedDays = 2;
const pageSize = 200;

export interface FadingPorts {
  readonly order: TrustOrder;
  readonly catalogue: Pick<Catalogue, 'versionById' | 'tool' | 'revocations'>;
  readonly directory: Directory;
  readonly notices: Notices;
  readonly clock: Pick<Clock, 'now'>;
  readonly halfLifeDays: number;
  /** Trust below which strangers do not find a tool unless they ask for less. */
  readonly foundFrom: number;
}

/**
 * Tells owners that a tool is about to be found no more only because time passes. Nothing is written when trust decays, so
 * that nothing would tell of it; but whatever falls below a trust between two times has its key between two bounds, which
 * the stored order gives without looking at any other version. Said once for each last verification.
 */
export class NotifyFading {
  readonly #ports: FadingPorts;

  constructor(ports: FadingPorts) {
    this.#ports = ports;
  }

  get job(): Job {
    return { name: 'trust.fading', everyMs, run: (signal) => this.run(signal) };
  }

  async run(signal: AbortSignal): Promise<void> {
    for (const view of evidenceViews) await this.#runIn(view, signal);
  }

  async #runIn(view: EvidenceView, signal: AbortSignal): Promise<void> {
    const { order, clock, halfLifeDays, foundFrom, notices } = this.#ports;
    const now = clock.now();
    const min = minKey(foundFrom, now, halfLifeDays);
    const below = minKey(foundFrom, now + noticeAheadDays * dayMs, halfLifeDays);
    let after: PlacedVersion | undefined;
    do {
      const page = await order.page({ view, min, below, limit: pageSize, ...(after && { after }) });
      const reports = page.flatMap(({ versionId }) => this.#noticeOf(versionId, view, now) ?? []);
      if (reports.length > 0) await notices.send(reports);
      after = page.length < pageSize ? undefined : page.at(-1);
    } while (after !== undefined && !signal.aborted);
  }

  #noticeOf(versionId: string, view: EvidenceView, now: number): Notice | undefined {
    const { catalogue, directory, halfLifeDays, foundFrom } = this.#ports;
    const version = catalogue.versionById(versionId);
    if (version === undefined || !this.#needsNotice(version)) return undefined;
    // A public tool is found by everybody else in the outside view; any other tool only from inside.
    if (isPublic(version, directory) !== (view === 'outside')) return undefined;
    const { base, t0, score } = presentTrust(version, { view, at: now, halfLifeDays });
    const to = now - t0 < missedDays * dayMs ? [] : ownersOf(directory, version.namespace);
    if (to.length === 0) return undefined;
    const tool = `${version.namespace}/${version.tool}`;
    const subject = `${tool}@${version.version}`;
    const [on, since] = [isoTime(fallsBelowAt(foundFrom, base, t0, halfLifeDays)), isoTime(t0)];
    const how = version.lastVerifiedAt === null ? 'published, and never verified,' : 'last verified';
    return {
      key: `trust.fading ${version.id} ${t0}`,
      kind: 'trust.fading',
      subject,
      text: `From ${on.slice(0, 10)} on ${subject} will be found only by those who ask for less trust than ${foundFrom}: it was ${how} on ${since.slice(0, 10)}. A successful verification restores its trust: see assay verify ${subject}.`,
      details: { tool, version: version.version, score, base, since, fallsOn: on },
      to,
    };
  }

  /** Whether it is the version that search shows of its tool, and not red: owners were already notified of that. */
  #needsNotice(version: ToolVersion): boolean {
    const { catalogue } = this.#ports;
    if (version.assurance.driftedSince !== null) return false;
    if (version.quarantined !== null || (version.status !== 'ACTIVE' && version.status !== 'DEPRECATED')) return false;
    const versions = catalogue.tool(`${version.namespace}/${version.tool}`)?.versions ?? [];
    return (
      shownVersion(versions, catalogue.revocations)?.id === version.id &&
      catalogue.revocations.of(version) === undefined
    );
  }
}
