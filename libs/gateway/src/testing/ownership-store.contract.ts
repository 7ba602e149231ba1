import { deepEqual, equal } from 'node:assert/strict';
import { aNamespaceRow, aVersionRow } from '@assay/registry/testing';
import { handoverContract } from './handover.contract.js';
import { at, type OwnershipContractCase, withNamespace } from './owned-namespace.js';

export type { OwnershipContractCase, OwnershipFixture } from './owned-namespace.js';

const renames: readonly OwnershipContractCase[] = [
  {
    name: 'a renamed namespace takes along what it holds and what names it, and leaves its name as an alias',
    check: async (fixture) => {
      const it = await withNamespace(fixture);
      const renaming = it.renaming('acme', 'apex');
      equal(await it.ownership.renameNamespace(renaming), 'renamed');
      deepEqual(await it.state.of('namespace', it.namespace.id), { ...it.namespace, name: 'apex' });
      deepEqual(await it.state.of('namespace-alias', renaming.aliasId), {
        ...{ id: renaming.aliasId, organisationId: it.organisation.id, name: 'acme', target: 'apex' },
        ...{ createdAt: at, createdBy: it.ann.id },
      });
      equal((await it.state.of('server', it.server.id))?.namespace, 'apex');
      for (const version of it.versions) {
        const manifest = { ...version.manifest, name: 'apex/orders.create' };
        deepEqual(await it.state.of('tool-version', version.id), {
          ...version,
          namespace: 'apex',
          manifest,
          publishedAs: 'acme/orders.create',
        });
      }
      equal((await it.state.of('grant', it.grant.id))?.tool, 'apex/orders.create');
      equal((await it.state.of('endorsement', it.endorsements[1].id))?.tool, 'apex/orders.create');
      deepEqual((await it.state.of('key', it.key.id))?.namespaces, ['apex', 'globex']);
    },
  },
  {
    name: 'a name that is or was somebody’s cannot be taken, by a rename or a claim',
    check: async (fixture) => {
      const it = await withNamespace(fixture);
      await it.identities.addNamespace(aNamespaceRow(it.ann, 'globex'));
      equal(await it.ownership.renameNamespace(it.renaming('acme', 'globex')), 'taken');
      equal(await it.ownership.renameNamespace(it.renaming('nowhere', 'fresh')), 'missing');
      equal(await it.ownership.renameNamespace(it.renaming('acme', 'apex')), 'renamed');
      equal(await it.ownership.renameNamespace(it.renaming('apex', 'acme')), 'taken');
      equal(await it.ownership.renameNamespace(it.renaming('globex', 'acme')), 'taken');
      equal(await it.ownership.renameNamespace(it.renaming('acme', 'later')), 'missing');
      equal(await it.identities.addNamespace(aNamespaceRow(it.rex, 'acme')), 'taken');
      equal((await it.state.of('namespace', it.namespace.id))?.name, 'apex');
    },
  },
  {
    name: 'aliases point at the present name, however often it changes',
    check: async (fixture) => {
      const it = await withNamespace(fixture);
      const first = it.renaming('acme', 'apex');
      const tool = it.renaming('apex/orders.create', 'apex/orders.make');
      await it.ownership.renameNamespace(first);
      equal(await it.ownership.renameTool(tool), 'renamed');
      await it.ownership.renameNamespace(it.renaming('apex', 'summit'));
      equal((await it.state.of('namespace-alias', first.aliasId))?.target, 'summit');
      deepEqual(
        [await it.state.of('tool-alias', tool.aliasId)].map((alias) => [alias?.name, alias?.target]),
        [['apex/orders.create', 'summit/orders.make']],
      );
      const version = await it.state.of('tool-version', it.versions[0].id);
      equal(version?.manifest.name, 'summit/orders.make');
      equal(version?.publishedAs, 'acme/orders.create');
    },
  },
  {
    name: 'a tool may move to another namespace, with its versions and grants',
    check: async (fixture) => {
      const it = await withNamespace(fixture);
      await it.identities.addNamespace(aNamespaceRow(it.ann, 'globex'));
      equal(await it.ownership.renameTool(it.renaming('acme/orders.create', 'globex/orders')), 'renamed');
      const version = await it.state.of('tool-version', it.versions[1].id);
      deepEqual([version?.namespace, version?.tool, version?.manifest.name], ['globex', 'orders', 'globex/orders']);
      equal((await it.state.of('grant', it.grant.id))?.tool, 'globex/orders');
      equal((await it.state.of('endorsement', it.endorsements[0].id))?.tool, 'globex/orders');
      equal(await it.ownership.renameTool(it.renaming('globex/orders', 'acme/orders.create')), 'taken');
      equal(await it.ownership.renameTool(it.renaming('acme/orders.create', 'acme/x')), 'missing');
    },
  },
  {
    name: 'a rename and claims of either name at once leave every name with one meaning',
    check: async (fixture) => {
      const it = await withNamespace(fixture);
      const renaming = it.renaming('acme', 'apex');
      const rivals = ['apex', 'acme', 'apex', 'acme'].map((name) => aNamespaceRow(it.rex, name));
      const [renamed, ...claims] = await Promise.all([
        it.ownership.renameNamespace(renaming),
        ...rivals.map((rival) => it.identities.addNamespace(rival)),
      ]);
      const added = rivals.filter((_, index) => claims[index] === 'added').map(({ name }) => name);
      deepEqual(renamed === 'renamed' ? added : added.sort(), renamed === 'renamed' ? [] : ['apex']);
      const present = await it.state.of('namespace', it.namespace.id);
      equal(present?.name, renamed === 'renamed' ? 'apex' : 'acme');
    },
  },
  {
    name: 'nothing is published under a former name',
    check: async (fixture) => {
      const it = await withNamespace(fixture);
      await it.ownership.renameTool(it.renaming('acme/orders.create', 'acme/orders'));
      const late = aVersionRow(it.namespace, '2.0.0');
      for (const besides of [0, 2]) deepEqual(await it.catalogue.publish(late, besides), { kind: 'moved' });
      await it.ownership.renameNamespace(it.renaming('acme', 'apex'));
      const fresh = aVersionRow(it.namespace, '1.0.0', { tool: 'fresh' });
      deepEqual(await it.catalogue.publish(fresh, 0), { kind: 'moved' });
      equal(await it.state.of('tool-version', late.id), null);
      equal(await it.state.of('tool-version', fresh.id), null);
    },
  },
  {
    name: 'a tool cannot take a present tool’s name',
    check: async (fixture) => {
      const it = await withNamespace(fixture);
      await it.catalogue.publish(aVersionRow(it.namespace, '1.0.0', { tool: 'other' }), 0);
      equal(await it.ownership.renameTool(it.renaming('acme/orders.create', 'acme/other')), 'taken');
    },
  },
  {
    name: 'of concurrent renames to one name one wins',
    check: async (fixture) => {
      const it = await withNamespace(fixture);
      await it.identities.addNamespace(aNamespaceRow(it.ann, 'globex'));
      const outcomes = await Promise.all(
        ['acme', 'globex'].map((from) => it.ownership.renameNamespace(it.renaming(from, 'apex'))),
      );
      deepEqual(outcomes.sort(), ['renamed', 'taken']);
    },
  },
];

/** What every OwnershipStore promises. */
export const ownershipStoreContract: readonly OwnershipContractCase[] = [...renames, ...handoverContract];
