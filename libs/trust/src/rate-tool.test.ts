import { SmallHouse } from '@assay/gateway/testing';
import { anonymousCaller } from '@assay/identity';
import { aCaller, aManifest, aNamespace, aPrincipal, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { RateTool } from './rate-tool.js';
import { ScoreVersions } from './score-versions.js';
import { aTally } from './testing/evidence-samples.js';

const tool = 'acme/orders.create';

async function setUp() {
  const house = await SmallHouse.open();
  const { catalogue, directory, evidence, ratings, audit, feed, clock } = house;
  await house.identities.addNamespace(aNamespace());
  const version = aVersion(aManifest(), { publishedAt: clock.now() });
  await house.tools.publish(version, 0);
  await feed.caughtUp();
  const scoring = new ScoreVersions({ catalogue, store: evidence, feed, clock });
  let waiting: (() => Promise<void>) | undefined;
  const log = { flush: async () => void (await waiting?.()) };
  const calls = async () => {
    const by = { principalId: 'principal-bob', caller: 'principal-bob', organisationId: 'org-acme', own: true };
    const tally = aTally({ versionId: version.id, ...by });
    await evidence.add({ id: 'batch', callers: [tally], latencies: [] });
  };
  await house.addPrincipal(aPrincipal({ id: 'principal-bob', name: 'bob' }));
  const rate = new RateTool({ catalogue, directory, audit, feed, clock, ratings, store: evidence, log, scoring });
  return {
    house,
    rate,
    version,
    calls,
    unwritten: () => {
      waiting = calls;
    },
  };
}

const bob = aCaller({ id: 'principal-bob', name: 'bob' });

describe('RateTool', () => {
  it('takes votes of those who have called the tool, the latest of each', async () => {
    const { house, rate, version, calls } = await setUp();
    expect(await rate.run(bob, tool, { stars: 5 })).toMatchObject({ ok: false, error: { code: 'forbidden' } });
    await calls();
    await rate.run(bob, tool, { stars: 1 });
    expect(await rate.run(bob, tool, { stars: 4, comment: 'Quick.' })).toMatchObject({
      ok: true,
      value: { stars: 4, comment: 'Quick.', tool },
    });
    const listed = await rate.list(bob, tool, { after: null, limit: 9 });
    expect(listed.ok && listed.value.map(({ stars }) => stars)).toEqual([4]);
    expect(house.catalogue.versionById(version.id)?.trust?.votes).toEqual({ count: 1, stars: 4 });
    expect(house.actions.at(-1)).toBe(`tool.rate ${tool}`);
  });

  it('knows of a call that has not been written yet', async () => {
    const { rate, unwritten } = await setUp();
    unwritten();
    expect((await rate.run(bob, tool, { stars: 3 })).ok).toBe(true);
  });

  it('refuses nobody’s votes, and those on what is not there or not seen', async () => {
    const { rate } = await setUp();
    const codeOf = async (caller: ReturnType<typeof aCaller>, name: string) => {
      const refused = await rate.run(caller, name, { stars: 3 });
      return refused.ok ? 'ok' : refused.error.code;
    };
    expect(await codeOf(anonymousCaller(true), tool)).toBe('unauthenticated');
    expect(await codeOf(bob, 'acme/none')).toBe('not_found');
    expect(await codeOf(aCaller({ id: 'principal-eve', organisationId: 'org-other' }), tool)).toBe('not_found');
    expect((await rate.list(bob, 'acme/none', { after: null, limit: 9 })).ok).toBe(false);
  });

  it('refuses votes of members of the namespace, and says why', async () => {
    const { rate, calls } = await setUp();
    await calls();
    const refused = await rate.run(aCaller(), tool, { stars: 5 });
    expect(refused).toMatchObject({ ok: false, error: { code: 'forbidden' } });
    expect(refused.ok || refused.error.message).toContain('You are a member of acme');
  });
});
