import {
  InMemoryMirrorStore,
  InMemoryRegistryServerStore,
  mirrorStoreContract,
  registryServerStoreContract,
} from '@assay/importing/testing';
import { auditLogContract, FakeClock, InMemoryAuditLog } from '@assay/kernel/testing';
import type { ToolVersion } from '@assay/registry';
import {
  consumersContract,
  InMemoryReviewStore,
  inMemoryNoticeStores,
  notificationStoreContract,
  reviewStoreContract,
  webhookStoreContract,
} from '@assay/registry/testing';
import { alertStoreContract, InMemoryAlertStore } from '@assay/trust/testing';
import { describe, expect, it } from '@jest/globals';
import { behaviourStoreContract } from './behaviour-store.contract.js';
import { capabilityStoreContract } from './capability-store.contract.js';
import { catalogueStoreContract } from './catalogue-store.contract.js';
import { connectionStoreContract } from './connection-store.contract.js';
import { definitionCheckStoreContract } from './definition-check-store.contract.js';
import { feedbackStoreContract } from './feedback-store.contract.js';
import { findingStoreContract } from './finding-store.contract.js';
import { idempotencyLedgerContract } from './idempotency-ledger.contract.js';
import { identityStoreContract } from './identity-store.contract.js';
import { InMemoryBehaviourStore } from './in-memory-behaviour-store.js';
import { InMemoryCapabilityStore } from './in-memory-capability-store.js';
import { InMemoryCatalogueStore } from './in-memory-catalogue-store.js';
import { InMemoryChangeFeed } from './in-memory-change-feed.js';
import { InMemoryConnectionStore } from './in-memory-connection-store.js';
import { InMemoryDefinitionCheckStore } from './in-memory-definition-check-store.js';
import { InMemoryFeedbackStore } from './in-memory-feedback-store.js';
import { InMemoryFindingStore } from './in-memory-finding-store.js';
import { InMemoryIdempotencyLedger } from './in-memory-idempotency-ledger.js';
import { InMemoryIdentityStore } from './in-memory-identity-store.js';
import { InMemoryKeyStore } from './in-memory-key-store.js';
import { InMemoryLearningStore } from './in-memory-learning-store.js';
import { InMemoryLimitStore } from './in-memory-limit-store.js';
import { InMemoryPolicyStore } from './in-memory-policy-store.js';
import { InMemoryQuarantineStore } from './in-memory-quarantine-store.js';
import { InMemoryRevocationStore } from './in-memory-revocation-store.js';
import { InMemoryRuleStore } from './in-memory-rule-store.js';
import { InMemoryToolsetStore } from './in-memory-toolset-store.js';
import { keyStoreContract } from './key-store.contract.js';
import { learningStoreContract } from './learning-store.contract.js';
import { limitStoreContract } from './limit-store.contract.js';
import { policyStoreContract } from './policy-store.contract.js';
import { quarantineStoreContract } from './quarantine-store.contract.js';
import { revocationStoreContract } from './revocation-store.contract.js';
import { toolsetStoreContract } from './toolset-store.contract.js';

function stores() {
  const feed = new InMemoryChangeFeed();
  return { feed, identities: new InMemoryIdentityStore(feed), catalogue: new InMemoryCatalogueStore(feed) };
}

describe('InMemoryIdentityStore keeps the contract of IdentityStore', () => {
  it.each(identityStoreContract)('$name', async ({ check }) => {
    await expect(check(stores())).resolves.toBeUndefined();
  });
});

describe('InMemoryCapabilityStore keeps the contract of CapabilityStore', () => {
  it.each(capabilityStoreContract)('$name', async ({ check }) => {
    const { feed, identities } = stores();
    await expect(check({ feed, identities, capabilities: new InMemoryCapabilityStore(feed) })).resolves.toBeUndefined();
  });
});

describe('InMemoryCatalogueStore keeps the contract of CatalogueStore', () => {
  it.each(catalogueStoreContract)('$name', async ({ check }) => {
    await expect(check(stores())).resolves.toBeUndefined();
  });
});

describe('InMemoryAuditLog keeps the contract of AuditLog', () => {
  it.each(auditLogContract)('$name', async ({ check }) => {
    const audit = new InMemoryAuditLog();
    const fixture = { audit, kept: async () => audit.records, bodyOf: async (id: string) => audit.bodyOf(id) };
    await expect(check(fixture)).resolves.toBeUndefined();
  });
});

describe('InMemoryAlertStore keeps the contract of AlertStore', () => {
  it.each(alertStoreContract)('$name', async ({ check }) => {
    await expect(check({ ...stores(), alerts: new InMemoryAlertStore() })).resolves.toBeUndefined();
  });
});

describe('InMemoryBehaviourStore keeps the contract of BehaviourStore', () => {
  it.each(behaviourStoreContract)('$name', async ({ check }) => {
    const fixture = stores();
    const behaviour = new InMemoryBehaviourStore(fixture.catalogue);
    await expect(check({ ...fixture, behaviour })).resolves.toBeUndefined();
  });
});

describe('InMemoryReviewStore keeps the contract of ReviewStore', () => {
  it.each(reviewStoreContract)('$name', async ({ check }) => {
    await expect(check({ ...stores(), reviews: new InMemoryReviewStore() })).resolves.toBeUndefined();
  });
});

