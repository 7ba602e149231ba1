import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { aNamespaceRow, anOrganisationRow, aPrincipalRow, aServerRow, aVersionRow } from '@assay/registry/testing';
import { at, type OwnershipContractCase, withNamespace } from './owned-namespace.js';

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
      const telling = aServerRow(it.namespace, {
        ...{ id: randomUUID(), name: 'telling', mcp: { url: 'https://ann:pw@telling.example/mcp?token=s3cret' } },
      });
      const api = aServerRow(it.namespace, {
        ...{ id: randomUUID(), name: 'api', mcp: null },
        http: { url: 'https://api.example/v1', openapi: 'https://api.example/o.json?k=s' },
      });
      const grpc = aServerRow(it.namespace, {
        ...{ id: randomUUID(), name: 'grpc', mcp: null },
        grpc: { address: 'shop.example:443', metadata: { authorization: 's3cret' }, reflection: false },
      });
      for (const server of [telling, api, grpc]) await it.catalogue.addServer(server);
      const handover = {
        ...{ namespaceId: it.namespace.id, fromOrganisationId: it.organisation.id, toOrganisationId: it.other.id },
        ...{ ownerId: it.rex.id, offeredAt: null, at },
      };
      deepEqual(await it.ownership.handOver(handover), {
        strippedServers: ['acme/api', 'acme/grpc', 'acme/orders', 'acme/telling'],
        grantsEnded: 1,
      });
      deepEqual((await it.state.of('server', telling.id))?.mcp, { url: 'https://telling.example/mcp' });
      deepEqual((await it.state.of('server', api.id))?.http, {
        ...{ url: 'https://api.example/v1', openapi: 'https://api.example/o.json' },
      });
      deepEqual((await it.state.of('server', grpc.id))?.grpc, { address: 'shop.example:443', reflection: false });
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
    name: 'whatever comes at the moment of a handover, all that is there afterwards is the receiver’s',
    check: async (fixture) => {
      const it = await withNamespace(fixture);
      const third = anOrganisationRow('third');
      await it.identities.addOrganisation(third);
      const bob = await it.identities.addPrincipal(aPrincipalRow(it.organisation.id, 'bob'));
      const fresh = aVersionRow(it.namespace, '1.0.0', { tool: 'fresh' });
      const next = aVersionRow(it.namespace, '2.0.0');
      const another = aServerRow(it.namespace, { id: randomUUID(), name: 'another' });
      await Promise.all([
        it.catalogue.publish(fresh, 0),
        it.ownership.offer(it.namespace, { toOrganisationId: third.id, ownerId: null, offeredAt: at, offeredBy: null }),
        it.ownership.handOver({
          ...{ namespaceId: it.namespace.id, fromOrganisationId: it.organisation.id, toOrganisationId: it.other.id },
          ...{ ownerId: it.rex.id, offeredAt: null, at },
        }),
        it.identities.addOwner('acme', bob.id),
        it.catalogue.addServer(another),
        it.catalogue.publish(next, 2),
        it.catalogue.changeServer({ ...it.server, updatedAt: at + 60_000 }),
      ]);
      const namespace = await it.state.of('namespace', it.namespace.id);
      deepEqual([namespace?.organisationId, namespace?.owners, namespace?.transfer], [it.other.id, [it.rex.id], null]);
      for (const { id } of [...it.versions, fresh, next]) {
        equal((await it.state.of('tool-version', id))?.organisationId ?? it.other.id, it.other.id);
      }
      for (const { id } of [it.server, another]) {
        const server = await it.state.of('server', id);
        deepEqual(
          [server?.organisationId ?? it.other.id, server?.mcp ?? { url: 'https://orders.example/mcp' }],
          [it.other.id, { url: 'https://orders.example/mcp' }],
        );
      }
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

/** Proofs, offers and handovers, and what comes too late for them. */
export const handoverContract: readonly OwnershipContractCase[] = [...transfers, ...late];
