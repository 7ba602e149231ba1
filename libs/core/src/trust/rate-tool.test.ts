import { aCaller, aManifest, aNamespace, aVersion, SmallHouse } from '@assay/testing';
import { describe, expect, it } from '@jest/globals';
import { anonymousCaller } from '../identity/anonymous.js';
import { RateTool } from './rate-tool.js';
import { ScoreVersions } from './score-versions.js';

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
    const counts = { good: 1, faults: 0, schemaMet: 0, withinSla: 0, callerFaults: 0 };
    const tally = {
      versionId: version.id,
      day: 0,
      principalId: 'principal-ann',
      caller: 'org-acme',
      own: true,
      ...counts,
    };
    await evidence.add({ id: 'batch', callers: [tally], latencies: [] });
  };
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

describe('RateTool', () => {
  it('takes votes of those who have called the tool, the latest of each', async () => {
    const { house, rate, version, calls } = await setUp();
    expect(await rate.run(aCaller(), tool, { stars: 5 })).toMatchObject({ ok: false, error: { code: 'forbidden' } });
    await calls();
    await rate.run(aCaller(), tool, { stars: 1 });
    expect(await rate.run(aCaller(), tool, { stars: 4, comment: 'Quick.' })).toMatchObject({
      ok: true,
      value: { stars: 4, comment: 'Quick.', tool },
    });
    const listed = await rate.list(aCaller(), tool, { after: null, limit: 9 });
    expect(listed.ok && listed.value.map(({ stars }) => stars)).toEqual([4]);
    expect(house.catalogue.versionById(version.id)?.trust?.votes).toEqual({ count: 1, stars: 4 });
    expect(house.actions.at(-1)).toBe(`tool.rate ${tool}`);
  });

  it('knows of a call that has not been written yet', async () => {
    const { rate, unwritten } = await setUp();
    unwritten();
    expect((await rate.run(aCaller(), tool, { stars: 3 })).ok).toBe(true);
  });

  it('refuses nobody’s votes, and those on what is not there or not seen', async () => {
    const { rate } = await setUp();
    const codeOf = async (caller: ReturnType<typeof aCaller>, name: string) => {
      const refused = await rate.run(caller, name, { stars: 3 });
      return refused.ok ? 'ok' : refused.error.code;
    };
    expect(await codeOf(anonymousCaller(true), tool)).toBe('unauthenticated');
    expect(await codeOf(aCaller(), 'acme/none')).toBe('not_found');
    expect(await codeOf(aCaller({ id: 'principal-eve', organisationId: 'org-other' }), tool)).toBe('not_found');
    expect((await rate.list(aCaller(), 'acme/none', { after: null, limit: 9 })).ok).toBe(false);
  });
});
