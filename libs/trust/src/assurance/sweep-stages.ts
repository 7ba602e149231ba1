import type { EvidenceView, Stage } from '@assay/contracts';
import { type Job, type Pause, pausing } from '@assay/kernel';
import { guardView, type ToolVersion } from '@assay/registry';
import { belowSince, demotionDays, demotionMargin, floorOf, isToBeDemoted } from '../stage-fall.js';
import { missingAttestation, requirementsOf, stageAfter, stageBars, stageBefore } from '../stage-requirements.js';
import { isProviderKnown } from './provider-identity.js';
import { isTakenBack } from './taken-back.js';
import { type StagePorts, turnStage } from './turn-stage.js';

export interface SweepPorts extends StagePorts {
  /** Decayed trust in one view, from memory. */
  readonly trustIn: (version: ToolVersion, view: EvidenceView) => number;
}

const everyMs = 10 * 60_000;
/** Stages a version reaches by itself; VERIFIED is asked for. */
const reachedByItself: ReadonlySet<Stage> = new Set(['BETA', 'GENERAL_AVAILABILITY']);
/** Minimum calls for a promotion, by any callers. */
const minCalls = 100;
/** Tools looked at before others have their turn, in a few milliseconds. */
const looksAtOnce = 1_000;

/**
 * Automatic stage changes: a version that meets the next stage's requirements is promoted, up to general availability,
 * and one below its floor for seven days is demoted by one stage. The sweep compares current state, and so completes
 * what a crash interrupted.
 */
export class SweepStages implements Job {
  readonly name = 'stages';
  readonly everyMs = everyMs;
  readonly #ports: SweepPorts;
  readonly #pause: Pause;

  constructor(ports: SweepPorts) {
    this.#ports = ports;
    this.#pause = pausing(ports.clock);
  }

  /** One pass. A version that cannot be dealt with does not keep the others waiting; the first such failure is thrown. */
  async run(signal: AbortSignal): Promise<void> {
    const { catalogue, feed, stages } = this.#ports;
    await feed.caughtUp();
    const watched = await stages.watched();
    const failures: unknown[] = [];
    let seen = 0;
    for (const id of catalogue.sortedIds()) {
      seen += 1;
      if (seen % looksAtOnce === 0) await this.#pause();
      for (const version of catalogue.tool(id)?.versions ?? []) {
        if (signal.aborted) return;
        try {
          await this.#sweep(version, watched.get(version.id) ?? null);
        } catch (failure) {
          failures.push(failure);
        }
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Nearly every version stays where it is, which is seen without waiting for anything. */
  async #sweep(version: ToolVersion, since: number | null): Promise<void> {
    if (version.status === 'SUNSET' || this.#ports.catalogue.revocations.of(version) !== undefined) return;
    if (await this.#lose(version)) return;
    if (this.#mayRise(version) && (await this.#promote(version))) return;
    if (since !== null || this.#mayFall(version)) await this.#watch(version, since);
  }

  /**
   * A version whose stage rests on what was attested, and is attested no more, goes down by one at once; what an
   * administrator did without when the version came to its stage is not asked for.
   */
  async #lose(version: ToolVersion): Promise<boolean> {
    const to = stageBefore(version.stage);
    const missing = missingAttestation(version, isProviderKnown(this.#ports.catalogue, version));
    if (missing === undefined || to === undefined) return false;
    const [last] = await this.#ports.stages.last([version.id]);
    if (last?.waived.some((it) => it.includes(missing))) return false;
    const record = await this.#ports.recordOf(version);
    const reason = `its ${missing} attestation was withdrawn`;
    return turnStage(this.#ports, version, { to, reason, by: null, authority: 'rules', record, waived: [] });
  }

  #mayRise({ stage, usageCount, lastVerifiedAt, quarantined }: ToolVersion): boolean {
    const next = stageAfter(stage);
    if (next === undefined || !reachedByItself.has(next)) return false;
    return usageCount >= minCalls && lastVerifiedAt !== null && quarantined === null;
  }

  async #promote(version: ToolVersion): Promise<boolean> {
    const { catalogue, recordOf, stages } = this.#ports;
    const to = stageAfter(version.stage) as Stage;
    const [last] = await stages.last([version.id]);
    if (last !== undefined && isTakenBack(last)) return false;
    const record = await recordOf(version);
    const situation = { version, record, isProviderKnown: isProviderKnown(catalogue, version) };
    if (requirementsOf(to, situation).some((it) => !it.met)) return false;
    const reason = `it meets every requirement of ${to}`;
    return turnStage(this.#ports, version, { to, reason, by: null, authority: 'rules', record, waived: [] });
  }

  /** No floor is higher than that of the stage's bar. */
  #mayFall(version: ToolVersion): boolean {
    const bar = stageBars[version.stage];
    return bar !== undefined && this.#guardTrust(version) < bar - demotionMargin;
  }

  /** In the view that guards of stages use. */
  #guardTrust(version: ToolVersion): number {
    const { trustIn, directory } = this.#ports;
    return trustIn(version, guardView(version, directory));
  }

  async #watch(version: ToolVersion, before: number | null): Promise<void> {
    const { stages, clock } = this.#ports;
    const [last] = await stages.last([version.id]);
    const floor = floorOf(version.stage, last?.trust ?? null);
    const score = this.#guardTrust(version);
    const since = floor === null ? null : belowSince(score, floor, before, clock.now());
    if (since !== before) await stages.watch(version.id, since);
    if (floor !== null && isToBeDemoted(since, clock.now())) await this.#demote(version, score, floor);
  }

  async #demote(version: ToolVersion, score: number, floor: number): Promise<void> {
    const to = stageBefore(version.stage);
    if (to === undefined) return;
    const record = await this.#ports.recordOf(version);
    const reason = `its trust has been below ${floor.toFixed(3)} for ${demotionDays} days and is ${score.toFixed(3)}`;
    await turnStage(this.#ports, version, { to, reason, by: null, authority: 'rules', record, waived: [] });
  }
}
