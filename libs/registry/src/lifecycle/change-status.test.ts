import { SmallLifecycle } from '@assay/gateway/testing';
import { dayMs } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import { aCaller, aManifest } from '../testing/builders.js';

const toolId = 'acme/orders.create';
const ann = aCaller();
const bob = aCaller({ id: 'principal-bob' });
const administrator = aCaller({ id: 'principal-adam' }, ['registry:publish', 'admin']);
const stranger = aCaller({ id: 'principal-eve', organisationId: 'org-other' });
const reason = 'superseded';

describe('ChangeStatus', () => {
  it('deprecates, yanks and restores, with reason, record and notice', async () => {
    const small = await SmallLifecycle.open('1.0.0', '1.1.0');
    const { change } = small.build();
    const sunsetAt = small.house.clock.now() + 40 * dayMs;
    const deprecated = await change.run(ann, toolId, '1.0.0', { status: 'DEPRECATED', reason, sunsetAt });
    expect(deprecated).toMatchObject({
      ok: true,
      value: { status: 'DEPRECATED', sunsetAt, statusChange: { reason, at: small.house.clock.now() } },
    });
    await change.run(ann, toolId, '1.0.0', { status: 'YANKED', reason: 'it leaks' });
    expect(small.version('1.0.0')).toMatchObject({
      status: 'YANKED',
      sunsetAt: null,
      statusChange: { reason: 'it leaks' },
    });
    await change.run(administrator, toolId, '1.0.0', { status: 'ACTIVE', reason: 'it does not' });
    expect(small.statuses).toEqual(['1.1.0 ACTIVE', '1.0.0 ACTIVE']);
    const subject = `${toolId}@1.0.0`;
    expect(small.house.actions).toEqual(Array(3).fill(`tool.status ${subject}`));
    expect(small.house.audit.records[0]).toMatchObject({
      principalId: ann.principalId,
      details: { from: 'ACTIVE', to: 'DEPRECATED', reason, sunsetAt: new Date(sunsetAt).toISOString() },
    });
    expect(small.notices.lines).toEqual([
      `version.deprecated ${subject}`,
      `version.yanked ${subject}`,
      `version.restored ${subject}`,
    ]);
  });

  it('replaces the reason of a deprecation, and tells its users the new one', async () => {
    const small = await SmallLifecycle.open('1.0.0');
    const { change } = small.build();
    const sunsetAt = small.house.clock.now() + 40 * dayMs;
    await change.run(ann, toolId, '1.0.0', { status: 'DEPRECATED', reason, sunsetAt });
    const again = await change.run(ann, toolId, '1.0.0', { status: 'DEPRECATED', reason: 'use acme/sales' });
    const changed = { status: 'DEPRECATED', sunsetAt, statusChange: { reason: 'use acme/sales' } };
    expect(again).toMatchObject({ ok: true, value: changed });
    expect([small.house.actions.length, small.notices.sent.length]).toEqual([2, 2]);
  });

  it('accepts a repeated request without a change', async () => {
    const small = await SmallLifecycle.open('1.0.0');
    const { change } = small.build();
    await change.run(ann, toolId, '1.0.0', { status: 'YANKED', reason });
    const again = await change.run(ann, toolId, '1.0.0', { status: 'YANKED', reason: 'another' });
    expect(again).toMatchObject({ ok: true, value: { statusChange: { reason } } });
    expect([small.house.actions.length, small.notices.sent.length]).toEqual([1, 1]);
  });

  it('is for owners of the namespace, and hides the tool from others', async () => {
    const small = await SmallLifecycle.open('1.0.0', ['1.1.0', { manifest: aManifest({ visibility: 'private' }) }]);
    const { change } = small.build();
    const yank = { status: 'YANKED', reason } as const;
    const code = async (...it: Parameters<typeof change.run>) => {
      const done = await change.run(...it);
      return done.ok ? 'done' : done.error.code;
    };
    expect(await code(bob, toolId, '1.0.0', yank)).toBe('namespace_forbidden');
    expect(await code(bob, toolId, '1.1.0', yank)).toBe('not_found');
    expect(await code(stranger, toolId, '1.0.0', yank)).toBe('not_found');
    expect(await code(ann, toolId, '7.0.0', yank)).toBe('not_found');
    expect(await code(ann, toolId, 'soon', yank)).toBe('not_found');
    expect(await code(ann, 'acme/none', '1.0.0', yank)).toBe('not_found');
    expect(await code(aCaller({}, undefined, ['other']), toolId, '1.0.0', yank)).toBe('not_found');
    expect(small.house.actions).toEqual([]);
    expect(small.statuses).toEqual(['1.1.0 ACTIVE', '1.0.0 ACTIVE']);
  });

  it('rejects what the state table rejects, without a change', async () => {
    const small = await SmallLifecycle.open('1.0.0');
    const sunsetAt = small.house.clock.now() + 29 * dayMs;
    const { change } = small.build();
    expect(await change.run(ann, toolId, '1.0.0', { status: 'DEPRECATED', reason, sunsetAt })).toMatchObject({
      error: { code: 'invalid_request', message: expect.stringContaining('2026-01-31T00:00:00.000Z') },
    });
    expect(await change.run(ann, toolId, '1.0.0', { status: 'SUNSET', reason })).toMatchObject({
      error: { code: 'conflict' },
    });
    expect([small.house.actions, small.notices.sent, small.version('1.0.0').statusChange]).toEqual([[], [], null]);
  });

  it('lets one of several concurrent requests succeed', async () => {
    const small = await SmallLifecycle.open('1.0.0');
    const { change } = small.build();
    const wishes = ['YANKED', 'DEPRECATED', 'YANKED', 'DEPRECATED'] as const;
    const answers = await Promise.all(wishes.map((status) => change.run(ann, toolId, '1.0.0', { status, reason })));
    expect(answers.filter((it) => it.ok)).toHaveLength(1);
    expect(answers.find((it) => !it.ok)).toMatchObject({
      error: { code: 'conflict', message: expect.stringContaining('it is YANKED now'), data: { status: 'YANKED' } },
    });
    expect(small.house.actions).toHaveLength(1);
  });

  it('keeps the change when notices cannot be sent; the sweep sends them later', async () => {
    const small = await SmallLifecycle.open('1.0.0');
    const away = { send: async () => Promise.reject(new Error('away')) };
    const done = await small.build({ notices: away }).change.run(ann, toolId, '1.0.0', { status: 'YANKED', reason });
    expect(done).toMatchObject({ ok: true, value: { status: 'YANKED', statusChange: { notice: null } } });
    await small.build().sweep.run(new AbortController().signal);
    expect(small.notices.lines).toEqual([`version.yanked ${toolId}@1.0.0`]);
  });
});
