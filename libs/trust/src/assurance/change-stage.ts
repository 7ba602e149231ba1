import type { Stage, StageAuthority, StageRequirement, ChangeStage as Wish } from '@assay/contracts';
import { type Caller, runsInstallation } from '@assay/identity';
import { err, type Failure, fail, ok, passage, type Result } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import { promotionStages } from '../promotion-stages.js';
import { demotionMs, floorOf } from '../stage-fall.js';
import { isHigher, requirementsOf, type StageSituation, stageAfter } from '../stage-requirements.js';
import { isOwner, seenVersion } from './owned-version.js';
import { isProviderKnown } from './provider-identity.js';
import type { StageChange } from './stage-store.js';
import { isTakenBack } from './taken-back.js';
import { type StagePorts, turnStage } from './turn-stage.js';

/** Where a version stands, what the next stage needs, and how it came here. Times in ms since the epoch. */
export interface ShownStage {
  readonly version: ToolVersion;
  readonly next: Stage | null;
  readonly requirements: readonly StageRequirement[];
  readonly below: { readonly since: number; readonly demotedAt: number; readonly floor: number } | null;
  readonly history: readonly StageChange[];
}

const shownChanges = 50;

type Answer = Promise<Result<ShownStage, Failure>>;

/**
 * Stage changes on request. Owners promote a version that meets the requirements, and demote their versions;
 * administrators of the installation decide with a reason of their own, and the unmet requirements are recorded with
 * it. An organisation's own administrators are owners here: stages protect others from its tools.
 */
export class ChangeStage {
  readonly #ports: StagePorts;

  constructor(ports: StagePorts) {
    this.#ports = ports;
  }

  async show(caller: Caller, toolId: string, number: string): Answer {
    const found = seenVersion(this.#ports, caller, toolId, number);
    return found.ok ? ok(await this.#shown(found.value)) : found;
  }

  /** Asking for the stage a version has changes nothing and is no error. */
  async run(caller: Caller, toolId: string, number: string, wish: Wish): Answer {
    const found = seenVersion(this.#ports, caller, toolId, number);
    if (!found.ok) return found;
    const version = found.value;
    const authority = this.#authority(caller, version);
    if (authority === null) {
      return fail(
        'forbidden',
        `The stage of ${toolId} is changed by its owners, and by administrators of the registry.`,
      );
    }
    if (version.stage === wish.to) return ok(await this.#shown(version));
    const situation = await this.#situation(version);
    const refusal =
      (await this.#takenBack(version, wish.to, authority)) ?? whyNot(version, wish.to, situation, authority);
    if (refusal !== null) return err(refusal);
    const waived = unmet(wish.to, version.stage, situation);
    const decision = { ...wish, by: caller, authority, record: situation.record, waived };
    if (!(await turnStage(this.#ports, version, decision))) {
      await this.#ports.feed.caughtUp();
      return fail('conflict', `Somebody changed the stage of ${toolId}@${version.version} meanwhile. Look again.`);
    }
    return ok(await this.#shown(seenVersionNow(this.#ports, version)));
  }

  #authority(caller: Caller, version: ToolVersion): 'administrator' | 'owner' | null {
    const { directory } = this.#ports;
    if (runsInstallation(caller, directory)) return 'administrator';
    return isOwner(directory, caller, version) ? 'owner' : null;
  }

  /** What an administrator took back is an administrator's to bring forward. */
  async #takenBack(version: ToolVersion, to: Stage, authority: StageAuthority): Promise<Failure | null> {
    if (authority === 'administrator' || !isHigher(to, version.stage)) return null;
    const [last] = await this.#ports.stages.last([version.id]);
    if (last?.authority !== 'administrator' || !isTakenBack(last)) return null;
    const said = `An administrator of the registry took ${subjectOf(version)} back to ${last.to}: "${last.reason}".`;
    return fail('forbidden', `${said} Ask one to promote it.`).error;
  }

  async #situation(version: ToolVersion): Promise<StageSituation> {
    const { catalogue, recordOf } = this.#ports;
    const record = await recordOf(version);
    return { version, record, isProviderKnown: isProviderKnown(catalogue, version) };
  }

  async #shown(version: ToolVersion): Promise<ShownStage> {
    const { stages } = this.#ports;
    const next = stageAfter(version.stage) ?? null;
    const [situation, history, watched] = await Promise.all([
      this.#situation(version),
      stages.history(version.id, shownChanges),
      stages.watched(),
    ]);
    const since = watched.get(version.id);
    const floor = floorOf(version.stage, history[0]?.trust ?? null);
    return {
      version,
      next,
      requirements: next === null ? [] : requirementsOf(next, situation),
      below: since === undefined || floor === null ? null : { since, demotedAt: since + demotionMs, floor },
      history,
    };
  }
}

const subjectOf = ({ namespace, tool, version }: ToolVersion): string => `${namespace}/${tool}@${version}`;

function whyNot(version: ToolVersion, to: Stage, situation: StageSituation, authority: StageAuthority): Failure | null {
  const decidedBy = authority === 'administrator' ? 'administrator' : 'requirements';
  const refusal = passage(promotionStages, version.stage, to, { ...situation, decidedBy });
  return refusal === 'closed' ? fail('conflict', `No way leads from ${version.stage} to ${to}.`).error : refusal;
}

/** What was not met of the stages that a version newly reaches; nothing is asked of one that goes down. */
const unmet = (to: Stage, from: Stage, situation: StageSituation): string[] =>
  requirementsOf(to, situation)
    .filter((it) => !it.met && isHigher(it.stage, from))
    .map((it) => `${it.stage}: ${it.name} (${it.detail})`);

const seenVersionNow = ({ catalogue }: StagePorts, version: ToolVersion): ToolVersion =>
  catalogue.tool(`${version.namespace}/${version.tool}`)?.versions.find((it) => it.id === version.id) ?? version;
