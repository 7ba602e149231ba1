import { randomUUID } from 'node:crypto';
import type { LimitRule } from '@assay/gateway';
import { limitStoreContract } from '@assay/gateway/testing';
import type { UsageQuery } from '@assay/kernel';
import {
  countReplicas,
  openDatabase,
  PostgresEvidenceStore,
  PostgresLimitStore,
  PostgresOwnershipStore,
  PostgresUsageStore,
} from '@assay/persistence';
import { aNamespaceRow, anOrganisationRow, aPrincipalRow, aVersionRow } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../e2e/eventually.js';
import { type Fixture, sealer, withDatabase } from './fixture.js';

describe('PostgresLimitStore keeps the contract of LimitStore', () => {
  it.each(limitStoreContract)('$name', async ({ check }) => {
    const run = withDatabase((fixture) => check({ ...fixture, limits: new PostgresLimitStore(fixture.database.pool) }));
    await expect(run).resolves.toBeUndefined();
  });

  it('keeps one rule however many set it at once', async () => {
    await withDatabase(async ({ database, identities }) => {
      const limits = new PostgresLimitStore(database.pool);
      const organisation = anOrganisationRow();
      await identities.addOrganisation(organisation);
      const rule = (limit: number): LimitRule => ({
        id: randomUUID(),
        organisationId: organisation.id,
        name: 'caller.calls',
        subjectId: null,
        tool: null,
        limit,
        reason: null,
        setAt: Date.now(),
        setBy: null,
      });
      await Promise.all([1, 2, 3, 4, 5, 6].map((limit) => limits.put(rule(limit))));
      expect(await database.prisma.limit.count()).toBe(1);
    });
  });
});

const day = Date.UTC(2026, 0, 10);
const dayMs = 86_400_000;

async function withTool({ database, identities, catalogue, feed }: Fixture) {
  await feed.start(() => undefined);
  const mine = anOrganisationRow('mine');
  const other = anOrganisationRow('other');
  for (const it of [mine, other]) await identities.addOrganisation(it);
  const ann = await identities.addPrincipal(aPrincipalRow(mine.id, 'ann'));
  const bob = await identities.addPrincipal(aPrincipalRow(other.id, 'bob'));
  const cid = await identities.addPrincipal(aPrincipalRow(other.id, 'cid'));
  const namespace = aNamespaceRow(ann);
  await identities.addNamespace(namespace);
  const version = aVersionRow(namespace);
  await catalogue.publish(version, 0);
  const evidence = new PostgresEvidenceStore(database.pool);
  const count = (principalId: string, at: number, good: number, faults = 0, id = randomUUID()) =>
    evidence.add({
      id,
      latencies: [],
      callers: [
        {
          versionId: version.id,
          day: at,
          principalId,
          caller: principalId,
          organisationId: randomUUID(),
          own: false,
          member: false,
          good,
          faults,
          schemaMet: 0,
          withinSla: 0,
          callerFaults: 1,
          neutral: 1,
          costUsd: (good + faults + 2) * 0.25,
        },
      ],
    });
  const usage = new PostgresUsageStore(database.pool);
  const ask = (parts: Partial<UsageQuery>) =>
    usage.sum({ by: 'tool', since: day, until: day + 9 * dayMs, people: mine.id, after: null, limit: 10, ...parts });
  const tool = `${version.namespace}/${version.tool}`;
  return { mine, other, ann, bob, cid, count, usage, ask, tool, namespace };
}

