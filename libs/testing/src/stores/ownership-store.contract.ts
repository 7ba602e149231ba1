import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { OwnershipStore, Renaming } from '@assay/core';
import type { CatalogueFixture } from './catalogue-store.contract.js';
import { FollowedState } from './followed-state.js';
import {
  aGrantRow,
  aKeyRow,
  aNamespaceRow,
  anEndorsementRow,
  anOrganisationRow,
  aPrincipalRow,
  aServerRow,
  aVersionRow,
} from './store-samples.js';

export interface OwnershipFixture extends CatalogueFixture {
  readonly ownership: OwnershipStore;
}

export interface OwnershipContractCase {
  readonly name: string;
  readonly check: (fixture: OwnershipFixture) => Promise<void>;
}

const at = Date.UTC(2026, 10, 22, 9, 0, 0, 7);

/** The namespace `acme` of ann with a server, a tool of two versions, a grant and an endorsement; and another organisation. */
async function withNamespace(fixture: OwnershipFixture) {
  const { identities, catalogue, ownership, feed } = fixture;
  const state = await new FollowedState(feed).start();
  const [organisation, other] = [anOrganisationRow('one'), anOrganisationRow('other')];
  for (const it of [organisation, other]) await identities.addOrganisation(it);
  const ann = await identities.addPrincipal(aPrincipalRow(organisation.id, 'ann'));
  const rex = await identities.addPrincipal(aPrincipalRow(other.id, 'rex'));
  const namespace = aNamespaceRow(ann);
  await identities.addNamespace(namespace);
  const server = aServerRow(namespace);
  await catalogue.addServer(server);
  const versions = [aVersionRow(namespace, '1.0.0'), aVersionRow(namespace, '1.1.0')] as const;
  await catalogue.publish(versions[0], 0);
  await catalogue.publish(versions[1], 1);
  const grant = aGrantRow(ann);
  await identities.addGrant(grant);
  const endorsements = [anEndorsementRow(organisation.id), anEndorsementRow(other.id)] as const;
  for (const it of endorsements) await identities.addEndorsement(it);
  const key = aKeyRow(ann, { namespaces: ['acme', 'globex'] });
  await identities.addKey(key);
  const renaming = (from: string, to: string): Renaming => ({
    ...{ organisationId: organisation.id, from, to },
    ...{ aliasId: randomUUID(), at, by: ann.id },
  });
  return {
    state,
    organisation,
    other,
    ann,
    rex,
    namespace,
    server,
    versions,
    grant,
    endorsements,
    key,
    renaming,
    ownership,
    identities,
    catalogue,
  };
}

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

const transfers: readonly OwnershipContractCase[] = [
  {
    name: 'a proof and an offer are part of the namespace, and an offer can be replaced and withdrawn',
    check: async (fixture) => {
      const it = await withNamespace(fixture);
      const proven = { method: 'dns', domain: 'example.com', at } as const;
      equal(await it.ownership.prove(it.namespace, proven), true);
      const offer = { toOrganisationId: it.other.id, ownerId: null, offeredAt: at, offeredBy: it.ann.id };
      equal(await it.ownership.offer(it.namespace, offer), true);
      equal(await it.ownership.offer(it.namespace, { ...offer, ownerId: it.rex.id }), true);
      const state = await it.state.of('namespace', it.namespace.id);
      deepEqual([state?.proven, state?.transfer], [proven, { ...offer, ownerId: it.rex.id }]);
      equal(await it.ownership.withdrawOffer(it.namespace.id, at - 1), false);
      equal(await it.ownership.withdrawOffer(it.namespace.id, at), true);
      equal(await it.ownership.withdrawOffer(it.namespace.id, at), false);
      equal((await it.state.of('namespace', it.namespace.id))?.transfer, null);
      equal(await it.ownership.offer({ ...it.namespace, id: randomUUID() }, offer), false);
      equal(await it.ownership.prove({ ...it.namespace, id: randomUUID() }, proven), false);
    },
  },
  {
    name: 'a handover moves every row, drops secrets, and ends what the giver had granted',
    check: async (fixture) => {
      const it = await withNamespace(fixture);
      await it.ownership.prove(it.namespace, { method: 'http', domain: 'example.com', at });
      const plain = aServerRow(it.namespace, {
        id: randomUUID(),
        name: 'plain',
        mcp: { url: 'https://plain.example/' },
      });
      await it.catalogue.addServer(plain);
      const handover = {
        ...{ namespaceId: it.namespace.id, fromOrganisationId: it.organisation.id, toOrganisationId: it.other.id },
        ...{ ownerId: it.rex.id, offeredAt: null, at },
      };
      deepEqual(await it.ownership.handOver(handover), { strippedServers: ['acme/orders'], grantsEnded: 1 });
      deepEqual(await it.state.of('namespace', it.namespace.id), {
        ...it.namespace,
        organisationId: it.other.id,
        owners: [it.rex.id],
      });
      for (const { id } of it.versions) equal((await it.state.of('tool-version', id))?.organisationId, it.other.id);
      const server = await it.state.of('server', it.server.id);
      deepEqual([server?.organisationId, server?.mcp], [it.other.id, { url: 'https://orders.example/mcp' }]);
      equal((await it.state.of('server', plain.id))?.organisationId, it.other.id);
      equal(await it.state.of('grant', it.grant.id), null);
      equal(await it.state.of('endorsement', it.endorsements[0].id), null);
      deepEqual(await it.state.of('endorsement', it.endorsements[1].id), it.endorsements[1]);
    },
  },
  {
    name: 'a handover fails, and changes nothing, when offer or namespace are not as thought',
    check: async (fixture) => {
      const it = await withNamespace(fixture);
      const [from, to] = [it.organisation.id, it.other.id];
      const handover = {
        namespaceId: it.namespace.id,
        fromOrganisationId: from,
        toOrganisationId: to,
        ownerId: it.rex.id,
        at,
      };
      equal(await it.ownership.handOver({ ...handover, offeredAt: at }), undefined);
      await it.ownership.offer(it.namespace, {
        toOrganisationId: to,
        ownerId: null,
        offeredAt: at,
        offeredBy: null,
      });
      equal(await it.ownership.handOver({ ...handover, offeredAt: at - 1 }), undefined);
      equal(await it.ownership.handOver({ ...handover, fromOrganisationId: to, offeredAt: at }), undefined);
      equal((await it.state.of('namespace', it.namespace.id))?.organisationId, from);
      equal((await it.state.of('namespace', it.namespace.id))?.transfer?.toOrganisationId, to);
      equal((await it.ownership.handOver({ ...handover, offeredAt: at }))?.grantsEnded, 1);
      equal(await it.ownership.handOver({ ...handover, offeredAt: at }), undefined);
    },
  },
];

