import type { Visibility } from '@assay/contracts';
import { SmallHouse } from '@assay/gateway/testing';
import { describe, expect, it } from '@jest/globals';
import { aManifest, aNamespace, aVersion } from './testing/builders.js';
import { VisibleConsumers } from './visible-consumers.js';

const bob = { organisationId: 'org-acme', principalId: 'principal-bob' };
const eve = { organisationId: 'org-other', principalId: 'principal-eve' };

async function reached(versionKeys: readonly string[], visibility: Visibility = 'public') {
  const house = await SmallHouse.open();
  await house.identities.addNamespace(aNamespace({ visibility }));
  await house.tools.publish(aVersion(aManifest({ version: '1.0.0' })), 0);
  await house.tools.publish(aVersion(aManifest({ version: '2.0.0', visibility: 'organisation' })), 1);
  await house.feed.caughtUp();
  const consumers = new VisibleConsumers({ of: async () => [bob, eve] }, house.catalogue, house.directory);
  return consumers.of({ tool: 'acme/orders.create', versionKeys, calledSince: 0 });
}

describe('SeeingConsumers', () => {
  // affected versions, recipients
  it.each([
    [['1.0.0'], [bob, eve]],
    [['2.0.0'], [bob]],
    [
      ['1.0.0', '2.0.0'],
      [bob, eve],
    ],
    [['9.0.0'], []],
  ])('of %j reaches those who may see one', async (versionKeys, reports) => {
    expect(await reached(versionKeys)).toEqual(reports);
  });

  it('skips strangers once the namespace is hidden from them', async () => {
    expect(await reached(['1.0.0'], 'organisation')).toEqual([bob]);
  });
});