describe('PostgresUsageStore', () => {
  it('adds up batches, each of them once, by tool, caller and day', () =>
    withDatabase(async (fixture) => {
      const { mine, other, ann, bob, cid, count, ask, tool } = await withTool(fixture);
      const again = randomUUID();
      await count(ann.id, day, 8, 0, again);
      await count(ann.id, day, 8, 0, again);
      await count(bob.id, day, 3, 1);
      await count(cid.id, day + dayMs, 1);
      await count(randomUUID(), day, 99);
      expect(await ask({})).toEqual([{ group: tool, calls: 19, failures: 7, costUsd: 4.75 }]);
      expect(await ask({ by: 'day' })).toEqual([
        { group: '2026-01-10', calls: 16, failures: 5, costUsd: 4 },
        { group: '2026-01-11', calls: 3, failures: 2, costUsd: 0.75 },
      ]);
      const people = await ask({ by: 'caller' });
      expect(people).toHaveLength(2);
      expect(people).toEqual(
        expect.arrayContaining([
          { group: `${mine.id} ${ann.id}`, calls: 10, failures: 2, costUsd: 2.5 },
          { group: `${other.id} `, calls: 9, failures: 5, costUsd: 2.25 },
        ]),
      );
      expect(await ask({ principalId: bob.id })).toMatchObject([{ calls: 6 }]);
      expect(await ask({ organisationId: other.id })).toMatchObject([{ calls: 9 }]);
      expect(await ask({ namespaces: [] })).toEqual([]);
      expect(await ask({ tool: `${tool}x` })).toEqual([]);
      expect(await ask({ until: day })).toMatchObject([{ calls: 16 }]);
    }));

  it('adds up what each caller used on one day', () =>
    withDatabase(async (fixture) => {
      const { mine, other, ann, bob, count, usage } = await withTool(fixture);
      await count(ann.id, day, 8);
      await count(ann.id, day, 0, 1);
      await count(bob.id, day, 3, 1);
      await count(bob.id, day + dayMs, 7);
      const used = await usage.ofDay(day);
      expect(used).toHaveLength(2);
      expect(used).toEqual(
        expect.arrayContaining([
          { organisationId: mine.id, principalId: ann.id, calls: 13, costUsd: 3.25 },
          { organisationId: other.id, principalId: bob.id, calls: 6, costUsd: 1.5 },
        ]),
      );
      expect(await usage.ofDay(day + 2 * dayMs)).toEqual([]);
    }));

  it('goes on after a group, and forgets old days', () =>
    withDatabase(async (fixture) => {
      const { ann, count, ask, usage } = await withTool(fixture);
      for (const at of [day, day + dayMs, day + 2 * dayMs]) await count(ann.id, at, 1);
      expect((await ask({ by: 'day', limit: 2 })).map((it) => it.group)).toEqual(['2026-01-10', '2026-01-11']);
      expect((await ask({ by: 'day', after: '2026-01-11' })).map((it) => it.group)).toEqual(['2026-01-12']);
      expect(await usage.forget(day + 2 * dayMs)).toBe(2);
      expect((await ask({ by: 'day' })).map((it) => it.group)).toEqual(['2026-01-12']);
    }));
});

describe('what was set for a tool', () => {
  it('follows it to its new name', () =>
    withDatabase(async (fixture) => {
      const { mine, ann, tool } = await withTool(fixture);
      const { pool } = fixture.database;
      const limits = new PostgresLimitStore(pool);
      const rule = { id: randomUUID(), organisationId: mine.id, name: 'tool.calls', subjectId: null, tool } as const;
      await limits.put({ ...rule, limit: 3, reason: null, setAt: 0, setBy: null });
      const to = `${tool}.renamed`;
      const renaming = { organisationId: mine.id, from: tool, to, aliasId: randomUUID(), at: 0, by: ann.id };
      expect(await new PostgresOwnershipStore(pool, sealer).renameTool(renaming)).toBe('renamed');
      expect(await limits.remove('tool.calls', to)).toBe(true);
    }));
});

describe('countReplicas', () => {
  it('counts servers that listen on this database, and those no more that have gone', () =>
    withDatabase(async ({ url, feed, newFeed }) => {
      const database = openDatabase(url, 1);
      try {
        expect(await countReplicas(database.pool)).toBe(1);
        await feed.start(() => undefined);
        const second = newFeed();
        await second.start(() => undefined);
        expect(await countReplicas(database.pool)).toBe(2);
        await second.stop();
        await feed.stop();
        // The server forgets a connection a moment after its client has closed it.
        await eventually(
          async () => (await countReplicas(database.pool)) === 1 || undefined,
          'nobody listens any more',
        );
      } finally {
        await database.close();
      }
    }));
});
