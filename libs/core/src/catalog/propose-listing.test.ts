import type { HttpEndpoint, Manifest } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import type { Catalogue } from './catalogue.js';
import { upstreamDigest } from './digests.js';
import { proposeListing } from './propose-listing.js';
import type { ToolVersion } from './records.js';
import type { UpstreamTool } from './upstream.js';

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

/** A catalogue in which these were published as they were proposed. */
function holding(tools: readonly UpstreamTool[]): Catalogue {
  const { proposals } = proposeListing(empty, 'acme/api', tools);
  const versions = proposals.map(({ proposal, digest }) => published(proposal.manifest, digest));
  return {
    toolsOn: () => versions.map((it) => ({ versions: [it] })),
    serverNameOf: () => 'acme/api',
  } as unknown as Catalogue;
}
const empty = { toolsOn: () => [] } as unknown as Catalogue;
const published = (manifest: Manifest, digest: string) =>
  ({ manifest, upstreamDigest: digest, version: manifest.version, versionKey: manifest.version }) as ToolVersion;
const told = (catalogue: Catalogue, tools: readonly UpstreamTool[]) => {
  const { proposals, removed } = proposeListing(catalogue, 'acme/api', tools);
  return {
    proposals: proposals.map(
      ({ proposal }) => `${proposal.state} ${proposal.manifest.name}@${proposal.manifest.version}`,
    ),
    removed,
  };
};

describe('proposeListing', () => {
  it('proposes a tool for each thing listed, under names of their own', () => {
    const listed = [
      operation('a b', '/x'),
      operation('a_b', '/y'),
      operation('c', '/x', 'POST'),
      operation('c', '/x', 'POST'),
    ];
    expect(told(empty, listed)).toEqual({
      proposals: ['new acme/api.a_b@1.0.0', 'new acme/api.a_b_2@1.0.0', 'new acme/api.c@1.0.0'],
      removed: [],
    });
    const { proposals } = proposeListing(empty, 'acme/api', listed.slice(0, 1));
    expect(proposals[0]).toMatchObject({ digest: upstreamDigest(listed[0] as UpstreamTool) });
    expect(proposals[0]?.proposal.manifest).toMatchObject({
      protocol: 'http',
      endpoint: { server: 'acme/api', url: '/x', method: 'GET' },
      auth: { upstream: 'none' },
    });
  });

  it('proposes again only what changed, and tells what is gone', () => {
    const before = [operation('list', '/pets'), operation('add', '/pets', 'POST'), operation('gone', '/gone')];
    const after = [
      before[0] as UpstreamTool,
      operation('add', '/pets', 'POST', { description: 'Other words.' }),
      operation('more', '/more'),
    ];
    expect(told(holding(before), after)).toEqual({
      proposals: ['unchanged acme/api.list@1.0.0', 'changed acme/api.add@1.0.1', 'new acme/api.more@1.0.0'],
      removed: ['acme/api.gone'],
    });
  });

  it('knows an operation by method and path, and one that moved by its name', () => {
    const before = [operation('list', '/pets'), operation('show', '/pet/{id}')];
    const after = [operation('listPets', '/pets'), operation('show', '/pets/{id}')];
    expect(told(holding(before), after)).toEqual({
      proposals: ['changed acme/api.list@1.0.1', 'changed acme/api.show@1.0.1'],
      removed: [],
    });
  });

  it('tells when only the way of calling has changed', () => {
    const before = operation('add', '/pets', 'POST');
    const after = { ...before, http: { ...before.http, bodyType: 'text/plain' } } as UpstreamTool;
    expect(told(holding([before]), [after]).proposals).toEqual(['changed acme/api.add@1.0.1']);
  });

  it('knows an MCP tool by its name', () => {
    expect(told(holding([tool('a'), tool('b')]), [tool('a'), tool('c')])).toEqual({
      proposals: ['unchanged acme/api.a@1.0.0', 'new acme/api.c@1.0.0'],
      removed: ['acme/api.b'],
    });
  });
});
