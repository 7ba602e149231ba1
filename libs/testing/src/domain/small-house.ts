import {
  type ApiKey,
  Catalogue,
  type CataloguePorts,
  Directory,
  type IdentityPorts,
  type Organisation,
  type Principal,
} from '@assay/core';
import { InMemoryAuditLog } from '../stores/in-memory-audit-log.js';
import { InMemoryCatalogueStore } from '../stores/in-memory-catalogue-store.js';
import { InMemoryChangeFeed } from '../stores/in-memory-change-feed.js';
import { InMemoryIdentityStore } from '../stores/in-memory-identity-store.js';
import { aPrincipal } from './builders.js';
import { FakeClock, FakeRandom } from './fake-system.js';

/** The ports of identity and catalogue over in-memory stores, with a directory and a catalogue that follow them. */
export class SmallHouse {
  readonly clock = new FakeClock();
  readonly random = new FakeRandom();
  readonly directory = new Directory();
  readonly catalogue = new Catalogue();
  readonly audit = new InMemoryAuditLog(this.clock.now);
  readonly feed = new InMemoryChangeFeed(this.clock.now);
  readonly identities = new InMemoryIdentityStore(this.feed);
  readonly tools = new InMemoryCatalogueStore(this.feed);

  /** With the organisations `default` and `other`, and ann of the former. */
  static async open(): Promise<SmallHouse> {
    const house = new SmallHouse();
    await house.feed.start((changes) => {
      for (const change of changes) {
        if (change.kind === 'tool-version' || change.kind === 'server') house.catalogue.apply(change);
        else house.directory.apply(change);
      }
    });
    await house.addOrganisation({ id: 'org-acme', name: 'default', createdAt: 0 });
    await house.addOrganisation({ id: 'org-other', name: 'other', createdAt: 0 });
    await house.addPrincipal();
    return house;
  }

  get identityPorts(): IdentityPorts {
    const { directory, identities: store, audit, feed, clock, random } = this;
    return { directory, store, audit, feed, clock, random };
  }

  get cataloguePorts(): CataloguePorts {
    const { catalogue, directory, tools: store, audit, feed, clock, random } = this;
    return { catalogue, directory, store, audit, feed, clock, random };
  }

  /** What was done so far, as the audit has it. */
  get actions(): string[] {
    return this.audit.records.map(({ action, subject }) => `${action} ${subject}`);
  }

  get keys(): ApiKey[] {
    return [...this.directory.keys()];
  }

  async addOrganisation(organisation: Organisation): Promise<void> {
    await this.identities.addOrganisation(organisation);
    await this.feed.caughtUp();
  }

  async addPrincipal(parts: Partial<Principal> = {}): Promise<Principal> {
    const added = await this.identities.addPrincipal(aPrincipal(parts));
    await this.feed.caughtUp();
    return added;
  }
}
