import { SmallHouse } from '@assay/gateway/testing';
import type { Caller } from '@assay/identity';
import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { anOutcome } from './learnt-outcome.fixture.js';
import { ManageLearning } from './manage-learning.js';
import { RecentSearches } from './recent-searches.js';

async function setUp() {
  const house = await SmallHouse.open();
  const { learnt, learning: store, audit, feed, clock } = house;
  const searches = new RecentSearches(clock);
  const dropped: string[] = [];
  const unwritten = { forget: async (organisationId: string) => void dropped.push(organisationId) };
  const seesTool = (_: Caller, tool: string) => tool !== 'acme/hidden';
  const manage = new ManageLearning({
    learnt,
    searches,
    store,
    audit,
    feed,
    clock,
    unwritten,
    seesTool,
    keptDays: 365,
  });
  return { house, searches, store, dropped, manage };
}
const admin = aCaller({}, ['admin']);

describe('ManageLearning', () => {
  it('is off until an administrator decides, and says since when', async () => {
    const { manage, house } = await setUp();
    expect(manage.show(admin)).toMatchObject({ ok: true, value: { enabled: false, changedAt: null, tools: [] } });
    expect(await manage.set(admin, true)).toMatchObject({
      ok: true,
      value: { enabled: true, changedAt: expect.any(String) },
    });
    expect(house.learnt.isOn('org-acme')).toBe(true);
    expect(house.learnt.isOn('org-other')).toBe(false);
    expect(house.actions).toContain('learning.set org-acme');
  });

  it('shows what was learnt, of the caller’s own organisation only', async () => {
    const { manage, store, house } = await setUp();
    const failed = anOutcome(3, { tool: 'acme/bad', succeeded: false });
    const others = anOutcome(4, { organisationId: 'org-other', task: 'their secret' });
    await store.add([anOutcome(1), anOutcome(2, { task: 'post a letter', at: Date.UTC(2026, 6, 1) }), failed, others]);
    await house.feed.caughtUp();
    const shown = manage.show(admin);
    expect(shown.ok && shown.value).toMatchObject({
      outcomes: 3,
      tools: [
        { tool: 'acme/mail', successes: 2, failures: 0, tasks: ['post a letter', 'send a letter'] },
        { tool: 'acme/bad', successes: 0, failures: 1, tasks: [] },
      ],
    });
    expect(JSON.stringify(shown)).not.toContain('secret');
  });

  it('shows nobody a tool that they do not see, and members not in whose words tools were used', async () => {
    const { manage, store, house } = await setUp();
    await store.add([anOutcome(1), anOutcome(2, { tool: 'acme/hidden' })]);
    await house.feed.caughtUp();
    const shown = manage.show(aCaller());
    expect(shown.ok && shown.value).toMatchObject({
      outcomes: 1,
      tools: [{ tool: 'acme/mail', successes: 1, tasks: [] }],
    });
  });

  it('forgets everything on request, searches included', async () => {
    const { manage, store, house, searches, dropped } = await setUp();
    await store.add([anOutcome(1), anOutcome(2, { organisationId: 'org-other' })]);
    searches.remember('d', { organisationId: 'org-acme', text: 'x', shown: [], standings: new Map() });
    expect((await manage.erase(admin)).ok).toBe(true);
    expect(house.learnt.outcomes('org-acme')).toEqual([]);
    expect(house.learnt.outcomes('org-other')).toHaveLength(1);
    expect(searches.of('d', 'org-acme')).toBeUndefined();
    expect(dropped).toEqual(['org-acme']);
  });

  it('is an administrator’s, with a key that is not narrowed', async () => {
    const { manage } = await setUp();
    expect(await manage.set(aCaller(), true)).toMatchObject({ error: { code: 'forbidden' } });
    const narrowed = aCaller({}, ['admin'], ['acme']);
    expect(await manage.erase(narrowed)).toMatchObject({ error: { code: 'forbidden' } });
    const nobody = { ...aCaller(), organisationId: null };
    expect(manage.show(nobody)).toMatchObject({ error: { code: 'unauthenticated' } });
  });
});
