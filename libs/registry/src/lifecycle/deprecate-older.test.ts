import { SmallLifecycle } from '@assay/gateway/testing';
import { dayMs } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import { aCaller, aManifest } from '../testing/builders.js';

const toolId = 'acme/orders.create';
const ann = aCaller();

describe('DeprecateOlder', () => {
  it('gives the older major 30 days, records it as an act of the registry, and notifies once', async () => {
    const small = await SmallLifecycle.open('1.0.0', '1.1.0', '2.0.0');
    const { older } = small.build();
    expect(await older.run(toolId)).toBe(2);
    expect(small.statuses).toEqual(['2.0.0 ACTIVE', '1.1.0 DEPRECATED', '1.0.0 DEPRECATED']);
    expect(small.version('1.0.0')).toMatchObject({
      sunsetAt: small.house.clock.now() + 30 * dayMs,
      statusChange: { reason: '2.0.0 takes the place of 1.x', supersededBy: '2.0.0' },
    });
    expect(small.house.audit.records[0]).toMatchObject({ organisationId: 'org-acme', principalId: null });
    expect(small.notices.lines).toEqual([`version.deprecated ${toolId}`]);
    expect(small.notices.sent[0]).toMatchObject({
      text: expect.stringContaining('1.1.0, 1.0.0 are deprecated and end on 2026-01-31T00:00:00.000Z. Move to'),
      details: { versions: ['1.1.0', '1.0.0'], successor: `${toolId}@2.0.0`, sunsetAt: '2026-01-31T00:00:00.000Z' },
    });
    expect(await older.run(toolId)).toBe(0);
    expect(small.notices.sent).toHaveLength(1);
  });

  it('waits until the newer one has reached the stage', async () => {
    const small = await SmallLifecycle.open(['1.0.0', { stage: 'BETA' }], '2.0.0');
    expect(await small.build().older.run(toolId)).toBe(0);
    await small.publish('2.1.0', { stage: 'BETA' });
    expect(await small.build().older.run(toolId)).toBe(1);
  });

  it('ignores a release that is revoked, or hidden from the users of the old one', async () => {
    const manifest = aManifest({ visibility: 'private' });
    const small = await SmallLifecycle.open('1.0.0', ['2.0.0', { manifest }], '3.0.0');
    small.revoke('3.0.0');
    expect(await small.build().older.run(toolId)).toBe(0);
    small.revoke(null);
    expect(await small.build().older.run(toolId)).toBe(2);
    expect(small.version('1.0.0').statusChange?.supersededBy).toBe('3.0.0');
  });

  it('skips versions that an owner restored, until a still later major', async () => {
    const small = await SmallLifecycle.open('1.0.0', '2.0.0');
    const { older, change } = small.build();
    await older.run(toolId);
    await change.run(ann, toolId, '1.0.0', { status: 'ACTIVE', reason: 'we support both' });
    expect(await older.run(toolId)).toBe(0);
    await small.publish('1.0.1');
    expect(await older.run(toolId)).toBe(0);
    await small.publish('3.0.0');
    expect(await older.run(toolId)).toBe(3);
  });

  it('gives a late patch of the old major the end date of its siblings when that is later', async () => {
    const small = await SmallLifecycle.open('1.0.0', '2.0.0');
    const { older, change } = small.build();
    await older.run(toolId);
    const sunsetAt = small.house.clock.now() + 90 * dayMs;
    await change.run(ann, toolId, '1.0.0', { status: 'DEPRECATED', reason: 'people asked for time', sunsetAt });
    await small.publish('1.0.1');
    expect(await older.run(toolId)).toBe(1);
    expect(small.version('1.0.1').sunsetAt).toBe(sunsetAt);
  });

  it('keeps a publication when the database fails in between', async () => {
    const small = await SmallLifecycle.open('1.0.0', '2.0.0');
    const { recordNotice } = small.ports.store;
    const away = { recordNotice, changeStatus: async () => Promise.reject(new Error('away')) };
    const { older } = small.build({ store: away });
    await expect(older.run(toolId)).rejects.toThrow('away');
    await expect(older.published(small.version('2.0.0'))).resolves.toBeUndefined();
    await small.build().older.published(small.version('2.0.0'));
    expect(small.statuses).toEqual(['2.0.0 ACTIVE', '1.0.0 DEPRECATED']);
  });

  it('ignores an unknown tool', async () => {
    expect(await (await SmallLifecycle.open()).build().older.run('acme/none')).toBe(0);
  });
});
