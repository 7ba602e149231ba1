import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { IdentityStore } from '@assay/identity';
import { anOrganisationRow } from '@assay/registry/testing';
import { latestUpdates } from '../official/latest-version.js';
import type { RegistryServer, ServerVersion } from '../official/registry-server.js';
import type { RegistryServerStore, ServerQuery } from '../official/registry-server-store.js';

/** An empty store and the identities its rows refer to. */
export interface RegistryServerFixture {
  readonly identities: IdentityStore;
  readonly registryServers: RegistryServerStore;
}

export interface RegistryServerContractCase {
  readonly name: string;
  readonly check: (fixture: RegistryServerFixture) => Promise<void>;
}

const at = Date.UTC(2026, 10, 21, 12, 0, 0, 123);

const aRegistryServerRow = (organisationId: string, parts: Partial<RegistryServer> = {}): RegistryServer => {
  const { name = 'com.example/server', version = '1.0.0' } = parts;
  return {
    id: randomUUID(),
    organisationId,
    name,
    version,
    server: { name, version, description: 'A server.', zeta: 1, alpha: 2 },
    status: 'active',
    statusMessage: null,
    publishedAt: at,
    updatedAt: at,
    statusChangedAt: at,
    isLatest: true,
    origin: null,
    official: null,
    revocation: null,
    ...parts,
  };
};

async function prepared({ identities, registryServers: store }: RegistryServerFixture) {
  const organisation = anOrganisationRow();
  await identities.addOrganisation(organisation);
  const row = (parts: Partial<RegistryServer> = {}) => aRegistryServerRow(organisation.id, parts);
  const insert = async (...rows: readonly RegistryServer[]) => {
    await store.change({ names: [] }, () => ({ insert: rows, result: null }));
    return rows;
  };
  const listed = async (query: Partial<ServerQuery> = {}) =>
    (await store.list({ limit: 100, includeDeleted: false, ...query })).map(
      ({ name, version }) => `${name}@${version}`,
    );
  return { store, row, insert, listed };
}

const remotes = (url: string) => ({
  server: { name: 'x', version: '1', description: 'A server.', remotes: [{ type: 'streamable-http', url }] },
});

