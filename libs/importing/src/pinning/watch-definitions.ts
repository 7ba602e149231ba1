import { type Deadline, type Failure, ok, type Result } from '@assay/kernel';
import { type Catalogue, isWatched, type Server } from '@assay/registry';
import type { ToolSource, UpstreamTool } from '../upstream.js';
import { upstreamDigest } from '../upstream-digest.js';
import { definitionOf } from './definition.js';
import type { DefinitionCheckStore } from './definition-check-store.js';
import { lookAfter } from './definition-check-times.js';
import { type Observation, observe, pinnedVersions } from './drift.js';
import { type Observed, SettleDrift, type SettlePorts } from './settle-drift.js';

export interface WatchPorts extends SettlePorts {
  readonly catalogue: Catalogue;
  readonly source: ToolSource;
  readonly looks: DefinitionCheckStore;
}

const nothing: Observed = { quarantined: [], released: [] };

/**
 * Compares the definitions that upstreams list with those published versions are pinned to. A version whose definition
 * changed, or is no longer listed, is quarantined; one whose definition is restored is released, from this kind of
 * quarantine only. An upstream without an answer is no evidence about its definitions.
 */
export class WatchDefinitions {
  readonly #ports: WatchPorts;
  readonly #drift: SettleDrift;

  constructor(ports: WatchPorts) {
    this.#ports = ports;
    this.#drift = new SettleDrift(ports);
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
   * Compares a list that was requested at `listedAt` and came from the server's current address. A list that was
   * overtaken by a later one, or that comes from a former address, changes nothing.
   */
  async compare(server: Server, tools: readonly UpstreamTool[], listedAt: number): Promise<Observed> {
    const { catalogue, looks, feed } = this.#ports;
    // Wait until quarantines opened or released by other replicas are visible here.
    await feed.caughtUp();
    const name = `${server.namespace}/${server.name}`;
    const former = await looks.look(server.id);
    const isOld = (former?.lookedAt ?? 0) > listedAt || catalogue.server(name)?.updatedAt !== server.updatedAt;
    if (!isWatched(server) || isOld) return nothing;
    const observations = observe(pinnedVersions(catalogue, server, listedAt), tools);
    await this.#keepSeen(server, observations, listedAt);
    const changed = await this.#drift.run(observations, listedAt);
    await looks.keepLook(lookAfter(server, listedAt, former, null));
    return changed;
  }

  /** Stores definitions, so that a later drift can be shown against them. */
  async keep(server: Server, tools: readonly UpstreamTool[]): Promise<void> {
    if (!isWatched(server)) return;
    const definitions = new Map(tools.map((tool) => [upstreamDigest(tool), definitionOf(tool)]));
    const seen = { organisationId: server.organisationId, at: this.#ports.clock.now() };
    await this.#ports.looks.keepDefinitions(definitions, seen);
  }

  /** Versions published before definitions were stored get theirs now, while they still match their pins. */
  async #keepSeen(server: Server, observations: readonly Observation[], listedAt: number): Promise<void> {
    const matching = observations.flatMap((it) => (it.drifted || it.listed === undefined ? [] : [it.listed]));
    const seen = { organisationId: server.organisationId, at: listedAt };
    const definitions = new Map(matching.map((tool) => [upstreamDigest(tool), definitionOf(tool)]));
    if (definitions.size > 0) await this.#ports.looks.keepDefinitions(definitions, seen);
  }
}
