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
  const unwritten = {
    forget: async (...of: [string, string?]) => void dropped.push(of.filter(Boolean).join(' ')),
  };
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
    directory: house.directory,
  });
  return { house, searches, store, dropped, manage };
}
const admin = aCaller({}, ['admin']);
const own = (number: number) => anOutcome(number, { principalId: admin.principalId });

describe('ManageLearning', () => {
  it('is on until an administrator decides, and says since when', async () => {
    const { manage, house } = await setUp();
    expect(manage.show(admin)).toMatchObject({ ok: true, value: { enabled: true, changedAt: null, tools: [] } });
    expect(await manage.set(admin, false)).toMatchObject({
      ok: true,
      value: { enabled: false, changedAt: expect.any(String) },
    });
    expect(house.learnt.isOn('org-acme')).toBe(false);
    expect(house.learnt.isOn('org-other')).toBe(true);
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
    const search = { organisationId: 'org-acme', principalId: 'ann', text: 'x', shown: [], standings: new Map() };
    searches.remember('d', search);
    expect((await manage.erase(admin)).ok).toBe(true);
    expect(house.learnt.outcomes('org-acme')).toEqual([]);
    expect(house.learnt.outcomes('org-other')).toHaveLength(1);
    expect(searches.of('d', 'org-acme')).toBeUndefined();
    expect(dropped).toEqual(['org-acme']);
  });

  it('forgets what was learnt from one principal, and keeps the rest', async () => {
    const { manage, store, house, dropped } = await setUp();
    const bob = await house.addPrincipal({ id: 'bob', name: 'bob' });
    await store.add([own(1), anOutcome(2, { principalId: bob.id }), anOutcome(3, { principalId: null })]);
    await house.feed.caughtUp();
    expect(manage.show(admin)).toMatchObject({
      value: { mine: 1, principals: expect.arrayContaining([{ principal: 'bob', outcomes: 1 }]) },
    });
    expect(await manage.erasePrincipal(admin, 'bob')).toEqual({ ok: true, value: { outcomes: 1 } });
    expect(house.learnt.outcomes('org-acme').map(({ principalId }) => principalId)).toEqual([admin.principalId, null]);
    expect(dropped).toEqual(['org-acme bob']);
    expect(house.actions).toContain('learning.erase bob');
    expect(await manage.erasePrincipal(admin, 'zed')).toMatchObject({ error: { code: 'not_found' } });
  });

  it('lets members erase their own share only', async () => {
    const { manage, store, house } = await setUp();
    await house.addPrincipal({ id: 'bob', name: 'bob' });
    await store.add([own(1)]);
    const member = aCaller();
    expect(await manage.erasePrincipal(member, 'bob')).toMatchObject({ error: { code: 'forbidden' } });
    expect(await manage.erasePrincipal(member, 'zed')).toMatchObject({ error: { code: 'forbidden' } });
    expect(await manage.erasePrincipal(member, 'ann')).toEqual({ ok: true, value: { outcomes: 1 } });
    const nobody = { ...aCaller(), organisationId: null };
    expect(await manage.erasePrincipal(nobody, 'ann')).toMatchObject({ error: { code: 'unauthenticated' } });
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
