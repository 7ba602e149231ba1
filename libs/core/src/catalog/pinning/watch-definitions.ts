import type { Directory } from '../../identity/directory.js';
import type { AuditLog } from '../../kernel/audit-log.js';
import type { ChangeFeed } from '../../kernel/change-feed.js';
import type { Clock, Random } from '../../kernel/clock.js';
import type { Deadline } from '../../kernel/deadline.js';
import type { Failure } from '../../kernel/failure.js';
import type { Notices } from '../../kernel/notices.js';
import { ok, type Result } from '../../kernel/result.js';
import type { Catalogue } from '../catalogue.js';
import type { Consumers } from '../consumers.js';
import { upstreamDigest } from '../digests.js';
import type { Server, ToolVersion } from '../records.js';
import type { ToolSource, UpstreamTool } from '../upstream.js';
import { definitionOf } from './definition.js';
import { type Observation, observe, pinnedVersions } from './drift.js';
import { findingOf, pinnedDefinitions } from './finding.js';
import type { LookStore } from './look-store.js';
import { lookAfter } from './look-times.js';
import type { Quarantine, QuarantineStore } from './quarantine-store.js';
import { type Quarantined, tellQuarantines } from './tell-quarantine.js';

export interface WatchPorts {
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly source: ToolSource;
  readonly quarantines: QuarantineStore;
  readonly looks: LookStore;
  readonly notices: Notices;
  readonly consumers: Consumers;
  readonly audit: AuditLog;
  readonly feed: Pick<ChangeFeed, 'caughtUp'>;
  readonly clock: Clock;
  readonly random: Random;
}

/** What a look changed. */
export interface Observed {
  readonly quarantined: readonly Quarantine[];
  readonly released: readonly Quarantine[];
}

const nothing: Observed = { quarantined: [], released: [] };

/**
 * Compares what upstreams list with what published versions are pinned to. A version whose definition is another one
 * now, or is listed no more, is quarantined; one whose definition is as it was is released, from this kind of quarantine
 * only. An upstream that gives no list says nothing about its definitions.
 */
export class WatchDefinitions {
  readonly #ports: WatchPorts;

  constructor(ports: WatchPorts) {
    this.#ports = ports;
  }

  /** Lists a server's tools and compares them. */
  async look(server: Server, deadline: Deadline): Promise<Result<Observed, Failure>> {
    const { source, looks, clock } = this.#ports;
    const listedAt = clock.now();
    const listing = await source.list(server, deadline);
    if (listing.ok) return ok(await this.compare(server, listing.value.tools, listedAt));
    await looks.keepLook(lookAfter(server, listedAt, await looks.look(server.id), listing.error.message));
    return listing;
  }

  /**
   * Compares a list that was asked for at `listedAt` and came from the server as its record is now. A list that a later
   * one has overtaken, or of an address the server has left, changes nothing.
   */
  async compare(server: Server, tools: readonly UpstreamTool[], listedAt: number): Promise<Observed> {
    const { catalogue, looks } = this.#ports;
    const name = `${server.namespace}/${server.name}`;
    const former = await looks.look(server.id);
    const isOld = (former?.lookedAt ?? 0) > listedAt || catalogue.server(name)?.updatedAt !== server.updatedAt;
    if (server.mcp === null || isOld) return nothing;
    const observations = observe(pinnedVersions(catalogue, server, listedAt), tools);
    await this.#keepSeen(server, observations, listedAt);
    const changed = await this.#settle(observations, listedAt);
    await looks.keepLook(lookAfter(server, listedAt, former, null));
    return changed;
  }

  /** Keeps definitions, so that a later drift can be shown against them. */
  async keep(server: Server, tools: readonly UpstreamTool[]): Promise<void> {
    if (server.mcp === null) return;
    const definitions = new Map(tools.map((tool) => [upstreamDigest(tool), definitionOf(tool)]));
    const seen = { organisationId: server.organisationId, at: this.#ports.clock.now() };
    await this.#ports.looks.keepDefinitions(definitions, seen);
  }

  /** Versions published before definitions were kept get theirs now, while it is still what they are pinned to. */
  async #keepSeen(server: Server, observations: readonly Observation[], listedAt: number): Promise<void> {
    const matching = observations.flatMap((it) => (it.drifted || it.listed === undefined ? [] : [it.listed]));
    const seen = { organisationId: server.organisationId, at: listedAt };
    const definitions = new Map(matching.map((tool) => [upstreamDigest(tool), definitionOf(tool)]));
    if (definitions.size > 0) await this.#ports.looks.keepDefinitions(definitions, seen);
  }

  async #settle(observations: readonly Observation[], listedAt: number): Promise<Observed> {
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

  /** Answers those that this call opened; those that were open before are renewed. */
  async #quarantine(
    drifted: readonly Observation[],
    open: ReadonlyMap<string, Quarantine>,
    listedAt: number,
  ): Promise<Quarantined[]> {
    const pinned = await pinnedDefinitions(this.#ports.looks, drifted);
    const opened: Quarantined[] = [];
    const renewed: Quarantined[] = [];
    for (const observation of drifted) {
      const { version } = observation;
      const finding = findingOf(observation, pinned, listedAt);
      const present = open.get(version.id);
      if (present !== undefined) {
        if (present.observedDigest !== observation.observedDigest)
          await this.#ports.quarantines.observeAgain(present.id, finding);
        renewed.push({ version, quarantine: { ...present, ...finding } });
        continue;
      }
      const quarantine = this.#draft(version, finding);
      if (await this.#ports.quarantines.open(quarantine)) opened.push({ version, quarantine });
    }
    await this.#record('version.quarantine', opened);
    // Those that were open are told again, since a replica may have stopped between opening and telling.
    await tellQuarantines(this.#ports, 'version.quarantined', [...opened, ...renewed]);
    return opened;
  }

  async #release(
    matching: readonly Observation[],
    open: ReadonlyMap<string, Quarantine>,
    listedAt: number,
  ): Promise<Quarantined[]> {
    const because = 'its upstream lists the definition again that it is pinned to';
    const released: Quarantined[] = [];
    for (const { version } of matching) {
      const quarantine = open.get(version.id);
      if (quarantine === undefined || quarantine.observedAt > listedAt) continue;
      const at = this.#ports.clock.now();
      const done = await this.#ports.quarantines.release(quarantine.id, { at, because, by: null });
      if (done) released.push({ version, quarantine: { ...quarantine, releasedAt: at, releasedBecause: because } });
    }
    await this.#record('version.release', released);
    await tellQuarantines(this.#ports, 'version.released', released);
    return released;
  }

  #draft(version: ToolVersion, finding: ReturnType<typeof findingOf>): Quarantine {
    return {
      id: this.#ports.random.uuid(),
      organisationId: version.organisationId,
      versionId: version.id,
      kind: 'drift',
      since: this.#ports.clock.now(),
      server: version.manifest.endpoint.server as string,
      upstreamTool: version.manifest.endpoint.tool as string,
      pinnedDigest: version.upstreamDigest,
      ...finding,
      releasedAt: null,
      releasedBecause: null,
      releasedBy: null,
      successor: null,
    };
  }

  /** Audited, durable and in force on this replica before anybody is told. */
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
