import { randomUUID } from 'node:crypto';
import { assuranceStoresContract, verificationStoreContract } from '@assay/gateway/testing';
import {
  PostgresOwnershipStore,
  PostgresVerificationStore,
  PrismaAttestationStore,
  PrismaStageStore,
} from '@assay/persistence';
import { aNamespaceRow, anOrganisationRow, aPrincipalRow, aVersionRow } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { type Fixture, sealer, withDatabase } from './fixture.js';

const stores = ({ database }: Fixture) => ({
  verifications: new PostgresVerificationStore(database.pool),
  stages: new PrismaStageStore(database.prisma),
  attestations: new PrismaAttestationStore(database.prisma),
});

describe('PostgresVerificationStore keeps the contract of VerificationStore', () => {
  it.each(verificationStoreContract)('$name', async ({ check }) => {
    await expect(withDatabase((fixture) => check({ ...fixture, ...stores(fixture) }))).resolves.toBeUndefined();
  });
});

describe('The PostgreSQL stores of stages and attestations keep their contract', () => {
  it.each(assuranceStoresContract)('$name', async ({ check }) => {
    await expect(withDatabase((fixture) => check({ ...fixture, ...stores(fixture) }))).resolves.toBeUndefined();
  });
});

it('what was judged of a version goes with it to another organisation', () =>
  withDatabase(async (fixture) => {
    const { database, identities, catalogue } = fixture;
    const { verifications, stages, attestations } = stores(fixture);
    const [from, to] = [anOrganisationRow('one'), anOrganisationRow('other')];
    for (const organisation of [from, to]) await identities.addOrganisation(organisation);
    const ann = await identities.addPrincipal(aPrincipalRow(from.id));
    const bob = await identities.addPrincipal(aPrincipalRow(to.id, 'bob'));
    const namespace = aNamespaceRow(ann);
    await identities.addNamespace(namespace);
    const version = aVersionRow(namespace);
    await catalogue.publish(version, 0);
    const of = { organisationId: from.id, versionId: version.id };
    const at = Date.UTC(2026, 10, 22);
    const change = { id: randomUUID(), from: 'SANDBOX', to: 'BETA', reason: 'seen', by: null, at, trust: 0.5 } as const;
    await stages.change({ ...of, ...change, authority: 'rules', waived: [] });
    await stages.watch(version.id, at);
    const said = {
      id: randomUUID(),
      kind: 'self',
      evidenceDigest: null,
      evidence: 'https://a.example',
      organisation: 'one',
      by: 'ann',
    } as const;
    await attestations.add({ ...of, ...said, at, statement: '{}', keyId: 'k', signature: 's', withdrawn: null }, null);
    await verifications.beginDue({ now: Date.now() + 1e9, ids: [randomUUID()] });
    const handed = await new PostgresOwnershipStore(database.pool, sealer).handOver({
      namespaceId: namespace.id,
      fromOrganisationId: from.id,
      toOrganisationId: to.id,
      ownerId: bob.id,
      offeredAt: null,
      at,
    });
    expect(handed).toBeDefined();
    for (const table of ['verifications', 'verification_turns', 'stage_changes', 'stage_watches', 'attestations']) {
      const { rows } = await database.pool.query(`SELECT organisation_id FROM ${table}`);
      expect([table, rows]).toEqual([table, [{ organisation_id: to.id }]]);
    }
  }));
