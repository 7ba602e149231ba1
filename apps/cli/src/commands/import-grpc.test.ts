import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { assay, emptyFolder, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

const found = {
  id: '0198f000-0000-7000-8000-000000000009',
  server: 'acme/shop.v1',
  manifests: [],
  proposals: [],
  removed: [],
  leftOut: ['shop.v1.Orders/Chat: takes a stream of messages, which a tool call cannot send'],
  createdAt: '2026-11-21T00:00:00Z',
};
const proposal = {
  manifest: {
    name: 'acme/shop.v1.Orders.Get',
    version: '1.0.0',
    description: 'Gets an order',
    inputSchema: {},
    protocol: 'grpc',
    endpoint: { server: 'acme/shop.v1', service: 'shop.v1.Orders', method: 'Get' },
  },
  state: 'new',
  previousVersion: null,
  changes: [],
  problems: [],
  notes: [],
};
const answers = { 'POST /v1/imports': { ...found, proposals: [proposal] } };

describe('import grpc', () => {
  it('lets the server describe itself, and names what is not offered', async () => {
    const words = ['import', 'grpc', 'localhost:50051', '--namespace', 'acme', '--metadata', 'x-key=s'];
    const { code, out, asked } = await assay(words, { answers });
    expect(code).toBe(0);
    expect(asked[0]?.body).toEqual({
      draft: true,
      namespace: 'acme',
      source: { grpc: { address: 'localhost:50051', metadata: { 'x-key': 's' } } },
    });
    expect(out).toContain('acme/shop.v1.Orders.Get');
    expect(out).toContain('Not importable: shop.v1.Orders/Chat: takes a stream of messages');
  });

  it('sends a descriptor set as it is in its file', async () => {
    const file = join(await emptyFolder(), 'shop.binpb');
    writeFileSync(file, Buffer.from([10, 0, 255]));
    const words = [
      'import',
      'grpc',
      'shop.example:443',
      '--namespace',
      'acme',
      '--server',
      'shop',
      '--descriptor-set',
      file,
    ];
    const { asked } = await assay(words, { answers });
    expect(asked[0]?.body).toMatchObject({ server: 'shop', source: { grpc: { descriptorSet: 'CgD/' } } });
  });

  it('says what is wrong before it asks anything', async () => {
    const words = ['import', 'grpc', 'shop.example:443', '--namespace', 'acme', '--descriptor-set', '/no/such/file'];
    const { code, err, asked } = await assay(words, { answers });
    expect([code, asked]).toEqual([2, []]);
    expect(err).toContain('File not found: /no/such/file');
    const bare = await assay(['servers', 'add', 'acme/shop', 'shop.example:443', '--grpc', '--header', 'a=b'], {
      answers,
    });
    expect([bare.code, bare.err]).toEqual([2, expect.stringContaining('--metadata')]);
  });
});

describe('servers of gRPC', () => {
  const server = {
    name: 'acme/shop',
    grpc: { address: 'grpcs://shop.example:443', metadata: ['authorization'], reflection: false },
    stateless: true,
    health: { state: 'unknown', since: null, detail: null },
    createdAt: '2026-11-21T00:00:00Z',
    updatedAt: '2026-11-21T00:00:00Z',
  };

  it('are registered, shown and moved with metadata', async () => {
    const line = '/v1/servers/acme/shop';
    const known = { 'POST /v1/servers': server, [`GET ${line}`]: server, [`PATCH ${line}`]: server };
    const added = await assay(
      ['servers', 'add', 'acme/shop', 'grpcs://shop.example:443', '--grpc', '--metadata', 'authorization=x'],
      { answers: known },
    );
    expect(added.asked[0]?.body).toEqual({
      name: 'acme/shop',
      grpc: { address: 'grpcs://shop.example:443', metadata: { authorization: 'x' } },
    });
    expect(added.out).toMatch(/protocol\s+grpc/);
    expect(added.out).toMatch(/described by\s+an uploaded descriptor set/);
    const moved = await assay(['servers', 'change', 'acme/shop', 'grpcs://new.example:443'], { answers: known });
    expect(moved.asked.at(-1)?.body).toEqual({ grpc: { address: 'grpcs://new.example:443', reflection: false } });
  });
});
