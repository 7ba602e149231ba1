import type { HttpEndpoint, Manifest } from '@assay/contracts';
import { fail, ok } from '@assay/kernel';
import { type Catalogue, checkManifest, type ToolVersion } from '@assay/registry';
import { describe, expect, it } from '@jest/globals';
import { type ListingChecks, type ProposedListing, proposeListing } from './propose-listing.js';
import type { UpstreamTool } from './upstream.js';
import { upstreamDigest } from './upstream-digest.js';

const operation = (
  name: string,
  url: string,
  method: HttpEndpoint['method'] = 'GET',
  parts: Partial<UpstreamTool> = {},
): UpstreamTool => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { type: 'object' },
  annotations: { readOnlyHint: true },
  http: { url, method },
  auth: { upstream: 'none' },
  ...parts,
});
const tool = (name: string): UpstreamTool => ({
  name,
  description: name,
  inputSchema: {},
  annotations: { readOnlyHint: true },
});

const problems: ListingChecks['problems'] = async (manifest) => {
  const checked = checkManifest(manifest);
  return checked.ok ? ok([]) : ok(checked.error);
};
async function propose(...parts: [Catalogue, string, readonly UpstreamTool[]]): Promise<ProposedListing> {
  const proposed = await proposeListing(...parts, { pause, problems });
  if (!proposed.ok) throw new Error(proposed.error.message);
  return proposed.value;
}

/** A catalogue in which these were published as proposed. */
async function holding(tools: readonly UpstreamTool[]): Promise<Catalogue> {
  const { proposals } = await propose(empty, 'acme/api', tools);
  const versions = proposals.map(({ proposal, digest }) => published(proposal.manifest, digest));
  return {
    toolsOn: () => versions.map((it) => ({ versions: [it] })),
    serverNameOf: () => 'acme/api',
  } as unknown as Catalogue;
}
const pauses: number[] = [];
const pause = async () => void pauses.push(1);
const empty = { toolsOn: () => [] } as unknown as Catalogue;
const published = (manifest: Manifest, digest: string) =>
  ({ manifest, upstreamDigest: digest, version: manifest.version, versionKey: manifest.version }) as ToolVersion;
const reportOf = async (catalogue: Catalogue, tools: readonly UpstreamTool[]) => {
  const { proposals, removed } = await propose(catalogue, 'acme/api', tools);
  return {
    proposals: proposals.map(
      ({ proposal }) => `${proposal.state} ${proposal.manifest.name}@${proposal.manifest.version}`,
    ),
    removed,
  };
};

describe('proposeListing', () => {
  it('proposes a tool for each entry, under distinct names', async () => {
    const listed = [
      operation('a b', '/x'),
      operation('a_b', '/y'),
      operation('c', '/x', 'POST'),
      operation('c', '/x', 'POST'),
    ];
    expect(await reportOf(empty, listed)).toEqual({
      proposals: ['new acme/api.a_b@1.0.0', 'new acme/api.a_b_2@1.0.0', 'new acme/api.c@1.0.0'],
      removed: [],
    });
    const { proposals } = await propose(empty, 'acme/api', listed.slice(0, 1));
    expect(proposals[0]).toMatchObject({ digest: upstreamDigest(listed[0] as UpstreamTool) });
    expect(proposals[0]?.proposal.manifest).toMatchObject({
      protocol: 'http',
      endpoint: { server: 'acme/api', url: '/x', method: 'GET' },
      auth: { upstream: 'none' },
    });
  });

  it('proposes changed tools again, and reports removed ones', async () => {
    const before = [operation('list', '/pets'), operation('add', '/pets', 'POST'), operation('gone', '/gone')];
    const after = [
      before[0] as UpstreamTool,
      operation('add', '/pets', 'POST', { description: 'Other words.' }),
      operation('more', '/more'),
    ];
    expect(await reportOf(await holding(before), after)).toEqual({
      proposals: ['unchanged acme/api.list@1.0.0', 'changed acme/api.add@1.0.1', 'new acme/api.more@1.0.0'],
      removed: ['acme/api.gone'],
    });
  });

  it('recognises an operation by method and path, and a moved one by its name', async () => {
    const before = [operation('list', '/pets'), operation('show', '/pet/{id}')];
    const after = [operation('listPets', '/pets'), operation('show', '/pets/{id}')];
    expect(await reportOf(await holding(before), after)).toEqual({
      proposals: ['changed acme/api.list@1.0.1', 'changed acme/api.show@1.0.1'],
      removed: [],
    });
  });

  it('reports when only the method or path has changed', async () => {
    const before = operation('add', '/pets', 'POST');
    const after = { ...before, http: { ...before.http, bodyType: 'text/plain' } } as UpstreamTool;
    expect(await reportOf(await holding([before]), [after])).toMatchObject({
      proposals: ['changed acme/api.add@1.0.1'],
    });
  });

  it('recognises an MCP tool by its name', async () => {
    expect(await reportOf(await holding([tool('a'), tool('b')]), [tool('a'), tool('c')])).toEqual({
      proposals: ['unchanged acme/api.a@1.0.0', 'new acme/api.c@1.0.0'],
      removed: ['acme/api.b'],
    });
  });

  it('treats a name as moved once, and not if it is known', async () => {
    const before = [operation('list', '/pets'), operation('show', '/old')];
    const after = [operation('show', '/pets'), operation('a', '/new')];
    expect(await reportOf(await holding(before), after)).toEqual({
      proposals: ['changed acme/api.list@1.0.1', 'new acme/api.a@1.0.0'],
      removed: ['acme/api.show'],
    });
    const twice = [operation('list', '/pets'), operation('show', '/new'), operation('show', '/newer')];
    expect((await reportOf(await holding(before), twice)).proposals).toEqual([
      'unchanged acme/api.list@1.0.0',
      'changed acme/api.show@1.0.1',
      'new acme/api.show_2@1.0.0',
    ]);
  });

  it('yields in a long list', async () => {
    pauses.length = 0;
    await reportOf(
      empty,
      Array.from({ length: 120 }, (_, n) => tool(`t${n}`)),
    );
    expect(pauses).toHaveLength(12);
  });

  it('shows what is wrong with a proposal, and fails where that cannot be found', async () => {
    const listed = [operation('a', '/x', 'GET', { inputSchema: { type: 'array' } })];
    const { proposals } = await propose(empty, 'acme/api', listed);
    expect(proposals[0]?.proposal).toMatchObject({ state: 'invalid', problems: [{ path: '/inputSchema/type' }] });
    const unchecked = { pause, problems: async () => fail('unavailable', 'later') };
    expect(await proposeListing(empty, 'acme/api', listed, unchecked)).toMatchObject({ ok: false });
  });
});
