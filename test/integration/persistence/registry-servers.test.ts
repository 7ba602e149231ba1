import { randomUUID } from 'node:crypto';
import type { RegistryServer, ServerVersion } from '@assay/importing';
import { PostgresRegistryServerStore } from '@assay/persistence';
import { anOrganisationRow } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { withDatabase } from './fixture.js';

const at = Date.UTC(2026, 10, 21, 12);

const aRow = (organisationId: string, name: string, parts: Partial<RegistryServer> = {}): RegistryServer => ({
  id: randomUUID(),
  organisationId,
  name,
  version: '1.0.0',
  server: { name, version: '1.0.0', description: 'A server.' },
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
});

/** Two stores on one database, as two replicas have them, and an organisation for their rows. */
const withReplicas = (
  run: (fixture: {
    one: PostgresRegistryServerStore;
    two: PostgresRegistryServerStore;
    organisationId: string;
  }) => Promise<void>,
) =>
  withDatabase(async ({ database, identities }) => {
    const organisation = anOrganisationRow();
    await identities.addOrganisation(organisation);
    // The second replica's clock is behind.
    const one = new PostgresRegistryServerStore(database.pool, Date.now);
    const two = new PostgresRegistryServerStore(database.pool, () => Date.now() - 3_600_000);
    await run({ one, two, organisationId: organisation.id });
  });

describe('servers of the registry on two replicas', () => {
  it('are changed by one at a time, and times grow whichever clock is behind', () =>
    withReplicas(async ({ one, two, organisationId }) => {
      const publish = (store: PostgresRegistryServerStore) =>
        store.change({ names: ['com.example/server'] }, ({ at: now, versions }) => {
          const isFree = !versions.has('com.example/server');
          return {
            ...(isFree && { insert: [aRow(organisationId, 'com.example/server', { updatedAt: now })] }),
            result: isFree,
          };
        });
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, index) => publish(index % 2 === 0 ? one : two)),
      );
      expect(outcomes.filter(({ result }) => result)).toHaveLength(1);
      const touch = async (store: PostgresRegistryServerStore) =>
        (
          await store.change({ names: ['com.example/server'] }, ({ at: now, versions }) => {
            const [{ id }] = versions.get('com.example/server') as [ServerVersion];
            return { update: [{ id, updatedAt: now }], result: now };
          })
        ).result;
      const times = [await touch(one), await touch(two), await touch(one), await touch(two)];
      expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
    }));

  it('are found by name on the other replica at once', () =>
    withReplicas(async ({ one, two, organisationId }) => {
      const found = async (search: string) =>
        (await two.list({ limit: 9, includeDeleted: false, search })).map((it) => it.name);
      expect(await found('weather')).toEqual([]);
      for (const name of ['com.zeta/weather', 'com.alpha/weather']) {
        await one.change({ names: [] }, ({ at: now }) => ({
          insert: [aRow(organisationId, name, { updatedAt: now })],
          result: null,
        }));
      }
      expect(await found('WEATHER')).toEqual(['com.alpha/weather', 'com.zeta/weather']);
    }));

  it('are searched on until the page is full, past many that are hidden', () =>
    withReplicas(async ({ one, organisationId }) => {
      const names = Array.from({ length: 300 }, (_, index) => `com.example/server-${String(index).padStart(3, '0')}`);
      await one.change({ names: [] }, ({ at: now }) => ({
        insert: names.map((name, index) =>
          aRow(organisationId, name, { updatedAt: now, status: index % 60 === 59 ? 'active' : 'deleted' }),
        ),
        result: null,
      }));
      const walked: string[] = [];
      let after: { name: string; version: string } | undefined;
      for (;;) {
        const page = await one.list({ limit: 2, includeDeleted: false, search: 'server', ...(after && { after }) });
        walked.push(...page.map(({ name }) => name));
        after = page.at(-1);
        if (page.length < 2) break;
      }
      expect(walked).toEqual(names.filter((_, index) => index % 60 === 59));
    }));

  it('change their status by the thousand in one go', () =>
    withReplicas(async ({ one, organisationId }) => {
      const rows = Array.from({ length: 2_000 }, (_, index) =>
        aRow(organisationId, 'com.example/many', { version: `0.0.${index}`, isLatest: index === 1_999 }),
      );
      await one.change({ names: [] }, () => ({ insert: rows, result: null }));
      const { written } = await one.change({ names: ['com.example/many'] }, ({ at: now, versions }) => ({
        update: (versions.get('com.example/many') ?? []).map(({ id }) => ({
          id,
          status: 'deprecated' as const,
          updatedAt: now,
        })),
        result: null,
      }));
      expect(written).toHaveLength(2_000);
      expect(new Set(written.map(({ status }) => status))).toEqual(new Set(['deprecated']));
    }));
});
