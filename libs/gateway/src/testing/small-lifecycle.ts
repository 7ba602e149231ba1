import type { Recipient } from '@assay/kernel';
import { InMemoryNotices } from '@assay/kernel/testing';
import {
  buildLifecycle,
  type ConsumersQuery,
  type Lifecycle,
  type LifecyclePorts,
  type ToolVersion,
} from '@assay/registry';
import { aManifest, aNamespace, aRevocation, aVersion } from '@assay/registry/testing';
import { SmallHouse } from './small-house.js';

const toolId = 'acme/orders.create';

/** The lifecycle over in-memory stores, with ann's namespace and the given users of its tools. */
export class SmallLifecycle {
  readonly notices = new InMemoryNotices();
  readonly asked: ConsumersQuery[] = [];
  consumers: readonly Recipient[] = [];

  private constructor(readonly house: SmallHouse) {}

  /** With these versions of one tool: numbers, or whole versions. */
  static async open(...versions: readonly (string | [string, Partial<ToolVersion>])[]): Promise<SmallLifecycle> {
    const small = new SmallLifecycle(await SmallHouse.open());
    await small.house.identities.addNamespace(aNamespace());
    for (const it of versions) await (typeof it === 'string' ? small.publish(it) : small.publish(...it));
    return small;
  }

  get ports(): LifecyclePorts {
    const { catalogue, directory, tools: store, audit, feed, clock } = this.house;
    const of = async (query: ConsumersQuery) => {
      this.asked.push(query);
      return this.consumers;
    };
    const { notices } = this;
    return { catalogue, directory, store, audit, feed, clock, notices, consumers: { of } };
  }

  build = (parts: Partial<LifecyclePorts> = {}): Lifecycle => buildLifecycle({ ...this.ports, ...parts });

  async publish(number: string, parts: Partial<ToolVersion> = {}): Promise<void> {
    const besides = this.house.catalogue.tool(toolId)?.versions.length ?? 0;
    const manifest = aManifest({ ...parts.manifest, version: number });
    await this.house.tools.publish(aVersion(manifest, { ...parts, manifest }), besides);
    await this.house.feed.caughtUp();
  }

  /** Covers a version from now on; null lifts that. */
  revoke(range: string | null): void {
    const state = range === null ? null : aRevocation({ id: 'revoked', tool: 'orders.create', range });
    this.house.catalogue.revocations.apply('revoked', state);
  }

  version = (number: string): ToolVersion => this.house.catalogue.version(toolId, number) as ToolVersion;

  /** `number status` of each version, newest first. */
  get statuses(): string[] {
    return (this.house.catalogue.tool(toolId)?.versions ?? []).map((it) => `${it.version} ${it.status}`);
  }
}
