import { SmallHouse } from '@assay/gateway/testing';
import { describe, expect, it } from '@jest/globals';
import { aManifest, aNamespace, aVersion } from './testing/builders.js';
import { lookAlikeFindings, WellKnownNames } from './well-known-names.js';

async function setUp(uses: number, visibility: 'public' | 'organisation' = 'public', own = visibility) {
  const house = await SmallHouse.open();
  await house.identities.addNamespace(aNamespace({ visibility }));
  await house.tools.publish(aVersion(aManifest({ visibility: own }), { usageCount: uses }), 0);
  await house.feed.caughtUp();
  return { house, names: new WellKnownNames(house.cataloguePorts) };
}

describe('WellKnownNames', () => {
  it('lists namespaces and tools with many users', async () => {
    const { names } = await setUp(100);
    expect(names.namespacesLike('acne', 'org-other')).toEqual([{ name: 'acme', reason: 'one-edit' }]);
    expect(names.toolsLike('acrne/orders.create', 'org-other')).toEqual([
      { name: 'acme/orders.create', reason: 'confusable' },
    ]);
  });

  it("accepts names similar to an organisation's own, and to names with few users", async () => {
    expect((await setUp(100)).names.namespacesLike('acne', 'org-acme')).toEqual([]);
    expect((await setUp(99)).names.namespacesLike('acne', 'org-other')).toEqual([]);
  });

  it('does not reveal names that a stranger may not see', async () => {
    const { names } = await setUp(100, 'organisation');
    expect(names.namespacesLike('acne', 'org-other')).toEqual([]);
    expect(names.toolsLike('acne/orders.create', 'org-other')).toEqual([]);
  });

  it('does not reveal a hidden tool in a public namespace', async () => {
    const { names } = await setUp(100, 'public', 'organisation');
    expect(names.toolsLike('acrne/orders.create', 'org-other')).toEqual([]);
    expect(names.namespacesLike('acne', 'org-other')).toEqual([]);
  });

  it('includes newly well-known names after a minute', async () => {
    const { house, names } = await setUp(99);
    const like = () => names.namespacesLike('acne', 'org-other').length;
    expect(like()).toBe(0);
    await house.tools.addUsage(new Map([['version-acme/orders.create@1.0.0', 5]]));
    await house.feed.caughtUp();
    house.clock.advance(59_999);
    expect(like()).toBe(0);
    house.clock.advance(1);
    expect(like()).toBe(1);
  });

  it('describes the similarity in a sentence', () => {
    expect(lookAlikeFindings('/name', [{ name: 'acme', reason: 'confusable' }])).toEqual([
      { path: '/name', message: 'looks the same as acme' },
    ]);
  });
});
