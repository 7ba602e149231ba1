import { aCaller, aManifest, aNamespace, aServer, SmallHouse } from '@assay/testing';
import { expect, it } from '@jest/globals';
import { checkPublication } from './check-publication.js';
import { PublishVersion } from './publish-version.js';

async function setUp() {
  const house = await SmallHouse.open();
  await house.identities.addNamespace(aNamespace());
  await house.tools.addServer(aServer());
  await house.feed.caughtUp();
  const publish = new PublishVersion(house.publishPorts);
  const check = (candidate: unknown, caller = aCaller()) =>
    checkPublication(publish, house.catalogue, caller, candidate);
  return { house, publish, check };
}

it('finds nothing against a new tool, nor against what was published already', async () => {
  const { house, publish, check } = await setUp();
  const fine = { ok: true, change: 'none', requiredBump: 'patch', strict: 'holds', problems: [] };
  expect(check(aManifest())).toEqual(fine);
  expect([...house.catalogue.tools()]).toEqual([]);
  await publish.run(aCaller(), aManifest());
  expect(check(aManifest())).toEqual(fine);
});

it('promises nothing of a change that nobody has compared', async () => {
  const { publish, check } = await setUp();
  await publish.run(aCaller(), aManifest());
  expect(check(aManifest({ version: '1.0.1' }))).toEqual({
    ok: true,
    change: 'unknown',
    requiredBump: 'major',
    strict: 'unknown',
    problems: [],
  });
});

it('says that a number is taken, with both digests', async () => {
  const { publish, check } = await setUp();
  await publish.run(aCaller(), aManifest());
  const answer = check(aManifest({ description: 'Other.' }));
  expect(answer).toMatchObject({ ok: false, problems: [{ path: '/version' }] });
  expect(answer.problems[0]?.message.match(/sha256:/g)).toHaveLength(2);
});

it('tells every problem of the manifest, and whose the namespace is not', async () => {
  const { check } = await setUp();
  expect(
    check({ ...aManifest(), extra: 1, version: 'x' })
      .problems.map((it) => it.path)
      .sort(),
  ).toEqual(['/extra', '/version']);
  const stranger = aCaller({ id: 'principal-eve', organisationId: 'org-other' });
  expect(check(aManifest(), stranger)).toMatchObject({
    ok: false,
    problems: [{ path: '/name', message: expect.stringContaining('acme') }],
  });
  expect(check(null).ok).toBe(false);
});
