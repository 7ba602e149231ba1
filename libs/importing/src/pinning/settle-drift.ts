import { type AuditLog, type ChangeFeed, mapConcurrent, type Random } from '@assay/kernel';
import {
  type Finding,
  type NotifyPorts,
  notifyQuarantines,
  type Quarantine,
  type Quarantined,
  type QuarantineStore,
  type ToolVersion,
} from '@assay/registry';
import { upstreamKeyOf } from '../upstream-key.js';
import type { DefinitionCheckStore } from './definition-check-store.js';
import type { Observation } from './drift.js';
import { findingOf, pinnedDefinitions } from './finding.js';

export interface SettlePorts extends NotifyPorts {
  readonly quarantines: QuarantineStore;
  readonly looks: Pick<DefinitionCheckStore, 'definitions'>;
  readonly audit: AuditLog;
  readonly feed: Pick<ChangeFeed, 'caughtUp'>;
  readonly random: Random;
}

/** The changes made by a check. */
export interface Observed {
  readonly quarantined: readonly Quarantine[];
  readonly released: readonly Quarantine[];
}

/** Concurrent changes, each in a transaction of its own. */
const storesAtOnce = 5;

interface Drifted extends Quarantined {
  /** Whether this check opened the quarantine. */
  readonly isNew: boolean;
}

/** Quarantines drifted versions, updates the quarantines of those that drifted before, and releases the others. */
export class SettleDrift {
  readonly #ports: SettlePorts;

  constructor(ports: SettlePorts) {
    this.#ports = ports;
  }

  async run(observations: readonly Observation[], listedAt: number): Promise<Observed> {
    const waiting = observations.filter((it) => it.version.quarantined !== null).map((it) => it.version.id);
    const drifts = (await this.#ports.quarantines.openOf(waiting)).filter((it) => it.kind === 'drift');
    const open = new Map(drifts.map((it) => [it.versionId, it]));
    const quarantined = await this.#quarantine(
      observations.filter((it) => it.drifted),
      open,
      listedAt,
    );
    const released = await this.#release(
      observations.filter((it) => !it.drifted),
      open,
      listedAt,
    );
    return { quarantined: quarantined.map((it) => it.quarantine), released: released.map((it) => it.quarantine) };
  }

  /** Returns those that this call opened; already open ones are updated. */
  async #quarantine(
    drifted: readonly Observation[],
    open: ReadonlyMap<string, Quarantine>,
    listedAt: number,
  ): Promise<Quarantined[]> {
    const pinned = await pinnedDefinitions(this.#ports.looks, drifted);
    const outcomes = await mapConcurrent(drifted, storesAtOnce, async (observation) => {
      const { version } = observation;
      const finding = findingOf(observation, pinned, listedAt, this.#serverOf(version));
      const present = open.get(version.id);
      return present === undefined ? this.#open(version, finding) : this.#renew(version, present, finding);
    });
    const found = outcomes.filter((it) => it !== undefined);
    const opened = found.filter((it) => it.isNew);
    await this.#record('version.quarantine', opened);
    // Notices for open ones are sent again, since a replica may have stopped between opening and notifying.
    await notifyQuarantines(this.#ports, 'version.quarantined', found);
    return opened;
  }

  /** Undefined when another replica was first. */
  async #open(version: ToolVersion, finding: Finding): Promise<Drifted | undefined> {
    const quarantine = this.#draft(version, finding);
    const isNew = await this.#ports.quarantines.open(quarantine);
    return isNew ? { version, quarantine, isNew } : undefined;
  }

  async #renew(version: ToolVersion, present: Quarantine, finding: Finding): Promise<Drifted> {
    if (present.observedDigest !== finding.observedDigest)
      await this.#ports.quarantines.observeAgain(present.id, finding);
    return { version, quarantine: { ...present, ...finding }, isNew: false };
  }

  async #release(
    matching: readonly Observation[],
    open: ReadonlyMap<string, Quarantine>,
    listedAt: number,
  ): Promise<Quarantined[]> {
    const because = 'its upstream lists the definition again that it is pinned to';
    const outcomes = await mapConcurrent(
      matching,
      storesAtOnce,
      async ({ version }): Promise<Quarantined | undefined> => {
        const quarantine = open.get(version.id);
        if (quarantine === undefined || quarantine.observedAt > listedAt) return undefined;
        const at = this.#ports.clock.now();
        const done = await this.#ports.quarantines.release(quarantine.id, { at, because, by: null });
        return done ? { version, quarantine: { ...quarantine, releasedAt: at, releasedBecause: because } } : undefined;
      },
    );
    const released = outcomes.filter((it) => it !== undefined);
    await this.#record('version.release', released);
    await notifyQuarantines(this.#ports, 'version.released', released);
    return released;
  }

  /** Its current name: the manifest may contain a former one. */
  #serverOf = ({ manifest }: ToolVersion): string =>
    this.#ports.directory.aliases.server(manifest.endpoint.server as string);

  #draft(version: ToolVersion, finding: Finding): Quarantine {
    return {
      id: this.#ports.random.uuid(),
      organisationId: version.organisationId,
      versionId: version.id,
      kind: 'drift',
      since: this.#ports.clock.now(),
      server: this.#serverOf(version),
      upstreamTool: upstreamKeyOf(version.manifest),
      pinnedDigest: version.upstreamDigest,
      ...finding,
      releasedAt: null,
      releasedBecause: null,
      releasedBy: null,
      successor: null,
    };
  }

  /** Audited, durable and in force on this replica before notices are sent. */
  async #record(action: 'version.quarantine' | 'version.release', changed: readonly Quarantined[]): Promise<void> {
    if (changed.length === 0) return;
    const records = changed.map(({ version, quarantine }) =>
      this.#ports.audit.append({
        organisationId: version.organisationId,
        principalId: null,
        action,
        subject: `${version.namespace}/${version.tool}@${version.version}`,
        details: {
          quarantine: quarantine.id,
          kind: quarantine.kind,
          finding: quarantine.finding,
          pinned: quarantine.pinnedDigest,
          observed: quarantine.observedDigest,
        },
      }),
    );
    await Promise.all([...records.map((it) => it.settled), this.#ports.feed.caughtUp()]);
  }
}