/** What somebody does who has not heard yet that the namespace is another organisation's. */
const late: readonly OwnershipContractCase[] = [
  {
    name: 'after a handover the giver neither offers, proves, renames, publishes, adds an owner nor keeps a secret',
    check: async (fixture) => {
      const it = await withNamespace(fixture);
      await it.identities.addNamespace(aNamespaceRow(it.ann, 'globex'));
      const third = anOrganisationRow('third');
      await it.identities.addOrganisation(third);
      await it.ownership.handOver({
        ...{ namespaceId: it.namespace.id, fromOrganisationId: it.organisation.id, toOrganisationId: it.other.id },
        ...{ ownerId: it.rex.id, offeredAt: null, at },
      });
      const [before, server] = [
        await it.state.of('namespace', it.namespace.id),
        await it.state.of('server', it.server.id),
      ];
      const offer = { toOrganisationId: third.id, ownerId: null, offeredAt: at, offeredBy: it.ann.id };
      equal(await it.ownership.offer(it.namespace, offer), false);
      equal(await it.ownership.prove(it.namespace, { method: 'dns', domain: 'example.com', at }), false);
      equal(await it.ownership.renameNamespace(it.renaming('acme', 'apex')), 'missing');
      equal(await it.ownership.renameTool(it.renaming('acme/orders.create', 'acme/x')), 'missing');
      equal(await it.identities.addOwner('acme', it.ann.id), false);
      deepEqual(await it.catalogue.publish(aVersionRow(it.namespace, '2.0.0'), 2), { kind: 'moved' });
      const fresh = aVersionRow(it.namespace, '1.0.0', { tool: 'fresh' });
      deepEqual(await it.catalogue.publish(fresh, 0), { kind: 'moved' });
      equal(await it.catalogue.changeServer({ ...it.server, updatedAt: at + 60_000 }), false);
      const another = aServerRow(it.namespace, { id: randomUUID(), name: 'another' });
      equal(await it.catalogue.addServer(another), 'moved');
      deepEqual(await it.state.of('namespace', it.namespace.id), before);
      deepEqual(await it.state.of('server', it.server.id), server);
    },
  },
  {
    name: 'a tool is not renamed into a namespace that was handed over',
    check: async (fixture) => {
      const it = await withNamespace(fixture);
      const globex = aNamespaceRow(it.ann, 'globex');
      await it.identities.addNamespace(globex);
      await it.ownership.handOver({
        ...{ namespaceId: globex.id, fromOrganisationId: it.organisation.id, toOrganisationId: it.other.id },
        ...{ ownerId: it.rex.id, offeredAt: null, at },
      });
      equal(await it.ownership.renameTool(it.renaming('acme/orders.create', 'globex/orders')), 'missing');
      equal((await it.state.of('tool-version', it.versions[0].id))?.namespace, 'acme');
    },
  },
];

/** What every OwnershipStore promises. */
export const ownershipStoreContract: readonly OwnershipContractCase[] = [...renames, ...transfers, ...late];
