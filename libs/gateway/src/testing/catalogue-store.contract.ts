import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Namespace } from '@assay/identity';
import type { CatalogueStore, Import } from '@assay/registry';
import { aNamespaceRow, anOrganisationRow, aPrincipalRow, aServerRow, aVersionRow } from '@assay/registry/testing';
import { FollowedState } from './followed-state.js';
import type { IdentityFixture } from './identity-store.contract.js';

/** Empty stores and the feed that tells of both. */
export interface CatalogueFixture extends IdentityFixture {
  readonly catalogue: CatalogueStore;
}

export interface CatalogueContractCase {
  readonly name: string;
  readonly check: (fixture: CatalogueFixture) => Promise<void>;
}

export async function withNamespace({ identities, catalogue, feed }: CatalogueFixture) {
  const organisation = anOrganisationRow();
  await identities.addOrganisation(organisation);
  const ann = await identities.addPrincipal(aPrincipalRow(organisation.id));
  const namespace: Namespace = aNamespaceRow(ann);
  await identities.addNamespace(namespace);
  return { catalogue, feed, organisation, ann, namespace };
}

const publishing: readonly CatalogueContractCase[] = [
  {
    name: 'a published version is reported unchanged',
    check: async (fixture) => {
      const { catalogue, feed, namespace, ann } = await withNamespace(fixture);
      const state = await new FollowedState(feed).start();
      const plain = aVersionRow(namespace);
      const full = aVersionRow(namespace, '2.0.0-rc.1+build.7', {
        publishedBy: ann.id,
        upstreamDigest: `sha256:${'3'.repeat(64)}`,
        signatures: [
          { by: 'registry', keyId: '0'.repeat(16), signature: 'a'.repeat(86), signedAt: plain.publishedAt },
          { by: 'publisher', keyId: '1'.repeat(16), signature: 'b'.repeat(86), signedAt: plain.publishedAt + 1 },
        ],
        status: 'DEPRECATED',
        sunsetAt: plain.publishedAt + 1,
        statusChange: { at: plain.publishedAt, reason: 'a "reason" é', supersededBy: '3.0.0', notice: 'something' },
        quarantined: { since: plain.publishedAt + 2, finding: 'its definition drifted' },
        lastVerifiedAt: plain.publishedAt + 3,
        usageCount: 12,
      });
      deepEqual(await catalogue.publish(plain, 0), { kind: 'published' });
      deepEqual(await catalogue.publish(full, 1), { kind: 'published' });
      deepEqual(await state.of('tool-version', plain.id), plain);
      deepEqual(await state.of('tool-version', full.id), full);
    },
  },
  {
    name: 'the order of the manifest’s members is kept',
    check: async (fixture) => {
      const { catalogue, feed, namespace } = await withNamespace(fixture);
      const state = await new FollowedState(feed).start();
      const version = aVersionRow(namespace);
      await catalogue.publish(version, 0);
      const kept = (await state.of('tool-version', version.id))?.manifest;
      equal(JSON.stringify(kept), JSON.stringify(version.manifest));
    },
  },
  {
    name: 'a version key is published once, whatever the build metadata',
    check: async (fixture) => {
      const { catalogue, namespace } = await withNamespace(fixture);
      const first = aVersionRow(namespace, '1.0.0+a');
      await catalogue.publish(first, 0);
      deepEqual(await catalogue.publish(aVersionRow(namespace, '1.0.0+b'), 1), { kind: 'exists', version: first });
    },
  },
  {
    name: 'of concurrent publishes of one key exactly one wins, and the others see its version',
    check: async (fixture) => {
      const { catalogue, namespace } = await withNamespace(fixture);
      const rivals = Array.from({ length: 20 }, () => aVersionRow(namespace));
      const outcomes = await Promise.all(rivals.map((rival) => catalogue.publish(rival, 0)));
      const winners = rivals.filter((_, index) => outcomes[index]?.kind === 'published');
      equal(winners.length, 1);
      const seen = outcomes.flatMap((outcome) => (outcome.kind === 'exists' ? [outcome.version.id] : []));
      deepEqual(new Set(seen), new Set([winners[0]?.id]));
    },
  },
  {
    name: 'a publication that knows of fewer versions than there are has moved, and leaves nothing behind',
    check: async (fixture) => {
      const { catalogue, feed, namespace } = await withNamespace(fixture);
      const state = await new FollowedState(feed).start();
      await catalogue.publish(aVersionRow(namespace, '1.0.0'), 0);
      const late = aVersionRow(namespace, '1.1.0');
      deepEqual(await catalogue.publish(late, 0), { kind: 'moved' });
      equal(await state.of('tool-version', late.id), null);
      deepEqual(await catalogue.publish(late, 1), { kind: 'published' });
    },
  },
  {
    name: 'of concurrent publishes of different versions one goes in at a time',
    check: async (fixture) => {
      const { catalogue, namespace } = await withNamespace(fixture);
      const rivals = Array.from({ length: 5 }, (_, index) => aVersionRow(namespace, `1.${index}.0`));
      const outcomes = await Promise.all(rivals.map((rival) => catalogue.publish(rival, 0)));
      equal(outcomes.filter(({ kind }) => kind === 'published').length, 1);
      equal(outcomes.filter(({ kind }) => kind === 'moved').length, 4);
    },
  },
  {
    name: 'what was there before the start is delivered by the start',
    check: async (fixture) => {
      const { catalogue, feed, namespace, organisation, ann } = await withNamespace(fixture);
      const version = aVersionRow(namespace);
      await catalogue.publish(version, 0);
      const state = await new FollowedState(feed).start();
      deepEqual(
        new Set(state.reported.map(({ id }) => id)),
        new Set([organisation.id, ann.id, namespace.id, version.id]),
      );
    },
  },
  {
    name: 'usage adds up and is reported',
    check: async (fixture) => {
      const { catalogue, feed, namespace } = await withNamespace(fixture);
      const state = await new FollowedState(feed).start();
      const [one, two] = [aVersionRow(namespace, '1.0.0'), aVersionRow(namespace, '1.1.0')];
      await catalogue.publish(one, 0);
      await catalogue.publish(two, 1);
      await catalogue.addUsage(
        new Map([
          [one.id, 3],
          [two.id, 1],
          [randomUUID(), 9],
        ]),
      );
      await catalogue.addUsage(new Map([[one.id, 4]]));
      await catalogue.addUsage(new Map());
      equal((await state.of('tool-version', one.id))?.usageCount, 7);
      equal((await state.of('tool-version', two.id))?.usageCount, 1);
    },
  },
];

