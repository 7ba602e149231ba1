import { roles } from '@assay/contracts';
import { SmallHouse } from '@assay/gateway/testing';
import type { UsageQuery, UsageSum } from '@assay/kernel';
import { aCaller, aNamespace } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { ReadUsage } from './read-usage.js';

const ann = aCaller();
const admin = aCaller({ id: 'principal-root' }, roles.administrator);
const narrowed = aCaller({ id: 'principal-root', organisationId: 'org-other' }, roles.administrator, ['globex']);
const boss = aCaller({ id: 'principal-boss', organisationId: 'org-other' }, roles.administrator);
const asked = { after: null, limit: 2 };

async function setUp(sums: readonly UsageSum[] = []) {
  const house = await SmallHouse.open();
  await house.identities.addNamespace(aNamespace());
  await house.feed.caughtUp();
  const queries: UsageQuery[] = [];
  const store = {
    sum: async (query: UsageQuery) => {
      queries.push(query);
      return sums;
    },
    ofDay: async () => [],
    forget: async () => 0,
  };
  return { house, queries, store, usage: new ReadUsage({ ...house, store }) };
}

describe('ReadUsage', () => {
  it('shows a caller its own calls of the last 30 days, by tool', async () => {
    const { usage, queries } = await setUp();
    await usage.run(ann, asked);
    expect(queries).toEqual([
      {
        by: 'tool',
        since: Date.UTC(2025, 11, 3),
        until: Date.UTC(2026, 0, 1),
        principalId: 'principal-ann',
        people: 'org-acme',
        after: null,
        limit: 3,
      },
    ]);
  });

  it('shows administrators their organisation, and who runs the installation all of it', async () => {
    const { usage, queries } = await setUp();
    await usage.run(boss, asked);
    await usage.run(narrowed, asked);
    await usage.run(admin, { ...asked, tool: 'acme/x' });
    expect(queries[0]).toMatchObject({ organisationId: 'org-other' });
    expect(queries[1]).toMatchObject({ organisationId: 'org-other', namespaces: ['globex'] });
    expect(queries[2]).toMatchObject({ tool: 'acme/x' });
    for (const scope of ['principalId', 'organisationId', 'namespaces']) expect(queries[2]).not.toHaveProperty(scope);
  });

  it('shows providers calls of tools of their namespaces only', async () => {
    const { usage, queries } = await setUp();
    await usage.run(ann, { ...asked, side: 'provider' });
    await usage.run(boss, { ...asked, side: 'provider' });
    expect(queries.map((it) => it.namespaces)).toEqual([['acme'], []]);
  });

  it('names people of one’s own organisation, and of others the organisation alone', async () => {
    const sums = { calls: 3, failures: 1, costUsd: 0.5 };
    const groups = ['org-acme principal-ann', 'org-other '].map((group) => ({ group, ...sums }));
    const { usage } = await setUp(groups);
    expect(await usage.run(ann, { ...asked, by: 'caller', side: 'provider' })).toEqual({
      ok: true,
      value: {
        next: null,
        items: [
          { tool: null, organisation: 'default', caller: 'ann', day: null, ...sums },
          { tool: null, organisation: 'other', caller: null, day: null, ...sums },
        ],
      },
    });
  });

  it('says after which group there are more', async () => {
    const days = ['2026-01-01', '2026-01-02', '2026-01-03'].map((group) => ({
      group,
      calls: 1,
      failures: 0,
      costUsd: 0,
    }));
    const { usage } = await setUp(days);
    const found = await usage.run(ann, { ...asked, by: 'day' });
    expect(found).toMatchObject({
      value: { next: '2026-01-02', items: [{ day: '2026-01-01' }, { day: '2026-01-02' }] },
    });
  });

  it('refuses days in the wrong order', async () => {
    const { usage } = await setUp();
    expect(await usage.run(ann, { ...asked, since: '2026-01-02', until: '2026-01-01' })).toMatchObject({
      error: { code: 'invalid_request' },
    });
  });
});
