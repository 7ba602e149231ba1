import { SmallHouse } from '@assay/gateway/testing';
import { ManageGrants } from '@assay/identity';
import { describe, expect, it } from '@jest/globals';
import type { Review } from '../reviews/review.js';
import { aCaller, aManifest, aNamespace, aVersion } from '../testing/builders.js';
import { ManageKits, type ShippedKit, type ShownKit } from './manage-kits.js';

const root = aCaller({ id: 'principal-root', name: 'root' }, ['admin']);
const kit = (name: string, tools: ShippedKit['tools']): ShippedKit => ({
  ...{ name, title: name, summary: `Does ${name}.`, version: '1.0.0' },
  ...{ tools, network: 'none', hosts: [], folders: [] },
});
const reads = { readOnlyHint: true, openWorldHint: false };
const acts = { readOnlyHint: false, destructiveHint: true, openWorldHint: false };

async function setUp(
  missing: Readonly<Record<string, string>> = {},
  waiting: readonly string[] = [],
  reviews: readonly Review[] = [],
) {
  const house = await SmallHouse.open();
  await house.identities.addNamespace(aNamespace({ id: 'n-assay', name: 'assay', owners: [] }));
  const publish = async (server: string, tool: string, annotations: object) => {
    const name = `assay/${server}.${tool}`;
    const endpoint = { server: `assay/${server}`, tool };
    const manifest = aManifest({ name, annotations, endpoint, protocol: 'mcp' });
    const id = `${server}-${tool}`;
    await house.tools.publish(aVersion(manifest, { id, namespace: 'assay', tool: `${server}.${tool}` }), 0);
    await house.feed.caughtUp();
  };
  await publish('files', 'read', reads);
  await publish('files', 'write', acts);
  await publish('data', 'query', reads);
  const { catalogue, directory } = house;
  const kits = new ManageKits({
    ...house.identityPorts,
    ...{ catalogue, directory },
    grants: new ManageGrants(house.identityPorts, (_, tool) => catalogue.tool(tool) !== undefined),
    kits: [
      kit('data', []),
      kit('files', [{ name: 'tidy', acts: true, undo: null }]),
      kit('git', [{ name: 'commit', acts: true, undo: null }]),
    ],
    reviews: { waiting: async (tool) => reviews.filter((it) => it.subject.startsWith(`${tool}@`)) },
    missing: async (name) => missing[name] ?? null,
    isWaiting: (name) => waiting.includes(name),
  });
  const endorsed = () => [...directory.endorsements()].map((it) => it.tool);
  return { house, kits, publish, endorsed };
}

