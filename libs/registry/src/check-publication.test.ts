import { SmallHouse } from '@assay/gateway/testing';
import { dayMs } from '@assay/kernel';
import { expect, it } from '@jest/globals';
import { checkPublication } from './check-publication.js';
import { PublishVersion } from './publish-version.js';
import { aCapability } from './testing/a-capability.js';
import { aCaller, aManifest, aNamespace, aServer } from './testing/builders.js';

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

it('reports nothing for a new tool or an already published version', async () => {
  const { house, publish, check } = await setUp();
  const fine = {
    ok: true,
    change: 'none',
    requiredBump: 'patch',
    strict: 'holds',
    problems: [],
    comparedWith: null,
    requiredVersion: null,
    review: false,
    findings: [],
    published: false,
    deprecates: [],
    differences: [],
    notes: [],
  };
  expect(await check(aManifest())).toEqual(fine);
  expect([...house.catalogue.tools()]).toEqual([]);
  await publish.run(aCaller(), aManifest());
  expect(await check(aManifest())).toEqual({ ...fine, published: true });
});

it('reports how a new version differs from the previous one, and whether its number is sufficient', async () => {
  const { publish, check } = await setUp();
  await publish.run(aCaller(), aManifest());
  expect(await check(aManifest({ version: '1.0.1' }))).toMatchObject({
    ok: true,
    change: 'none',
    comparedWith: '1.0.0',
  });
  const inputSchema = {
    type: 'object',
    properties: { item: { type: 'string' }, note: { type: 'string' } },
    required: ['item'],
  };
  expect(await check(aManifest({ version: '1.0.1', inputSchema }))).toMatchObject({
    ok: false,
    change: 'additive',
    requiredBump: 'minor',
    requiredVersion: '1.1.0',
    comparedWith: '1.0.0',
    review: false,
    differences: [{ kind: 'additive', path: '/inputSchema/properties/note', after: { type: 'string' } }],
  });
  const answer = await check(
    aManifest({ version: '1.1.0', inputSchema: { type: 'object', required: ['item', 'size'] } }),
  );
  expect(answer).toMatchObject({ ok: false, change: 'breaking', requiredBump: 'major', requiredVersion: '2.0.0' });
  expect(answer.problems.length).toBeGreaterThan(0);
});

it('reports that a review is required', async () => {
  const { publish, check } = await setUp();
  const cloudy = (pattern: string) => ({ type: 'object', properties: { item: { type: 'string', pattern } } });
  await publish.run(aCaller(), aManifest({ inputSchema: cloudy('^(a|b)+c?$') }));
  expect(await check(aManifest({ version: '1.1.0', inputSchema: cloudy('^[ab]+(c|)$') }))).toMatchObject({
    ok: true,
    change: 'unknown',
    review: true,
    requiredVersion: '2.0.0',
  });
});

it('reports that a number is taken, with both digests', async () => {
  const { publish, check } = await setUp();
  await publish.run(aCaller(), aManifest());
  const answer = await check(aManifest({ description: 'Other.' }));
  expect(answer).toMatchObject({ ok: false, problems: [{ path: '/version' }] });
  expect(answer.problems[0]?.message.match(/sha256:/g)).toHaveLength(2);
});

it('reports every problem of the manifest, and a namespace of other owners', async () => {
  const { check } = await setUp();
  const { problems } = await check({ ...aManifest(), extra: 1, version: 'x' });
  expect(problems.map((it) => it.path).sort()).toEqual(['/extra', '/version']);
  const stranger = aCaller({ id: 'principal-eve', organisationId: 'org-other' });
  expect(await check(aManifest(), stranger)).toMatchObject({
    ok: false,
    problems: [{ path: '/name', message: expect.stringContaining('acme') }],
  });
  expect((await check(null)).ok).toBe(false);
});

it('notes capabilities outside the taxonomy without rejecting them', async () => {
  const { house, check } = await setUp();
  await house.capabilities.add(aCapability('data.query', { parent: null }));
  await house.feed.caughtUp();
  expect(await check(aManifest({ capabilities: ['data.query.slq', 'data.query'] }))).toMatchObject({
    ok: true,
    problems: [],
    notes: ['The capability "data.query.slq" is not in the taxonomy; nearest: data.query.'],
  });
});

it('reports in advance that a definition would be held, and the words that cause it', async () => {
  const { house } = await setUp();
  const sign = { rule: 'secrecy', weight: 0.7, path: '/description', excerpt: 'do not tell the user' };
  const finding = { score: 0.7, quarantines: true, sentence: 'its definition looks odd', signs: [sign] };
  const examining = new PublishVersion({ ...house.publishPorts, examine: async () => finding });
  expect(await checkPublication(examining, house.catalogue, aCaller(), aManifest())).toMatchObject({
    ok: true,
    review: true,
    findings: [sign],
    notes: ['It would be held for review (score 0.70), and stay quarantined after that: its definition looks odd.'],
  });
});

it('says which versions it will deprecate, and when', async () => {
  const { house, publish, check } = await setUp();
  await publish.run(aCaller(), aManifest());
  const next = aManifest({ version: '2.0.0' });
  const sunsetAt = new Date(house.clock.now() + 30 * dayMs).toISOString();
  expect((await check(next)).deprecates).toEqual([{ version: '1.0.0', atStage: null, sunsetAt }]);
  expect((await check(aManifest({ version: '1.1.0' }))).deprecates).toEqual([]);
  expect((await check({ ...next, keepOlder: true })).deprecates).toEqual([]);
});
