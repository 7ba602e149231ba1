import { SmallHouse } from '@assay/gateway/testing';
import { describe, expect, it } from '@jest/globals';
import { CompareVersions } from './compare-versions.js';
import { aCaller, aManifest, aNamespace, aVersion } from './testing/builders.js';

const tool = 'acme/orders.create';

async function setUp() {
  const house = await SmallHouse.open();
  await house.identities.addNamespace(aNamespace());
  const text = { type: 'object', properties: { note: { type: 'string' } } };
  const required = { ...text, required: ['note'] };
  for (const [index, inputSchema] of [text, text, required].entries())
    await house.tools.publish(aVersion(aManifest({ version: `${index + 1}.0.0`, inputSchema })), index);
  await house.feed.caughtUp();
  return new CompareVersions(house);
}

describe('comparing any two versions', () => {
  it('gives the change for users of the first, with its places', async () => {
    const compare = await setUp();
    expect(compare.run(aCaller(), tool, '1.0.0', '2.0.0')).toMatchObject({ ok: true, value: { change: 'none' } });
    const breaking = compare.run(aCaller(), tool, '1.0.0', '3.0.0');
    expect(breaking).toMatchObject({ ok: true, value: { change: 'breaking', requiredBump: 'major', from: '1.0.0' } });
    if (!breaking.ok) throw new Error('not compared');
    expect(breaking.value.differences.map(({ kind, path }) => `${kind} ${path}`)).toContainEqual(
      expect.stringMatching(/^breaking \/inputSchema/),
    );
    expect(compare.run(aCaller(), tool, '3.0.0', '1.0.0')).toMatchObject({ ok: true, value: { change: 'additive' } });
  });

  it('names the version that is missing, and shows nothing to those who do not see the tool', async () => {
    const compare = await setUp();
    const missing = compare.run(aCaller(), tool, '1.0.0', '9.0.0');
    expect(missing).toMatchObject({
      ok: false,
      error: { code: 'not_found', message: `${tool} has no version 9.0.0.` },
    });
    const stranger = aCaller({ id: 'principal-eve', organisationId: 'org-other' });
    expect(compare.run(stranger, tool, '1.0.0', '2.0.0')).toMatchObject({ ok: false, error: { code: 'not_found' } });
  });
});