const changing: readonly RegistryServerContractCase[] = [
  {
    name: 'an inserted version is found as it was given, members in their order',
    check: async (fixture) => {
      const { store, row } = await prepared(fixture);
      const plain = row();
      const full = row({
        name: 'com.example/full',
        version: '2.0.0+build',
        status: 'deprecated',
        statusMessage: 'use com.example/server',
        origin: randomUUID(),
        official: { status: 'active', isLatest: true, publishedAt: '2025-01-01T00:00:00.123456Z' },
        revocation: { id: randomUUID(), reason: 'it leaks \u0000 secrets', at },
      });
      const { result, written } = await store.change({ names: [] }, () => ({ insert: [plain, full], result: 'done' }));
      equal(result, 'done');
      deepEqual(new Set(written), new Set([plain, full]));
      deepEqual(await store.find(full.name, full.version), full);
      equal(JSON.stringify((await store.find(plain.name, 'latest'))?.server), JSON.stringify(plain.server));
      equal(await store.find(plain.name, '9.9.9'), undefined);
      equal(await store.find('com.example/none', 'latest'), undefined);
    },
  },
  {
    name: 'a change sees the versions of the names it asks for, and a time after all before',
    check: async (fixture) => {
      const { store, row, insert } = await prepared(fixture);
      const future = Date.UTC(2100, 0);
      const [first] = await insert(row({ updatedAt: future, ...remotes('https://Example.com:443/mcp') }));
      await insert(row({ name: 'com.example/other' }));
      await store.change({ names: ['com.example/server', 'com.example/none'] }, ({ at: now, versions }) => {
        equal(now, future + 1);
        deepEqual([...versions.keys()], ['com.example/server']);
        const { server: _, ...rest } = first as RegistryServer;
        deepEqual(versions.get('com.example/server'), [{ ...rest, remoteUrls: ['https://example.com/mcp'] }]);
        return { result: null };
      });
    },
  },
  {
    name: 'updates write what they name; the latest changes place without ever being two',
    check: async (fixture) => {
      const { store, row, insert } = await prepared(fixture);
      const [old] = await insert(row());
      const next = row({ version: '2.0.0', publishedAt: at + 1 });
      const { written } = await store.change({ names: [next.name] }, ({ at: now, versions }) => ({
        insert: [next],
        update: latestUpdates([...(versions.get(next.name) as ServerVersion[]), { ...next, remoteUrls: [] }], now),
        result: null,
      }));
      deepEqual(
        written.map(({ version, isLatest }) => [version, isLatest]),
        [
          ['2.0.0', true],
          ['1.0.0', false],
        ],
      );
      const back = await store.change({ names: [] }, ({ at: now }) => ({
        update: [
          { id: old?.id as string, isLatest: true, updatedAt: now, revocation: null },
          { id: next.id, isLatest: false, status: 'deleted', statusMessage: 'gone', statusChangedAt: now },
        ],
        result: null,
      }));
      equal(back.written.length, 2);
      equal((await store.find(next.name, 'latest'))?.version, '1.0.0');
      deepEqual(
        (await store.versions(next.name)).map(({ version, status, statusMessage }) => [version, status, statusMessage]),
        [
          ['2.0.0', 'deleted', 'gone'],
          ['1.0.0', 'active', null],
        ],
      );
    },
  },
  {
    name: 'what throws, and a name and version twice, change nothing',
    check: async (fixture) => {
      const { store, row, insert, listed } = await prepared(fixture);
      await insert(row());
      await rejects(insert(row({ name: 'com.example/new' }), row({ isLatest: false })));
      await rejects(
        store.change({ names: [] }, () => {
          throw new Error('no');
        }),
      );
      ok((await listed()).includes('com.example/server@1.0.0'));
    },
  },
  {
    name: 'of concurrent changes each sees those before it, and times grow',
    check: async (fixture) => {
      const { store, row } = await prepared(fixture);
      const seen = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          store.change({ names: ['com.example/server'] }, ({ at: now, versions }) => {
            const present = versions.get('com.example/server') ?? [];
            const mine = row({ version: `0.0.${index}`, updatedAt: now, isLatest: present.length === 0 });
            return { insert: [mine], result: { count: present.length, now } };
          }),
        ),
      );
      const byCount = seen.map(({ result }) => result).toSorted((a, b) => a.count - b.count);
      deepEqual(
        byCount.map(({ count }) => count),
        Array.from({ length: 20 }, (_, index) => index),
      );
      ok(byCount.every(({ now }, index) => index === 0 || now > (byCount[index - 1]?.now ?? 0)));
    },
  },
  {
    name: 'users of an address: those published here and not deleted',
    check: async (fixture) => {
      const { store, row, insert } = await prepared(fixture);
      const url = 'https://example.com/mcp';
      await insert(
        row({ name: 'com.example/a', ...remotes(url) }),
        row({ name: 'com.example/a', version: '2.0.0', isLatest: false, ...remotes(url) }),
        row({ name: 'com.example/deleted', status: 'deleted', ...remotes(url) }),
        row({ name: 'com.example/mirrored', origin: randomUUID(), ...remotes(url) }),
      );
      const users = async (names: readonly string[], remoteUrls: readonly string[]) =>
        (await store.change({ names, remoteUrls }, (situation) => ({ result: situation.users }))).result;
      deepEqual(await users([], [url]), new Map([[url, ['com.example/a']]]));
      deepEqual(await users(['com.example/deleted'], []), new Map([[url, ['com.example/a']]]));
      deepEqual(await users([], ['https://example.com/other']), new Map());
    },
  },
];