const changingStatus: readonly CatalogueContractCase[] = [
  {
    name: 'a status changes with all that is said of it, and what was sent is remembered',
    check: async (fixture) => {
      const { catalogue, feed, namespace } = await withNamespace(fixture);
      const state = await new FollowedState(feed).start();
      const [one, two] = [aVersionRow(namespace, '1.0.0'), aVersionRow(namespace, '1.1.0')];
      await catalogue.publish(one, 0);
      await catalogue.publish(two, 1);
      const at = one.publishedAt + 1;
      const deprecated = {
        status: 'DEPRECATED',
        sunsetAt: at + 1,
        statusChange: { at, reason: 'old', supersededBy: '2.0.0', notice: null },
      } as const;
      equal(await catalogue.changeStatus({ from: one, to: deprecated }), true);
      deepEqual(await state.of('tool-version', one.id), { ...one, ...deprecated });
      await catalogue.recordNotice([one.id, two.id, randomUUID()], 'version.deprecated 1');
      const noted = { ...deprecated.statusChange, notice: 'version.deprecated 1' };
      deepEqual(await state.of('tool-version', one.id), { ...one, ...deprecated, statusChange: noted });
      deepEqual(await state.of('tool-version', two.id), two);
    },
  },
  {
    name: 'a status that is not as it was thought to be does not change',
    check: async (fixture) => {
      const { catalogue, feed, namespace } = await withNamespace(fixture);
      const state = await new FollowedState(feed).start();
      const first = aVersionRow(namespace);
      await catalogue.publish(first, 0);
      const at = first.publishedAt + 1;
      const to = (status: 'YANKED' | 'DEPRECATED' | 'ACTIVE', sunsetAt: number | null, when: number) =>
        ({ status, sunsetAt, statusChange: { at: when, reason: status, supersededBy: null, notice: null } }) as const;
      const second = { ...first, ...to('DEPRECATED', at, at) };
      equal(await catalogue.changeStatus({ from: { ...first, status: 'YANKED' }, to: second }), false);
      equal(await catalogue.changeStatus({ from: { ...first, id: randomUUID() }, to: second }), false);
      equal(await catalogue.changeStatus({ from: first, to: second }), true);
      equal(await catalogue.changeStatus({ from: first, to: to('YANKED', null, at + 1) }), false);
      equal(await catalogue.changeStatus({ from: { ...second, sunsetAt: at + 1 }, to: to('YANKED', null, at) }), false);
      const older = { ...second, statusChange: { ...second.statusChange, at: at - 1 } };
      equal(await catalogue.changeStatus({ from: older, to: to('YANKED', null, at + 1) }), false);
      deepEqual(await state.of('tool-version', first.id), second);
    },
  },
  {
    name: 'of concurrent changes of a status exactly one wins',
    check: async (fixture) => {
      const { catalogue, feed, namespace } = await withNamespace(fixture);
      const state = await new FollowedState(feed).start();
      const version = aVersionRow(namespace);
      await catalogue.publish(version, 0);
      const rivals = Array.from({ length: 10 }, (_, index) => {
        const statusChange = {
          at: version.publishedAt + 1,
          reason: `rival ${index}`,
          supersededBy: null,
          notice: null,
        };
        return { status: index % 2 === 0 ? 'YANKED' : 'DEPRECATED', sunsetAt: null, statusChange } as const;
      });
      const outcomes = await Promise.all(rivals.map((to) => catalogue.changeStatus({ from: version, to })));
      equal(outcomes.filter(Boolean).length, 1);
      deepEqual(await state.of('tool-version', version.id), { ...version, ...rivals[outcomes.indexOf(true)] });
    },
  },
];

