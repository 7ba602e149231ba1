import { Learnt, SelectionRules } from '@assay/discovery';
import {
  type ApiKey,
  Directory,
  type IdentityPorts,
  isMember,
  type Organisation,
  type Principal,
} from '@assay/identity';
import type { CommandPackages, ServerPorts } from '@assay/importing';
import { FakeMachine } from '@assay/importing/testing';
import { ok } from '@assay/kernel';
import { FakeClock, FakeRandom, FakeSigner, InMemoryAuditLog } from '@assay/kernel/testing';
import { Catalogue, LatencyBook, type PublishPorts, Toolsets, WellKnownNames } from '@assay/registry';
import { aPrincipal, InMemoryReviewStore } from '@assay/registry/testing';
import { InMemoryAlertStore } from '@assay/trust/testing';
import { Connections } from '@assay/vault';
import { DeclaredHierarchies } from '../hierarchies/declared-hierarchies.js';
import { LimitRules } from '../policy/limit-rules.js';
import type { ManageLimitsPorts } from '../policy/manage-limits.js';
import { PolicyBook } from '../policy/policy-book.js';
import { InMemoryBehaviourStore } from './in-memory-behaviour-store.js';
import { InMemoryCapabilityStore } from './in-memory-capability-store.js';
import { InMemoryCatalogueStore } from './in-memory-catalogue-store.js';
import { InMemoryChangeFeed } from './in-memory-change-feed.js';
import { InMemoryConnectionStore } from './in-memory-connection-store.js';
import { InMemoryDefinitionCheckStore } from './in-memory-definition-check-store.js';
import { InMemoryEvidenceStore } from './in-memory-evidence-store.js';
import { InMemoryFindingStore } from './in-memory-finding-store.js';
import { InMemoryHierarchyStore } from './in-memory-hierarchy-store.js';
import { InMemoryIdentityStore } from './in-memory-identity-store.js';
import { InMemoryKeyStore } from './in-memory-key-store.js';
import { InMemoryLearningStore } from './in-memory-learning-store.js';
import { InMemoryLimitStore } from './in-memory-limit-store.js';
import { InMemoryOwnershipStore } from './in-memory-ownership-store.js';
import { InMemoryPolicyStore } from './in-memory-policy-store.js';
import { InMemoryQuarantineStore } from './in-memory-quarantine-store.js';
import { InMemoryRatingStore } from './in-memory-rating-store.js';
import { InMemoryRevocationStore } from './in-memory-revocation-store.js';
import { InMemoryRuleStore } from './in-memory-rule-store.js';
import { InMemoryTeamStore } from './in-memory-team-store.js';
import { InMemoryToolsetStore } from './in-memory-toolset-store.js';

/** The ports of identity and catalogue over in-memory stores, with a directory and a catalogue that follow them. */
export class SmallHouse {
  readonly clock = new FakeClock();
  readonly random = new FakeRandom();
  readonly directory = new Directory();
  readonly catalogue = new Catalogue(this.directory.aliases);
  readonly latencies = new LatencyBook();
  readonly connections = new Connections();
  readonly limitRules = new LimitRules();
  readonly policyBook = new PolicyBook();
  readonly selectionRules = new SelectionRules();
  readonly declared = new DeclaredHierarchies();
  readonly toolsets = new Toolsets();
  readonly learnt = new Learnt((text) => [...new Set(text.toLowerCase().match(/[a-z]+/g) ?? [])]);
  readonly machine = new FakeMachine();
  /** No command consists of packages. */
  readonly packages: CommandPackages = { fetch: async () => ok(null) };
  readonly audit = new InMemoryAuditLog(this.clock.now);
  readonly feed = new InMemoryChangeFeed(this.clock.now);
  readonly identities = new InMemoryIdentityStore(this.feed);
  readonly tools = new InMemoryCatalogueStore(this.feed);
  readonly teams = new InMemoryTeamStore(this.feed, this.identities);
  readonly ownership = new InMemoryOwnershipStore(this.feed, this.identities, this.tools);
  readonly revocations = new InMemoryRevocationStore(this.feed);
  readonly capabilities = new InMemoryCapabilityStore(this.feed);
  readonly connectionStore = new InMemoryConnectionStore(this.feed);
  readonly limits = new InMemoryLimitStore(this.feed);
  readonly policies = new InMemoryPolicyStore(this.feed);
  readonly rules = new InMemoryRuleStore(this.feed);
  readonly hierarchies = new InMemoryHierarchyStore(this.feed);
  readonly toolsetStore = new InMemoryToolsetStore(this.feed);
  readonly learning = new InMemoryLearningStore(this.feed);
  readonly reviews = new InMemoryReviewStore();
  readonly signer = new FakeSigner();
  readonly signingKeys = new InMemoryKeyStore(this.tools);
  readonly quarantines = new InMemoryQuarantineStore(this.tools);
  readonly findings = new InMemoryFindingStore(this.tools);
  readonly alerts = new InMemoryAlertStore();
  readonly behaviour = new InMemoryBehaviourStore(this.tools);
  readonly looks = new InMemoryDefinitionCheckStore(this.tools);
  readonly ratings = new InMemoryRatingStore(this.tools);
  readonly evidence = new InMemoryEvidenceStore(this.tools, this.ratings, this.feed);

  /** With the organisations `default` and `other`, and ann of the former. */
  static async open(): Promise<SmallHouse> {
    const house = new SmallHouse();
    house.ratings.isMember = (principalId, namespace) => isMember(house.directory, principalId, namespace);
    await house.feed.start((changes) => {
      for (const change of changes) {
        if (
          change.kind === 'tool-version' ||
          change.kind === 'server' ||
          change.kind === 'revocation' ||
          change.kind === 'capability'
        )
          house.catalogue.apply(change);
        else if (change.kind === 'connection') house.connections.apply(change);
        else if (change.kind === 'limit') house.limitRules.apply(change);
        else if (change.kind === 'policy') house.policyBook.apply(change);
        else if (change.kind === 'rule') house.selectionRules.apply(change);
        else if (change.kind === 'fallback') house.declared.apply(change);
        else if (change.kind === 'toolset') house.toolsets.apply(change);
        else if (change.kind === 'learning-setting' || change.kind === 'learnt-outcome') house.learnt.apply(change);
        else if (change.kind === 'latency') house.latencies.apply(change);
        else if (change.kind !== 'embedding' && change.kind !== 'session' && change.kind !== 'inbox')
          house.directory.apply(change);
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

  get cataloguePorts(): ServerPorts {
    const { catalogue, directory, tools: store, audit, feed, clock, random, machine, packages } = this;
    return { catalogue, directory, store, audit, feed, clock, random, machine, packages };
  }

  get limitPorts(): ManageLimitsPorts {
    const { catalogue, directory, limits: store, limitRules: rules, audit, feed, clock, random } = this;
    return { catalogue, directory, store, rules, audit, feed, clock, random };
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