describe('InMemoryRevocationStore keeps the contract of RevocationStore', () => {
  it.each(revocationStoreContract)('$name', async ({ check }) => {
    const fixture = stores();
    await expect(
      check({ ...fixture, revocations: new InMemoryRevocationStore(fixture.feed) }),
    ).resolves.toBeUndefined();
  });
});

describe('InMemoryRegistryServerStore keeps the contract of RegistryServerStore', () => {
  it.each(registryServerStoreContract)('$name', async ({ check }) => {
    const registryServers = new InMemoryRegistryServerStore();
    await expect(check({ ...stores(), registryServers })).resolves.toBeUndefined();
  });
});

/** The in-memory catalogue tells nobody what it holds but the feed. */
async function noticeStores() {
  const { feed, identities, catalogue } = stores();
  const versions = new Map<string, ToolVersion>();
  await feed.start((changes) => {
    for (const change of changes)
      if (change.kind === 'tool-version' && change.state !== null) versions.set(change.id, change.state);
  });
  const clock = new FakeClock();
  return { identities, catalogue, clock, ...inMemoryNoticeStores(clock, () => versions.values()) };
}

describe.each([
  ['notifications', notificationStoreContract],
  ['webhooks', webhookStoreContract],
  ['pins and callers', consumersContract],
])('The in-memory stores of %s keep their contract', (_of, contract) => {
  it.each(contract)('$name', async ({ check }) => {
    await expect(check(await noticeStores())).resolves.toBeUndefined();
  });
});

describe('InMemoryKeyStore keeps the contract of the key stores', () => {
  it.each(keyStoreContract)('$name', async ({ check }) => {
    const fixture = stores();
    await expect(check({ ...fixture, keys: new InMemoryKeyStore(fixture.catalogue) })).resolves.toBeUndefined();
  });
});

describe('InMemoryLookStore keeps the contract of LookStore', () => {
  it.each(definitionCheckStoreContract)('$name', async ({ check }) => {
    const fixture = stores();
    await expect(
      check({ ...fixture, looks: new InMemoryDefinitionCheckStore(fixture.catalogue) }),
    ).resolves.toBeUndefined();
  });
});

describe('InMemoryFindingStore keeps the contract of FindingStore', () => {
  it.each(findingStoreContract)('$name', async ({ check }) => {
    const fixture = stores();
    const findings = new InMemoryFindingStore(fixture.catalogue);
    await expect(check({ ...fixture, findings })).resolves.toBeUndefined();
  });
});

describe('InMemoryQuarantineStore keeps the contract of QuarantineStore', () => {
  it.each(quarantineStoreContract)('$name', async ({ check }) => {
    const fixture = stores();
    const quarantines = new InMemoryQuarantineStore(fixture.catalogue);
    await expect(check({ ...fixture, quarantines })).resolves.toBeUndefined();
  });
});

describe('InMemoryLearningStore and InMemoryRuleStore keep the contracts of LearningStore and RuleStore', () => {
  it.each(learningStoreContract)('$name', async ({ check }) => {
    const fixture = stores();
    const learning = new InMemoryLearningStore(fixture.feed);
    await expect(check({ ...fixture, learning, rules: new InMemoryRuleStore(fixture.feed) })).resolves.toBeUndefined();
  });
});

describe('InMemoryConnectionStore keeps the contract of ConnectionStore', () => {
  it.each(connectionStoreContract)('$name', async ({ check }) => {
    const fixture = stores();
    await expect(
      check({ ...fixture, connections: new InMemoryConnectionStore(fixture.feed) }),
    ).resolves.toBeUndefined();
  });
});

describe('InMemoryToolsetStore keeps the contract of ToolsetStore', () => {
  it.each(toolsetStoreContract)('$name', async ({ check }) => {
    const fixture = stores();
    await expect(check({ ...fixture, toolsets: new InMemoryToolsetStore(fixture.feed) })).resolves.toBeUndefined();
  });
});

describe('InMemoryFeedbackStore keeps the contract of FeedbackStore', () => {
  it.each(feedbackStoreContract)('$name', async ({ check }) => {
    await expect(check({ ...stores(), feedback: new InMemoryFeedbackStore() })).resolves.toBeUndefined();
  });
});

describe('InMemoryLimitStore keeps the contract of LimitStore', () => {
  it.each(limitStoreContract)('$name', async ({ check }) => {
    const fixture = stores();
    await expect(check({ ...fixture, limits: new InMemoryLimitStore(fixture.feed) })).resolves.toBeUndefined();
  });
});

describe('InMemoryPolicyStore keeps the contract of PolicyStore', () => {
  it.each(policyStoreContract)('$name', async ({ check }) => {
    const fixture = stores();
    await expect(check({ ...fixture, policies: new InMemoryPolicyStore(fixture.feed) })).resolves.toBeUndefined();
  });
});

describe('InMemoryMirrorStore keeps the contract of MirrorStore', () => {
  it.each(mirrorStoreContract)('$name', async ({ check }) => {
    await expect(check({ ...stores(), mirrors: new InMemoryMirrorStore() })).resolves.toBeUndefined();
  });
});

describe('InMemoryIdempotencyLedger keeps the contract of IdempotencyLedger', () => {
  it.each(idempotencyLedgerContract)('$name', async ({ check }) => {
    const ledger = new InMemoryIdempotencyLedger();
    const { identities } = stores();
    const fixture = { identities, ledger, other: ledger.another(), die: async () => ledger.die() };
    await expect(check(fixture)).resolves.toBeUndefined();
  });
});
