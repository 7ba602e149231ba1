import { SmallLifecycle } from '@assay/gateway/testing';
import { describe, expect, it } from '@jest/globals';
import { aManifest, aVersion } from '../testing/builders.js';
import { isThereFor, toolIdOf, turnStatus } from './turn-status.js';

const ann = { organisationId: 'org-acme', principalId: 'principal-ann' };
const deprecated = { status: 'DEPRECATED', sunsetAt: 5 } as const;

describe('turnStatus', () => {
  it('changes, records and names the successor, at a time later than the previous one', async () => {
    const small = await SmallLifecycle.open('1.0.0', '2.0.0');
    expect(await turnStatus(small.ports, ann, small.version('1.0.0'), deprecated, 'old')).toBe(true);
    const turned = small.version('1.0.0');
    expect(turned).toMatchObject({ ...deprecated, statusChange: { reason: 'old', at: small.house.clock.now() } });
    expect(turned.statusChange?.supersededBy).toBe(small.version('2.0.0').versionKey);
    expect(small.house.actions).toEqual(['tool.status acme/orders.create@1.0.0']);
    await turnStatus(small.ports, ann, turned, { status: 'ACTIVE', sunsetAt: null }, 'needed');
    expect(small.version('1.0.0').statusChange?.at).toBe(small.house.clock.now() + 1);
  });

  it('does nothing when the status was changed concurrently', async () => {
    const small = await SmallLifecycle.open('1.0.0');
    const seen = small.version('1.0.0');
    await turnStatus(small.ports, ann, seen, deprecated, 'first');
    expect(await turnStatus(small.ports, ann, seen, { status: 'YANKED', sunsetAt: null }, 'second')).toBe(false);
    expect(small.version('1.0.0')).toMatchObject({ status: 'DEPRECATED' });
    expect(small.house.actions).toHaveLength(1);
  });

  it('counts a release as successor only when users see it and it is not revoked', async () => {
    const small = await SmallLifecycle.open('1.0.0', '1.1.0');
    const used = small.version('1.0.0');
    const hidden = aVersion(aManifest({ version: '1.2.0', visibility: 'private' }));
    expect([isThereFor(small.ports)(small.version('1.1.0'), used), isThereFor(small.ports)(hidden, used)]).toEqual([
      true,
      false,
    ]);
    small.revoke('1.1.0');
    expect(isThereFor(small.ports)(small.version('1.1.0'), used)).toBe(false);
    expect(toolIdOf(used)).toBe('acme/orders.create');
  });
});
