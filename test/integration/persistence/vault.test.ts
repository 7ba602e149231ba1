import { AesSealer } from '@assay/authentication';
import { connectionStoreContract } from '@assay/gateway/testing';
import { PostgresSecretReseal, PrismaCatalogueStore, PrismaConnectionStore } from '@assay/persistence';
import { aNamespaceRow, anOrganisationRow, aPrincipalRow, aServerRow } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { withDatabase } from './fixture.js';

describe('PrismaConnectionStore keeps the contract of ConnectionStore', () => {
  it.each(connectionStoreContract)('$name', async ({ check }) => {
    const run = withDatabase((fixture) =>
      check({ ...fixture, connections: new PrismaConnectionStore(fixture.database.prisma) }),
    );
    await expect(run).resolves.toBeUndefined();
  });
});

describe('PostgresSecretReseal', () => {
  const [before, after] = ['a former key of 32 characters or more', 'a present key of 32 characters or more'];

  it('seals what servers and connections hold under the present key, and leaves what already is', async () => {
    await withDatabase(async ({ database, identities }) => {
      const organisation = anOrganisationRow();
      await identities.addOrganisation(organisation);
      const ann = await identities.addPrincipal(aPrincipalRow(organisation.id));
      const namespace = aNamespaceRow(ann);
      await identities.addNamespace(namespace);
      const old = new AesSealer(before);
      const mcp = { url: 'https://tools.example/mcp', headers: { authorization: 'Bearer planted' } };
      const server = aServerRow(namespace, { mcp });
      await new PrismaCatalogueStore(database, old).addServer(server);
      const id = '0198f000-0000-7000-8000-00000000b0aa';
      await database.pool.query(
        `INSERT INTO connections (id, organisation_id, principal_id, owner, target, server_id, origin, namespaces,
           granted_to, kind, secret, state, revision, created_at, updated_at)
         VALUES ($1, $2, $3, 'shared', $4::text, $4::text::uuid, 'https://tools.example', '{}', '{}', 'bearer', $5, 'ready', 1, now(), now())`,
        [id, organisation.id, ann.id, server.id, old.seal('planted', 'here')],
      );
      await database.pool.query(
        `INSERT INTO approvals (id, organisation_id, invocation_id, principal_id, tool, version, version_id, level,
           arguments_digest, policy_digest, policies, why, marks, sealed, needed, opened_at, expires_at)
         SELECT gen_random_uuid(), $1, gen_random_uuid(), $2, 'acme/x', '1.0.0', gen_random_uuid(), 0, '', '', '[]', '',
           '{}', kept, 1, now(), now() FROM unnest($3::text[]) AS kept`,
        [organisation.id, ann.id, [old.seal('planted', 'call'), null]],
      );
      const proposals = { proposals: [], upstreamDigests: {}, removed: [], leftOut: [] };
      const draft = { ...{ id: server.id, server: 'acme/orders', draft: server, createdAt: 1 }, ...proposals };
      const owner = { organisationId: organisation.id, principalId: ann.id };
      await new PrismaCatalogueStore(database, old).addImport({ ...draft, ...owner });
      const both = new AesSealer(after, before);
      const reseal = new PostgresSecretReseal(database.pool, both);
      expect(await reseal.reseal()).toEqual({ resealed: 4, kept: 0 });
      expect(await reseal.reseal()).toEqual({ resealed: 0, kept: 4 });
      const present = new AesSealer(after);
      expect((await new PrismaCatalogueStore(database, present).findImport(draft.id))?.draft).toEqual(server);
      const { rows } = await database.pool.query<{ secret: string; mcp: { headers: { authorization: string } } }>(
        'SELECT secret, mcp FROM connections JOIN servers ON servers.id = server_id',
      );
      expect(present.open(rows[0]?.secret ?? '', 'here')).toBe('planted');
      const waiting = await database.pool.query<{ sealed: string }>('SELECT sealed FROM approvals ORDER BY sealed');
      expect(present.open(waiting.rows[0]?.sealed ?? '', 'call')).toBe('planted');
      expect(waiting.rows[1]?.sealed).toBeNull();
      const context = `server ${server.id} header authorization`;
      expect(present.open(rows[0]?.mcp.headers.authorization ?? '', context)).toBe('Bearer planted');
      expect(JSON.stringify(rows)).not.toContain('planted');
    });
  });
});