describe('ManageKits', () => {
  it('lists each kit with its tools and what they may do', async () => {
    const { kits } = await setUp({ git: 'git is not installed. Install git, then restart.' });
    const listed = await kits.list(root);
    expect(listed).toMatchObject({
      value: [
        { kit: { name: 'data' }, status: 'enabled', missing: null },
        {
          kit: { name: 'files' },
          status: 'disabled',
          tools: [
            { tool: 'assay/files.read', acts: false, enabled: true, destructive: false },
            { tool: 'assay/files.write', acts: true, enabled: false, destructive: true },
          ],
        },
        {
          kit: { name: 'git' },
          status: 'unavailable',
          missing: 'git is not installed. Install git, then restart.',
          tools: [{ tool: 'assay/git.commit', acts: true, enabled: false }],
        },
      ],
    });
  });

  it('enables what acts, once, and disables it again; both are recorded', async () => {
    const { house, kits, endorsed } = await setUp();
    for (let time = 0; time < 2; time += 1)
      expect(await kits.enable(root, 'files')).toMatchObject({ value: { status: 'enabled' } });
    expect(endorsed()).toEqual(['assay/files.write']);
    expect(await kits.disable(root, 'files')).toMatchObject({ value: { status: 'disabled' } });
    await kits.disable(root, 'files');
    expect(endorsed()).toEqual([]);
    expect(house.actions.filter((it) => it.startsWith('kit.'))).toHaveLength(2);
  });

  it('shows what is held by its description, and how that is decided; it is not enabled', async () => {
    const finding = { path: '/description', message: 'gives the model orders' };
    const review = { id: 'r1', subject: 'assay/files.tidy@1.0.0', kind: 'definition', findings: [finding] };
    const { kits, endorsed } = await setUp({}, [], [review as unknown as Review]);
    expect(await kits.enable(root, 'files')).toMatchObject({
      value: {
        status: 'enabled',
        tools: [
          { tool: 'assay/files.read', held: null },
          { tool: 'assay/files.write', held: null },
          {
            tool: 'assay/files.tidy',
            enabled: false,
            held: '1.0.0 waits for a review (gives the model orders). Decide: assay reviews show r1',
          },
        ],
      },
    });
    expect(endorsed()).toEqual(['assay/files.write']);
  });

  it('shows a tool whose version is quarantined', async () => {
    const { house, kits } = await setUp();
    const manifest = aManifest({ name: 'assay/files.tidy', annotations: acts, protocol: 'composite', endpoint: {} });
    const quarantined = { since: 0, finding: 'a hidden instruction' };
    const version = aVersion(manifest, { id: 'tidy', namespace: 'assay', tool: 'files.tidy', quarantined });
    await house.tools.publish(version, 0);
    await house.feed.caughtUp();
    const shown = await kits.show(root, 'files');
    expect(shown.ok && shown.value.tools.find((it) => it.tool === 'assay/files.tidy')?.held).toBe(
      'quarantined: a hidden instruction',
    );
  });

  it('leaves a tool that a later version brings waiting', async () => {
    const { kits, publish, endorsed } = await setUp();
    await kits.enable(root, 'files');
    await publish('files', 'delete', acts);
    expect(await kits.show(root, 'files')).toMatchObject({ value: { status: 'partly_enabled' } });
    await kits.enable(root, 'files');
    expect(endorsed()).toEqual(['assay/files.write', 'assay/files.delete']);
  });

  it('enables a composition of a kit with its other tools', async () => {
    const { house, kits, endorsed } = await setUp();
    const name = 'assay/files.tidy';
    const manifest = aManifest({ name, protocol: 'composite', endpoint: { notation: 'chain', definition: {} } });
    await house.tools.publish(aVersion(manifest, { id: 'tidy', namespace: 'assay', tool: 'files.tidy' }), 0);
    await house.feed.caughtUp();
    await kits.enable(root, 'files');
    expect(endorsed()).toEqual(['assay/files.write', name]);
  });

  it('shows what is about to be published, and enables it only afterwards', async () => {
    const { kits, endorsed } = await setUp({}, ['files', 'git']);
    const { value: listed } = (await kits.list(root)) as { value: ShownKit[] };
    expect(listed.map(({ status }) => status)).toEqual(['enabled', 'disabled', 'being_published']);
    expect(await kits.enable(root, 'git')).toMatchObject({
      error: { code: 'conflict', message: expect.stringContaining('is being published') },
    });
    expect(endorsed()).toEqual([]);
  });

  it('refuses what is unavailable, pure or unknown, and changes nothing', async () => {
    const { kits, endorsed } = await setUp({ files: 'No folder.' });
    const refused = { error: { code: 'conflict', message: expect.stringContaining('No folder.') } };
    expect(await kits.enable(root, 'files')).toMatchObject(refused);
    expect(await kits.enable(root, 'git')).toMatchObject({ error: { message: expect.stringContaining('ASSAY_KITS') } });
    expect(await kits.disable(root, 'data')).toMatchObject({ error: { code: 'conflict' } });
    expect(await kits.show(root, 'mail')).toMatchObject({ error: { code: 'not_found' } });
    expect(endorsed()).toEqual([]);
  });

  it.each([
    ['a caller', aCaller({}, ['tools:call'])],
    ['an administrator of another organisation', aCaller({ organisationId: 'org-other' }, ['admin'])],
    ['a narrowed administrator', aCaller({}, ['admin'], ['acme'])],
  ])('is not for %s', async (_, caller) => {
    const { kits } = await setUp();
    for (const answer of [
      await kits.list(caller),
      await kits.show(caller, 'files'),
      await kits.enable(caller, 'files'),
      await kits.disable(caller, 'files'),
    ])
      expect(answer).toMatchObject({ error: { code: 'forbidden' } });
  });
});