const servers: readonly CatalogueContractCase[] = [
  {
    name: 'a server is reported with its secrets readable, and its name is taken',
    check: async (fixture) => {
      const { catalogue, feed, namespace } = await withNamespace(fixture);
      const state = await new FollowedState(feed).start();
      const remote = aServerRow(namespace);
      const local = aServerRow(namespace, {
        name: 'files',
        mcp: { command: 'node', args: ['files.js'], env: { TOKEN: 'secret-of-files', EMPTY: '' } },
        stateless: true,
      });
      equal(await catalogue.addServer(remote), 'added');
      equal(await catalogue.addServer(local), 'added');
      equal(await catalogue.addServer(aServerRow(namespace)), 'taken');
      deepEqual(await state.of('server', remote.id), remote);
      deepEqual(await state.of('server', local.id), local);
    },
  },
  {
    name: 'an HTTP API is reported with its secrets readable, and moves',
    check: async (fixture) => {
      const { catalogue, feed, namespace } = await withNamespace(fixture);
      const state = await new FollowedState(feed).start();
      const api = aServerRow(namespace, {
        name: 'api',
        mcp: null,
        http: {
          url: 'https://api.example/v1',
          headers: { Authorization: 'Bearer secret-of-api' },
          query: { key: 'key-of-api' },
          openapi: 'https://api.example/openapi.json',
        },
        stateless: true,
      });
      equal(await catalogue.addServer(api), 'added');
      deepEqual(await state.of('server', api.id), api);
      const moved = { ...api, http: { url: 'https://new.example' }, updatedAt: api.updatedAt + 1 };
      equal(await catalogue.changeServer(moved), true);
      deepEqual(await state.of('server', api.id), moved);
    },
  },
  {
    name: 'a gRPC server is reported with its secrets readable, and moves',
    check: async (fixture) => {
      const { catalogue, feed, namespace } = await withNamespace(fixture);
      const state = await new FollowedState(feed).start();
      const grpc = { address: 'grpcs://shop.example', metadata: { authorization: 'Bearer secret', 'x-bin': 'AQID' } };
      const shop = aServerRow(namespace, { name: 'shop', mcp: null, grpc, stateless: true });
      equal(await catalogue.addServer(shop), 'added');
      deepEqual(await state.of('server', shop.id), shop);
      const address = 'new.example:443';
      const moved = { ...shop, grpc: { address, reflection: false }, updatedAt: shop.updatedAt + 1 };
      equal(await catalogue.changeServer(moved), true);
      deepEqual(await state.of('server', shop.id), moved);
    },
  },
  {
    name: 'a server moves and goes',
    check: async (fixture) => {
      const { catalogue, feed, namespace } = await withNamespace(fixture);
      const state = await new FollowedState(feed).start();
      const server = aServerRow(namespace);
      await catalogue.addServer(server);
      const moved = {
        ...server,
        mcp: { url: 'https://new.example/mcp' },
        stateless: true,
        updatedAt: server.updatedAt + 1,
      };
      equal(await catalogue.changeServer(moved), true);
      deepEqual(await state.of('server', server.id), moved);
      equal(await catalogue.removeServer(server.id), true);
      equal(await state.of('server', server.id), null);
      equal(await catalogue.removeServer(server.id), false);
      equal(await catalogue.changeServer(moved), false);
    },
  },
];

