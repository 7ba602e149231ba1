import { roles } from '@assay/contracts';
import { SmallHouse } from '@assay/gateway/testing';
import { dayMs } from '@assay/kernel';
import { aCaller, aNamespace, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { aCountedCall } from '../testing/call-rollups.contract.js';
import { InMemoryCallRollups } from '../testing/in-memory-call-rollups.js';
import { ReadDashboard } from './read-dashboard.js';

const ann = aCaller();
const root = aCaller({ id: 'principal-root' }, roles.administrator);
const boss = aCaller({ id: 'principal-boss', organisationId: 'org-other' }, roles.administrator);
const narrowed = aCaller({ id: 'principal-root' }, roles.administrator, ['globex']);
const page = { after: null, limit: 10 };

async function setUp() {
  const house = await SmallHouse.open();
  await house.identities.addNamespace(aNamespace());
  await house.feed.caughtUp();
  house.directory.teams.apply('team-1', {
    ...{ id: 'team-1', organisationId: 'org-acme', name: 'planners', members: ['principal-ann'] },
  } as never);
  const rollups = new InMemoryCallRollups();
  const at = house.clock.now() - 1_000;
  const call = { at, organisationId: 'org-acme', principalId: 'principal-ann', tool: 'acme/orders.create' };
  rollups.add(
    aCountedCall(call),
    aCountedCall({ ...call, principalId: 'principal-root', tool: 'globex/pay', costUsd: 2 }),
    aCountedCall({ ...call, organisationId: 'org-other', principalId: 'principal-boss', status: 'failed' }),
  );
  const dashboard = new ReadDashboard({ ...house, rollups, halfLifeDays: 90 });
  const calls = async (...asked: Parameters<ReadDashboard['show']>) => {
    const shown = await dashboard.show(...asked);
    return shown.ok ? shown.value.total.calls : shown.error.code;
  };
  return { house, rollups, dashboard, calls };
}

describe('ReadDashboard', () => {
  it('shows a member its own calls, an administrator those of its organisation and of no other', async () => {
    const { calls } = await setUp();
    expect(await calls(ann, {})).toBe(1);
    expect(await calls(root, {})).toBe(2);
    expect(await calls(boss, {})).toBe(1);
    expect(await calls(narrowed, {})).toBe(1);
  });

  it('shows a provider every call of tools in its namespaces', async () => {
    const { calls } = await setUp();
    expect(await calls(ann, { side: 'provider' })).toBe(2);
    expect(await calls(boss, { side: 'provider' })).toBe(0);
  });

  it('selects by tool, team and caller', async () => {
    const { calls } = await setUp();
    expect(await calls(root, { tool: 'globex/pay' })).toBe(1);
    expect(await calls(root, { team: 'planners' })).toBe(1);
    expect(await calls(root, { caller: 'ann' })).toBe(1);
    expect(await calls(root, { since: '2099-01-01T00:00:00Z' })).toBe('invalid_request');
  });

  it('names groups, and continues after the last of a page', async () => {
    const { dashboard } = await setUp();
    const tools = await dashboard.groups(root, { ...page, limit: 1, order: 'costUsd' });
    expect(tools).toMatchObject({
      value: { items: [{ name: 'globex/pay', calls: 1 }], next: { value: 2, group: 'globex/pay' } },
    });
    const next = { value: 2, group: 'globex/pay' };
    expect(await dashboard.groups(root, { ...page, order: 'costUsd', after: next })).toMatchObject({
      value: { items: [{ name: 'acme/orders.create' }], next: null },
    });
    const callers = await dashboard.groups(ann, { ...page, by: 'caller', side: 'provider' });
    expect(callers).toMatchObject({ value: { items: [{ name: null }, { name: 'ann' }] } });
    expect(await dashboard.groups(ann, { ...page, by: 'team' })).toMatchObject({
      value: { items: [{ name: 'planners', calls: 1 }] },
    });
    expect(await dashboard.groups(boss, { ...page, by: 'team' })).toMatchObject({ value: { items: [] } });
  });

  it('shows how trust of visible versions moved, decay included', async () => {
    const { house, rollups, dashboard } = await setUp();
    const published = aVersion();
    await house.tools.publish(published, 0);
    await house.feed.caughtUp();
    const now = house.clock.now();
    const state = { day: now - 10 * dayMs, base: 0.5, insideBase: 0.5, t0: now };
    rollups.moves = [
      { versionId: published.id, before: state, after: { ...state, day: now, insideBase: 0.7 } },
      { versionId: 'gone', before: state, after: { ...state, insideBase: 0.9 } },
    ];
    expect(await dashboard.trustMovers(ann, {})).toEqual({
      ok: true,
      value: [{ tool: published.manifest.name, version: published.version, before: 0.5, now: 0.7, change: 0.2 }],
    });
  });

  it('has a mark that changes with every call', async () => {
    const { house, rollups, dashboard } = await setUp();
    expect(await dashboard.mark(ann, {})).toEqual({ ok: true, value: 1 });
    const { now } = house.clock;
    rollups.add(aCountedCall({ at: now(), organisationId: 'org-acme', principalId: 'principal-ann' }));
    expect(await dashboard.mark(ann, {})).toEqual({ ok: true, value: 2 });
    expect(await dashboard.mark(ann, { team: 'none' })).toMatchObject({ ok: false });
  });
});