const listing: readonly RegistryServerContractCase[] = [
  {
    name: 'lists in the order of bytes, page after page',
    check: async (fixture) => {
      const { row, insert, listed } = await prepared(fixture);
      const names = ['com.b/x', 'com.B/x', 'com.a/x-y', 'com.a/x', 'com.a/x_y', 'com.a-b/x'];
      await insert(...names.map((name) => row({ name })));
      await insert(row({ name: 'com.a/x', version: '0.9.0', isLatest: false }));
      const all = await listed();
      deepEqual(
        all,
        [...names.map((name) => `${name}@1.0.0`), 'com.a/x@0.9.0'].toSorted((a, b) => {
          const [left, right] = [a.split('@'), b.split('@')] as [string[], string[]];
          return (left[0] as string) === right[0]
            ? (left[1] as string) < (right[1] as string)
              ? -1
              : 1
            : (left[0] as string) < (right[0] as string)
              ? -1
              : 1;
        }),
      );
      const walked: string[] = [];
      for (let page = await listed({ limit: 1 }); page.length > 0; ) {
        walked.push(...page);
        const [name, version] = (page[0] as string).split('@') as [string, string];
        page = await listed({ limit: 1, after: { name, version } });
      }
      deepEqual(walked, all);
    },
  },
  {
    name: 'shows the latest versions only, each name once even when the latest moves on meanwhile',
    check: async (fixture) => {
      const { row, insert, listed } = await prepared(fixture);
      await insert(row({ isLatest: false }), row({ version: '2.0.0' }), row({ name: 'com.example/z' }));
      deepEqual(await listed({ version: 'latest' }), ['com.example/server@2.0.0', 'com.example/z@1.0.0']);
      deepEqual(await listed({ version: 'latest', after: { name: 'com.example/server', version: '1.0.0' } }), [
        'com.example/z@1.0.0',
      ]);
      deepEqual(await listed({ version: '1.0.0' }), ['com.example/server@1.0.0', 'com.example/z@1.0.0']);
    },
  },
  {
    name: 'hides what is deleted or revoked unless asked',
    check: async (fixture) => {
      const { row, insert, listed } = await prepared(fixture);
      await insert(
        row({ status: 'deleted' }),
        row({ name: 'com.example/revoked', revocation: { id: randomUUID(), reason: 'bad', at } }),
        row({ name: 'com.example/shown', status: 'deprecated' }),
      );
      deepEqual(await listed(), ['com.example/shown@1.0.0']);
      deepEqual(await listed({ version: 'latest' }), ['com.example/shown@1.0.0']);
      equal((await listed({ includeDeleted: true })).length, 3);
      deepEqual(await listed({ includeDeleted: true, revoked: true }), ['com.example/revoked@1.0.0']);
    },
  },
  {
    name: 'finds part of a name in either case, of which no letter is special',
    check: async (fixture) => {
      const { row, insert, listed } = await prepared(fixture);
      await insert(...['com.a/Weather', 'com.a/no_w', 'com.a/now', 'com.a/tri'].map((name) => row({ name })));
      deepEqual(await listed({ search: 'WEATH' }), ['com.a/Weather@1.0.0']);
      deepEqual(await listed({ search: '_' }), ['com.a/no_w@1.0.0']);
      deepEqual(await listed({ search: 'no_' }), ['com.a/no_w@1.0.0']);
      deepEqual(await listed({ search: '%%%' }), []);
      deepEqual(await listed({ search: '\\\\\\' }), []);
      equal((await listed({ search: 'com.a' })).length, 4);
      deepEqual(await listed({ search: 'com.a', limit: 2, after: { name: 'com.a/Weather', version: '1.0.0' } }), [
        'com.a/no_w@1.0.0',
        'com.a/now@1.0.0',
      ]);
    },
  },
  {
    name: 'shows what changed strictly later, and what came from one mirror',
    check: async (fixture) => {
      const { row, insert, listed } = await prepared(fixture);
      const origin = randomUUID();
      await insert(row(), row({ name: 'com.example/later', updatedAt: at + 1, origin }));
      deepEqual(await listed({ updatedSince: at }), ['com.example/later@1.0.0']);
      deepEqual(await listed({ updatedSince: at + 1 }), []);
      deepEqual(await listed({ updatedSince: at - 1, search: 'server' }), ['com.example/server@1.0.0']);
      deepEqual(await listed({ origin }), ['com.example/later@1.0.0']);
    },
  },
];

/** What every RegistryServerStore promises. */
export const registryServerStoreContract: readonly RegistryServerContractCase[] = [...changing, ...listing];
