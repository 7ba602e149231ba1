import { SmallLifecycle } from '@assay/gateway/testing';
import { dayMs } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import { aCaller, aManifest } from '../testing/builders.js';
import type { LifecyclePorts } from './lifecycle-ports.js';

const toolId = 'acme/orders.create';
const ann = aCaller();
const bob = { organisationId: 'org-other', principalId: 'principal-bob' };
const carol = { organisationId: 'org-other', principalId: 'principal-carol' };
const pass = (small: SmallLifecycle, parts: Partial<LifecyclePorts> = {}) =>
  small.build(parts).sweep.run(new AbortController().signal);
const subject = `${toolId}@1.0.0`;

describe('SweepLifecycle', () => {
  it('moves an old major through its 30 days, with notices to owner and users', async () => {
    const small = await SmallLifecycle.open('1.0.0', '2.0.0');
    small.consumers = [bob];
    const { clock } = small.house;
    const day = async (days: number) => {
      clock.advance(days * dayMs);
      await pass(small);
      return small.version('1.0.0').status;
    };
    expect(await day(0)).toBe('DEPRECATED');
    expect(await day(22)).toBe('DEPRECATED');
    expect(small.notices.lines).toEqual([`version.deprecated ${subject}`]);
    expect(await day(1)).toBe('DEPRECATED');
    small.consumers = [bob, carol];
    clock.advance(7 * dayMs - 1);
    expect(await day(0)).toBe('DEPRECATED');
    clock.advance(1);
    expect(await day(0)).toBe('SUNSET');
    expect(await day(100)).toBe('SUNSET');
    expect(small.notices.lines).toEqual(
      ['version.deprecated', 'version.sunset-soon', 'version.sunset'].map((kind) => `${kind} ${subject}`),
    );
    expect(small.notices.sent.map((it) => it.to.map((to) => to.principalId))).toEqual([
      ['principal-ann', 'principal-bob'],
      ['principal-ann', 'principal-bob'],
      ['principal-ann', 'principal-bob', 'principal-carol'],
    ]);
    expect(small.version('1.0.0').statusChange?.reason).toBe('2.0.0 takes the place of 1.x');
    expect(small.house.actions).toEqual(Array(2).fill(`tool.status ${subject}`));
  });

  it('sends a separate notice for versions with a smaller audience', async () => {
    const small = await SmallLifecycle.open(
      ['1.0.0', { manifest: aManifest({ visibility: 'private' }) }],
      '1.1.0',
      '1.2.0',
      '2.0.0',
    );
    await pass(small);
    expect(small.asked.map((it) => it.versionKeys)).toEqual([['1.2.0', '1.1.0'], ['1.0.0']]);
  });

  it('looks up the callers of the last 30 days for all affected versions together', async () => {
    const small = await SmallLifecycle.open('1.0.0', '1.1.0', '2.0.0');
    await pass(small);
    const calledSince = small.house.clock.now() - 30 * dayMs;
    expect(small.asked).toEqual([{ tool: toolId, versionKeys: ['1.1.0', '1.0.0'], calledSince }]);
  });

  it('completes what a crash interrupted: a status change without notices, notices that were not recorded', async () => {
    const small = await SmallLifecycle.open('1.0.0', '2.0.0');
    const { notices, store } = small.ports;
    const away = { send: async () => Promise.reject(new Error('the database is away')) };
    await expect(pass(small, { notices: away })).rejects.toThrow('the database is away');
    expect(small.statuses).toEqual(['2.0.0 ACTIVE', '1.0.0 DEPRECATED']);
    const forgetful = {
      changeStatus: store.changeStatus.bind(store),
      recordNotice: async () => Promise.reject(new Error('x')),
    };
    await expect(pass(small, { store: forgetful })).rejects.toThrow('x');
    await pass(small);
    await pass(small);
    expect(small.notices.lines).toEqual([`version.deprecated ${subject}`]);
    expect(notices).toBe(small.notices);
  });

  it('processes the other tools when one fails, and then reports the failure', async () => {
    const small = await SmallLifecycle.open('1.0.0', '2.0.0');
    const { catalogue } = small.ports;
    const broken = {
      revocations: catalogue.revocations,
      version: catalogue.version,
      sortedIds: () => ['acme/broken', toolId],
      tool: (id: string) => {
        if (id === 'acme/broken') throw new Error('broken');
        return catalogue.tool(id);
      },
    };
    await expect(pass(small, { catalogue: broken })).rejects.toThrow('broken');
    expect(small.version('1.0.0').status).toBe('DEPRECATED');
  });

  it('pauses in between when there are many tools', async () => {
    const small = await SmallLifecycle.open();
    let pauses = 0;
    const caughtUp = async () => {
      pauses += 1;
    };
    const many = Array.from({ length: 5_000 }, (_, index) => `acme/t${index}`);
    const { revocations } = small.ports.catalogue;
    const nothing = () => undefined;
    await pass(small, {
      feed: { caughtUp },
      catalogue: { sortedIds: () => many, tool: nothing, version: nothing, revocations },
    });
    expect(pauses).toBe(3);
  });

  it('ends when the server shuts down', async () => {
    const small = await SmallLifecycle.open('1.0.0', '2.0.0');
    await small.build().sweep.run(AbortSignal.abort());
    expect(small.version('1.0.0').status).toBe('ACTIVE');
  });

  it('announces a postponement, and reminds again before the new date', async () => {
    const small = await SmallLifecycle.open('1.0.0');
    const { clock } = small.house;
    const { change } = small.build();
    const deprecate = (sunsetAt: number) =>
      change.run(ann, toolId, '1.0.0', { status: 'DEPRECATED', reason: 'old', sunsetAt });
    const end = clock.now() + 30 * dayMs;
    await deprecate(end);
    clock.advance(25 * dayMs);
    await pass(small);
    await deprecate(end + 10 * dayMs);
    clock.advance(8 * dayMs);
    await pass(small);
    expect(small.version('1.0.0').status).toBe('DEPRECATED');
    clock.advance(7 * dayMs);
    await pass(small);
    expect(small.notices.sent.map(({ kind, details }) => `${kind} ${String(details.sunsetAt).slice(0, 10)}`)).toEqual([
      'version.deprecated 2026-01-31',
      'version.sunset-soon 2026-01-31',
      'version.deprecated 2026-02-10',
      'version.sunset-soon 2026-02-10',
      'version.sunset 2026-02-10',
    ]);
  });

  it('runs about every minute under one name', async () => {
    const { sweep } = (await SmallLifecycle.open()).build();
    expect([sweep.name, sweep.everyMs]).toEqual(['lifecycle', 60_000]);
  });
});