const imports: readonly CatalogueContractCase[] = [
  {
    name: 'an import is found as it was given',
    check: async (fixture) => {
      const { catalogue, namespace, ann } = await withNamespace(fixture);
      const { manifest } = aVersionRow(namespace);
      const proposed: Import = {
        id: randomUUID(),
        organisationId: namespace.organisationId,
        principalId: ann.id,
        server: 'acme/orders',
        proposals: [
          { manifest, state: 'new', previousVersion: null, changes: [], problems: [], notes: ['a \u0000 note'] },
        ],
        upstreamDigests: { 'acme/orders.create': `sha256:${'4'.repeat(64)}` },
        removed: ['acme/orders.gone'],
        leftOut: ['shop.v1.Orders/Chat: takes a stream of messages'],
        draft: null,
        createdAt: namespace.createdAt,
      };
      await catalogue.addImport(proposed);
      deepEqual(await catalogue.findImport(proposed.id), proposed);
      const draft = aServerRow(namespace, { name: 'drafted' });
      const drafts = [1, 2].map((age) => ({
        ...{ ...proposed, draft, id: randomUUID() },
        createdAt: namespace.createdAt - age * 1_000,
      }));
      for (const it of drafts) await catalogue.addImport(it);
      const [ended, kept] = drafts.map(({ id }) => id) as [string, string];
      deepEqual((await catalogue.findImport(ended))?.draft, draft);
      await catalogue.endDraft(ended);
      equal((await catalogue.findImport(ended))?.draft, null);
      equal(await catalogue.forgetDrafts(namespace.createdAt - 2_000), 0);
      equal(await catalogue.forgetDrafts(namespace.createdAt), 1);
      equal((await catalogue.findImport(kept))?.draft, null);
      equal(await catalogue.findImport(randomUUID()), undefined);
    },
  },
];

/** What every CatalogueStore promises. */
export const catalogueStoreContract: readonly CatalogueContractCase[] = [
  ...publishing,
  ...changingStatus,
  ...servers,
  ...imports,
];
