import {
  type Observed,
  type ToolSource,
  type UpstreamTool,
  upstreamDigest,
  WatchDefinitions,
  type WatchPorts,
} from '@assay/importing';
import { type Failure, fail, ok, type Recipient, type Result, startDeadline } from '@assay/kernel';
import { InMemoryNotices } from '@assay/kernel/testing';
import type { Consumers, ConsumersQuery, Server, ToolVersion } from '@assay/registry';
import { aManifest, aNamespace, aServer, aVersion } from '@assay/registry/testing';
import { SmallHouse } from './small-house.js';

/** An upstream whose list is what a test says, and can be held back. */
export class FakeUpstream implements ToolSource {
  tools: readonly UpstreamTool[] = [];
  broken = false;
  /** Servers that were asked, in order. */
  readonly asked: string[] = [];
  /** Called before the list is given. */
  before: (server: Server) => Promise<void> | void = () => {};

  async list(server: Server) {
    this.asked.push(`${server.namespace}/${server.name}`);
    const { tools } = this;
    await this.before(server);
    return this.broken ? fail('upstream_unavailable', 'It does not answer.') : ok({ name: 'up', version: '1', tools });
  }
}

/** A small house with one server, and one published version of each of its tools, pinned to what it lists. */
export class WatchedHouse {
  readonly upstream = new FakeUpstream();
  readonly notices = new InMemoryNotices();
  readonly consumersAsked: ConsumersQuery[] = [];
  /** Who pinned or called everything. */
  users: readonly Recipient[] = [];
  readonly watch: WatchDefinitions;

  private constructor(readonly small: SmallHouse) {
    this.watch = new WatchDefinitions(this.ports);
  }

  static async open(...tools: UpstreamTool[]): Promise<WatchedHouse> {
    const house = new WatchedHouse(await SmallHouse.open());
    await house.small.identities.addNamespace(aNamespace());
    await house.small.tools.addServer(aServer());
    for (const tool of tools) await house.publish(tool);
    house.upstream.tools = tools;
    await house.watch.keep(aServer(), tools);
    house.small.clock.advance(1_000);
    return house;
  }

  get ports(): WatchPorts {
    const { catalogue, directory, quarantines, looks, audit, feed, clock, random } = this.small;
    const consumers: Consumers = {
      of: async (query) => {
        this.consumersAsked.push(query);
        return this.users;
      },
    };
    const { upstream: source, notices } = this;
    return { catalogue, directory, source, quarantines, looks, notices, consumers, audit, feed, clock, random };
  }

  /** Publishes `acme/orders.<name>` pinned to the definition. */
  async publish(tool: UpstreamTool, number = '1.0.0', parts: Partial<ToolVersion> = {}): Promise<ToolVersion> {
    const manifest = aManifest({
      name: `acme/orders.${tool.name}`,
      version: number,
      description: tool.description ?? tool.name,
      endpoint: { server: 'acme/orders', tool: tool.name },
    });
    const upstream = { upstreamDigest: upstreamDigest(tool), publishedAt: this.small.clock.now() };
    const version = aVersion(manifest, { ...upstream, ...parts });
    const besides = this.small.catalogue.tool(manifest.name)?.versions.length ?? 0;
    await this.small.tools.publish(version, besides);
    await this.small.feed.caughtUp();
    return version;
  }

  /** Looks once, a second after whatever happened before. */
  async look(server = aServer()): Promise<Result<Observed, Failure>> {
    this.small.clock.advance(1_000);
    const deadline = startDeadline(this.small.clock, 60_000);
    const looked = await this.watch.look(server, deadline);
    deadline.end();
    return looked;
  }

  /** Why versions of `orders.<name>` are quarantined, newest first; null for each that is not. */
  findings(name: string, namespace = 'acme'): (string | null)[] {
    const versions = this.small.catalogue.tool(`${namespace}/orders.${name}`)?.versions ?? [];
    return versions.map((it) => it.quarantined?.finding ?? null);
  }
}
