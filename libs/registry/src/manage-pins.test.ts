import { SmallHouse } from '@assay/gateway/testing';
import { anonymousCaller } from '@assay/identity';
import { describe, expect, it } from '@jest/globals';
import { ManagePins } from './manage-pins.js';
import { aCaller, aManifest, aNamespace, aVersion } from './testing/builders.js';
import { inMemoryNoticeStores } from './testing/in-memory-notice-stores.js';

const tool = 'acme/orders.create';

async function setUp() {
  const house = await SmallHouse.open();
  await house.identities.addNamespace(aNamespace());
  const versions = ['1.0.0', '1.2.0', '2.0.0'].map((version) => aVersion(aManifest({ version })));
  for (const [index, version] of versions.entries()) await house.tools.publish(version, index);
  await house.feed.caughtUp();
  const { pins } = inMemoryNoticeStores(house.clock, () => versions);
  return { house, pins: new ManagePins({ ...house.cataloguePorts, pins }) };
}

describe('a pin', () => {
  it('records what its principal depends on, and shows the newest version in the range', async () => {
    const { house, pins } = await setUp();
    expect(await pins.set(aCaller(), { tool, range: '^1.0.0', note: 'Billing' })).toMatchObject({
      ok: true,
      value: { pin: { tool, range: '^1.0.0', note: 'Billing' }, newest: { version: '1.2.0' } },
    });
    await pins.set(aCaller(), { tool, range: 'latest' });
    expect(await pins.list(aCaller())).toMatchObject({
      value: [{ pin: { range: 'latest', note: null }, newest: { version: '2.0.0' } }],
    });
    expect(house.actions.slice(-2)).toEqual([`pin.set ${tool}`, `pin.set ${tool}`]);
  });

  it('is removed with null', async () => {
    const { house, pins } = await setUp();
    await pins.set(aCaller(), { tool, range: '1.0.0' });
    expect(await pins.set(aCaller(), { tool, range: null })).toMatchObject({ value: { pin: { range: null } } });
    expect(await pins.list(aCaller())).toEqual({ ok: true, value: [] });
    expect(await pins.set(aCaller(), { tool, range: null })).toMatchObject({ error: { code: 'not_found' } });
    expect(house.actions.at(-1)).toBe(`pin.remove ${tool}`);
  });

  it.each([
    [{ tool, range: 'one' }, 'invalid_request', /not a valid version range/],
    [{ tool, range: '^3' }, 'invalid_request', /There are: 2\.0\.0, 1\.2\.0, 1\.0\.0/],
    [{ tool: 'acme/none', range: '^1' }, 'not_found', /No tool "acme\/none"/],
  ])('on %j is refused', async (body, code, message) => {
    const { house, pins } = await setUp();
    const before = house.actions.length;
    expect(await pins.set(aCaller(), body)).toMatchObject({
      ok: false,
      error: { code, message: expect.stringMatching(message) },
    });
    expect(house.actions).toHaveLength(before);
  });

  it('is out of reach of a key that is narrowed to other namespaces', async () => {
    const { pins } = await setUp();
    await pins.set(aCaller(), { tool, range: '^1' });
    const narrowed = aCaller({}, ['registry:read'], ['globex']);
    expect(await pins.list(narrowed)).toEqual({ ok: true, value: [] });
    expect(await pins.set(narrowed, { tool, range: null })).toMatchObject({ error: { code: 'not_found' } });
    expect(await pins.list(aCaller())).toMatchObject({ value: [{ pin: { tool } }] });
  });

  it('is rejected for invisible tools and anonymous callers', async () => {
    const { pins } = await setUp();
    const stranger = aCaller({ id: 'p', organisationId: 'org-other' });
    expect(await pins.set(stranger, { tool, range: '^1' })).toMatchObject({ error: { code: 'not_found' } });
    const anonymous = anonymousCaller(true);
    expect(await pins.set(anonymous, { tool, range: '^1' })).toMatchObject({ error: { code: 'unauthenticated' } });
    expect(await pins.list(anonymous)).toMatchObject({ error: { code: 'unauthenticated' } });
  });
});
