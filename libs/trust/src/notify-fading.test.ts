import { InMemoryTrustOrder, SmallHouse } from '@assay/gateway/testing';
import { dayMs } from '@assay/kernel';
import { InMemoryNotices } from '@assay/kernel/testing';
import { type ToolVersion, unassured } from '@assay/registry';
import { aManifest, aNamespace, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { decayedTrust, decayRate } from './decay.js';
import { NotifyFading, noticeAheadDays } from './notify-fading.js';
import { aTrust } from './testing/evidence-samples.js';

const trustOf = (base: number) =>
  aTrust({ base, signals: [{ name: 'reliability', value: base / 0.25, sampleSize: 20 }] });

async function setUp() {
  const house = await SmallHouse.open();
  await house.identities.addNamespace(aNamespace());
  const notices = new InMemoryNotices();
  const { catalogue, directory, clock } = house;
  const ports = { order: new InMemoryTrustOrder(house.tools), catalogue, directory, notices, clock };
  const fading = new NotifyFading({ ...ports, halfLifeDays: 90, foundFrom: 0.5 });
  const publish = async (name: string, base: number, parts: Partial<ToolVersion> = {}, version = '1.0.0') => {
    const published = aVersion(aManifest({ name: `acme/${name}`, version }), {
      publishedAt: clock.now(),
      trust: trustOf(base),
      ...parts,
    });
    await house.tools.publish(published, catalogue.tool(`acme/${name}`)?.versions.length ?? 0);
    await house.feed.caughtUp();
    return published;
  };
  const run = async () => {
    await fading.run(new AbortController().signal);
    return notices.lines;
  };
  return { house, clock, notices, publish, run };
}

/** Days after which trust of 0.6 is 0.5. */
const daysTo = Math.log(0.6 / 0.5) / (decayRate(90) * dayMs);

describe('TellFading', () => {
  it('tells owners a week before their tool is found no more, once, and says on which day', async () => {
    const { clock, notices, publish, run } = await setUp();
    const { publishedAt } = await publish('old', 0.6);
    await publish('better', 0.9);
    await publish('worse', 0.45);
    clock.advance((daysTo - noticeAheadDays) * dayMs - 60_000);
    expect(await run()).toEqual([]);
    clock.advance(120_000);
    expect(await run()).toEqual(['trust.fading acme/old@1.0.0']);
    expect(await run()).toHaveLength(1);
    const [notice] = notices.sent;
    const fallsOn = notice?.details.fallsOn as string;
    expect(decayedTrust(0.6, publishedAt, Date.parse(fallsOn))).toBeCloseTo(0.5, 9);
    expect(notice?.text).toContain(`From ${fallsOn.slice(0, 10)} on acme/old@1.0.0`);
    expect(notice?.to).toEqual([{ organisationId: 'org-acme', principalId: 'principal-ann' }]);
  });

  it('says nothing when it was verified in the meantime, and says it again for that verification', async () => {
    const { house, clock, publish, run } = await setUp();
    const { id } = await publish('old', 0.6);
    clock.advance((daysTo - 1) * dayMs);
    const verifiedAt = clock.now();
    house.tools.amend(id, (it) => ({ ...it, lastVerifiedAt: verifiedAt }));
    await house.feed.caughtUp();
    expect(await run()).toEqual([]);
    clock.advance((daysTo - 1) * dayMs);
    expect(await run()).toHaveLength(1);
  });

  it('says nothing of what is near to the bound because of what it is, and was verified lately', async () => {
    const { clock, publish, run } = await setUp();
    await publish('middling', 0.51);
    clock.advance(47 * 3_600_000);
    expect(await run()).toEqual([]);
    clock.advance(3_600_000);
    expect(await run()).toEqual(['trust.fading acme/middling@1.0.0']);
  });

  it('says nothing of versions that a search does not show, nor of what its owners know already', async () => {
    const { clock, publish, run } = await setUp();
    await publish('updated', 0.6);
    await publish('yanked', 0.6, { status: 'YANKED' });
    await publish('red', 0.6, { assurance: { ...unassured, driftedSince: clock.now() } });
    await publish('waiting', 0.6, { quarantined: { since: 0, finding: 'It has hidden text.' } });
    clock.advance((daysTo - 1) * dayMs);
    await publish('updated', 0.9, {}, '1.1.0');
    expect(await run()).toEqual([]);
  });

  it('goes through more than one page', async () => {
    const { clock, publish, run } = await setUp();
    for (let index = 0; index < 401; index += 1) await publish(`old-${index}`, 0.6);
    clock.advance((daysTo - 1) * dayMs);
    expect(await run()).toHaveLength(401);
  });
});
