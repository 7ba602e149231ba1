import { randomUUID } from 'node:crypto';
import { FollowedState } from '@assay/gateway/testing';
import type { Revocation } from '@assay/registry';
import { aNamespaceRow, anOrganisationRow, aPrincipalRow, aVersionRow } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { type Fixture, withDatabase } from './fixture.js';

/** Revocations of one tool, a range of it and its namespace. */
async function withRevocations({ identities, catalogue, revocations }: Fixture): Promise<Revocation[]> {
  const organisation = anOrganisationRow();
  await identities.addOrganisation(organisation);
  const ann = await identities.addPrincipal(aPrincipalRow(organisation.id));
  const namespace = aNamespaceRow(ann);
  await identities.addNamespace(namespace);
  await catalogue.publish(aVersionRow(namespace), 0);
  const made = (tool: string | null, range: string | null): Revocation => ({
    id: randomUUID(),
    organisationId: organisation.id,
    namespace: 'acme',
    tool,
    range,
    reason: 'It loses orders.',
    createdAt: Date.UTC(2026, 10, 22),
    createdBy: ann.id,
    cause: null,
    appeal: null,
    lifted: null,
  });
  const all = [made('orders.create', '^1'), made('orders.create', null), made(null, null)];
  for (const it of all) await revocations.addRevocation(it);
  return all;
}

describe('the table of revocations', () => {
  it('follows a renamed namespace and a renamed tool, and tells of both', () =>
    withDatabase(async (fixture) => {
      const { database, feed } = fixture;
      const all = await withRevocations(fixture);
      const state = await new FollowedState(feed).start();
      await database.pool.query(`UPDATE namespaces SET name = 'globex' WHERE name = 'acme'`);
      for (const it of all) expect(await state.of('revocation', it.id)).toEqual({ ...it, namespace: 'globex' });
      await database.pool.query(`UPDATE tools SET name = 'orders.place' WHERE name = 'orders.create'`);
      const named = await Promise.all(all.map(async ({ id }) => (await state.of('revocation', id))?.tool));
      expect(named).toEqual(['orders.place', 'orders.place', null]);
    }));

  it('takes those of names that are not known here, which follow a rename once they are', () =>
    withDatabase(async (fixture) => {
      const { database, feed } = fixture;
      const [first] = await withRevocations(fixture);
      const parts = { namespace: 'com.evil', tool: 'server', range: 'release-7' };
      const strange = { ...(first as Revocation), id: randomUUID(), ...parts };
      const state = await new FollowedState(feed).start();
      expect(await fixture.revocations.addRevocation(strange)).toEqual(strange);
      expect(await state.of('revocation', strange.id)).toEqual(strange);
      await database.pool.query(
        `INSERT INTO namespaces (id, organisation_id, name, visibility, created_at)
         VALUES (gen_random_uuid(), $1, 'com.evil', 'public', now())`,
        [strange.organisationId],
      );
      await database.pool.query(`UPDATE namespaces SET name = 'com.good' WHERE name = 'com.evil'`);
      expect(await state.of('revocation', strange.id)).toEqual({ ...strange, namespace: 'com.good' });
    }));

  it('gives none up', () =>
    withDatabase(async (fixture) => {
      await withRevocations(fixture);
      await expect(fixture.database.pool.query('DELETE FROM revocations')).rejects.toThrow('lift it instead');
      const { rows } = await fixture.database.pool.query('SELECT count(*)::int AS count FROM revocations');
      expect(rows).toEqual([{ count: 3 }]);
    }));
});
