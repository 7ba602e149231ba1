import { randomUUID } from 'node:crypto';
import { Directory, type IdentityChange } from '@assay/identity';
import type { ChangeFeed } from '@assay/kernel';
import { PostgresOwnershipStore, type StoredChange } from '@assay/persistence';
import { Catalogue, type CatalogueChange } from '@assay/registry';
import { aNamespaceRow, anOrganisationRow, aPrincipalRow, aServerRow, aVersionRow } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { sealer, withDatabase } from './fixture.js';

/** What one replica has in memory. */
async function replica(feed: ChangeFeed<StoredChange>) {
  const directory = new Directory();
  const catalogue = new Catalogue(directory.aliases);
  const ofCatalogue = ['tool-version', 'server', 'revocation'];
  await feed.start((changes) => {
    for (const change of changes) {
      if (ofCatalogue.includes(change.kind)) catalogue.apply(change as CatalogueChange);
      else directory.apply(change as IdentityChange);
    }
  });
  return { directory, catalogue, caughtUp: () => feed.caughtUp() };
}

it('every replica knows former names, those that follow and those that start later', () =>
  withDatabase(async ({ database, identities, catalogue, feed, newFeed }) => {
    const following = await replica(feed);
    const organisation = anOrganisationRow();
    await identities.addOrganisation(organisation);
    const ann = await identities.addPrincipal(aPrincipalRow(organisation.id));
    const namespace = aNamespaceRow(ann);
    await identities.addNamespace(namespace);
    await catalogue.addServer(aServerRow(namespace));
    await catalogue.publish(aVersionRow(namespace), 0);
    const ownership = new PostgresOwnershipStore(database.pool, sealer);
    const renaming = (from: string, to: string) => ({
      ...{ organisationId: organisation.id, from, to },
      ...{ aliasId: randomUUID(), at: Date.now(), by: ann.id },
    });
    await ownership.renameTool(renaming('acme/orders.create', 'acme/orders'));
    await ownership.renameNamespace(renaming('acme', 'apex'));
    await ownership.renameNamespace(renaming('apex', 'summit'));
    await following.caughtUp();
    for (const it of [following, await replica(newFeed())]) {
      for (const name of ['acme', 'apex', 'summit']) {
        expect(it.directory.namespace(name)?.name).toBe('summit');
        expect(it.catalogue.tool(`${name}/orders`)?.id).toBe('summit/orders');
        expect(it.catalogue.server(`${name}/orders`)?.namespace).toBe('summit');
        expect(it.catalogue.toolsOn(`${name}/orders`).map((tool) => tool.id)).toEqual(['summit/orders']);
      }
      expect(it.catalogue.tool('acme/orders.create')?.versions[0]).toMatchObject({
        manifest: { name: 'summit/orders' },
        publishedAs: 'acme/orders.create',
      });
      expect([...it.directory.namespaces()]).toHaveLength(1);
      expect(it.catalogue.sortedIds()).toEqual(['summit/orders']);
    }
  }));
