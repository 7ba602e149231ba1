import { ok, startDeadline } from '@assay/kernel';
import type { Server } from '@assay/registry';
import { describe, expect, it } from '@jest/globals';
import { aDocument } from './openapi/a-document.fixture.js';
import { ToolSources } from './tool-sources.js';

const deadline = startDeadline({ now: () => 0, monotonic: () => 0, after: () => () => {} }, 1_000);
const record = (parts: Partial<Server>): Server => ({
  id: 'server',
  organisationId: 'org',
  namespace: 'acme',
  name: 'api',
  mcp: null,
  http: null,
  grpc: null,
  stateless: true,
  isolation: null,
  confirmation: null,
  packages: null,
  createdAt: 0,
  updatedAt: 0,
  ...parts,
});
const sources = new ToolSources(
  { list: async (server) => ok({ name: `mcp ${server.name}`, version: '1', tools: [] }) },
  {
    read: async (source) =>
      ok(aDocument({ '/pets': { get: { operationId: 'list' } } }, { address: 'url' in source ? source.url : null })),
  },
  { describe: async () => ok({ files: [] }) },
  { after: () => () => undefined },
);

describe('ToolSources', () => {
  it('lists the tools of MCP servers, and reads the documents of APIs again', async () => {
    const mcp = record({ mcp: { url: 'https://up.example/mcp' } });
    expect(await sources.list(mcp, deadline)).toMatchObject({ value: { name: 'mcp api' } });
    const http = record({ http: { url: 'https://moved.example', openapi: 'https://docs.example/openapi.json' } });
    expect(await sources.list(http, deadline)).toMatchObject({
      value: { baseUrl: 'https://moved.example', tools: [{ name: 'list' }] },
    });
  });

  it('lists gRPC servers with reflection, and suggests an upload for the others', async () => {
    const shop = record({ grpc: { address: 'shop.example:443' } });
    expect(await sources.list(shop, deadline)).toMatchObject({ error: { code: 'invalid_request' } });
    const silent = record({ grpc: { address: 'shop.example:443', reflection: false } });
    expect(await sources.list(silent, deadline)).toMatchObject({
      error: { code: 'conflict', message: expect.stringContaining('import it again') },
    });
  });

  it('explains what to do about an uploaded document', async () => {
    const handed = record({ http: { url: 'https://api.example' } });
    expect(await sources.list(handed, deadline)).toMatchObject({
      error: { code: 'conflict', message: expect.stringContaining('import it again') },
    });
  });
});
