import { SmallHouse } from '@assay/gateway/testing';
import { describe, expect, it } from '@jest/globals';
import { skeletonOf } from './look-alike.js';
import { aManifest, aNamespace, aVersion } from './testing/builders.js';
import { WellUsedTools } from './well-used-tools.js';

async function setUp() {
  const house = await SmallHouse.open();
  await house.identities.addNamespace(
    aNamespace({ name: 'globex', visibility: 'public', organisationId: 'org-other' }),
  );
  await house.identities.addNamespace(
    aNamespace({ name: 'hidden', visibility: 'private', organisationId: 'org-other' }),
  );
  const publish = (name: string, title: string, usageCount: number) =>
    house.tools.publish(
      aVersion(aManifest({ name, title, visibility: 'public' }), { organisationId: 'org-other', usageCount }),
      0,
    );
  await publish('globex/pay_invoice', 'Pay an invoice', 500);
  await publish('globex/rare_tool', 'Seldom used', 3);
  await publish('hidden/secret_tool', 'Hidden tool', 500);
  await house.feed.caughtUp();
  return { house, tools: new WellUsedTools(house) };
}

describe('WellUsedTools', () => {
  it('finds well-used tools by name, title and namespace', async () => {
    const { tools } = await setUp();
    const known = tools.forOthers('org-acme');
    expect([known.named('pay_invoice'), known.named('GLOBEX/pay_invoice')]).toEqual(
      Array(2).fill('globex/pay_invoice'),
    );
    expect(known.titled(skeletonOf('Pay an lnvoice'))?.id).toBe('globex/pay_invoice');
    expect([known.isNamespace('globex'), known.isNamespace('acme')]).toEqual([true, false]);
  });

  it('ignores hidden, rarely used, and own tools', async () => {
    const { tools } = await setUp();
    const known = tools.forOthers('org-acme');
    expect([known.named('rare_tool'), known.named('secret_tool'), known.isNamespace('hidden')]).toEqual([
      undefined,
      undefined,
      false,
    ]);
    const own = tools.forOthers('org-other');
    expect([own.named('pay_invoice'), own.isNamespace('globex')]).toEqual([undefined, false]);
  });

  it('recomputes after a minute', async () => {
    const { house, tools } = await setUp();
    expect(tools.forOthers('org-acme').named('new_tool')).toBeUndefined();
    const added = { organisationId: 'org-other', usageCount: 500 };
    await house.tools.publish(aVersion(aManifest({ name: 'globex/new_tool', visibility: 'public' }), added), 0);
    await house.feed.caughtUp();
    expect(tools.forOthers('org-acme').named('new_tool')).toBeUndefined();
    house.clock.advance(60_000);
    expect(tools.forOthers('org-acme').named('new_tool')).toBe('globex/new_tool');
  });
});
