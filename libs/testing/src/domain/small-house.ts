import {
  type ApiKey,
  Catalogue,
  type CataloguePorts,
  Directory,
  type IdentityPorts,
  type Organisation,
  type Principal,
  type PublishPorts,
  WellKnownNames,
} from '@assay/core';
import { InMemoryAuditLog } from '../stores/in-memory-audit-log.js';
import { InMemoryCatalogueStore } from '../stores/in-memory-catalogue-store.js';
import { InMemoryChangeFeed } from '../stores/in-memory-change-feed.js';
import { InMemoryEvidenceStore } from '../stores/in-memory-evidence-store.js';
import { InMemoryFindingStore } from '../stores/in-memory-finding-store.js';
import { InMemoryIdentityStore } from '../stores/in-memory-identity-store.js';
import { InMemoryKeyStore } from '../stores/in-memory-key-store.js';
import { InMemoryLookStore } from '../stores/in-memory-look-store.js';
import { InMemoryOwnershipStore } from '../stores/in-memory-ownership-store.js';
import { InMemoryQuarantineStore } from '../stores/in-memory-quarantine-store.js';
import { InMemoryRatingStore } from '../stores/in-memory-rating-store.js';
import { InMemoryReviewStore } from '../stores/in-memory-review-store.js';
import { InMemoryRevocationStore } from '../stores/in-memory-revocation-store.js';
import { InMemoryTeamStore } from '../stores/in-memory-team-store.js';
import { aPrincipal } from './builders.js';
import { FakeSigner } from './fake-signer.js';
import { FakeClock, FakeRandom } from './fake-system.js';

/** The ports of identity and catalogue over in-memory stores, with a directory and a catalogue that follow them. */
export class SmallHouse {
  readonly clock = new FakeClock();
  readonly random = new FakeRandom();
  readonly directory = new Directory();
  readonly catalogue = new Catalogue(this.directory.aliases);
  readonly audit = new InMemoryAuditLog(this.clock.now);
  readonly feed = new InMemoryChangeFeed(this.clock.now);
  readonly identities = new InMemoryIdentityStore(this.feed);
  readonly tools = new InMemoryCatalogueStore(this.feed);
  readonly teams = new InMemoryTeamStore(this.feed, this.identities);
  readonly ownership = new InMemoryOwnershipStore(this.feed, this.identities, this.tools);
  readonly revocations = new InMemoryRevocationStore(this.feed);
  readonly reviews = new InMemoryReviewStore();
  readonly signer = new FakeSigner();
  readonly signingKeys = new InMemoryKeyStore(this.tools);
  readonly quarantines = new InMemoryQuarantineStore(this.tools);
  readonly findings = new InMemoryFindingStore(this.tools);
  readonly looks = new InMemoryLookStore(this.tools);
  readonly ratings = new InMemoryRatingStore(this.tools);
  readonly evidence = new InMemoryEvidenceStore(this.tools, this.ratings);

  /** With the organisations `default` and `other`, and ann of the former. */
  static async open(): Promise<SmallHouse> {
    const house = new SmallHouse();
    await house.feed.start((changes) => {
      for (const change of changes) {
        if (change.kind === 'tool-version' || change.kind === 'server' || change.kind === 'revocation')
          house.catalogue.apply(change);
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

  get publishPorts(): PublishPorts {
    const { reviews, signer, signingKeys: signatures } = this;
    return { ...this.cataloguePorts, reviews, names: new WellKnownNames(this), signer, verifier: signer, signatures };
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
