import { SmallHouse } from '@assay/gateway/testing';
import { anonymousCaller } from '@assay/identity';
import { aCaller, aManifest, aNamespace, aVersion } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { CountedTools, keptMs } from './tool-counts.js';

async function setUp() {
  const house = await SmallHouse.open();
  await house.identities.addNamespace(aNamespace());
  const publish = async (name: string, visibility: 'public' | 'organisation') => {
    await house.tools.publish(
      aVersion(aManifest({ name: `acme/${name}`, capabilities: ['data.query'], visibility })),
      0,
    );
    await house.feed.caughtUp();
  };
  await publish('one', 'organisation');
  const { clock } = house;
  return { house, publish, clock, counted: new CountedTools(house.catalogue, house.directory, clock) };
}

it('counts the tools a caller sees, and recounts after a while', async () => {
  const { publish, clock, counted } = await setUp();
  const of = async (caller = aCaller()) => (await counted.of(caller)).of('data').toolsBelow;
  expect([await of(), await of(anonymousCaller(true))]).toEqual([1, 0]);
  await publish('two', 'organisation');
  expect(await of()).toBe(1);
  clock.advance(keptMs);
  expect(await of()).toBe(2);
});

it('recounts immediately when the taxonomy or the directory has changed', async () => {
  const { house, counted } = await setUp();
  const before = counted.of(aCaller());
  expect(counted.of(aCaller())).toBe(before);
  await house.addPrincipal({ id: 'principal-bob', name: 'bob' });
  expect(counted.of(aCaller())).not.toBe(before);
});
