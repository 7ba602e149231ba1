import { describe, expect, it } from '@jest/globals';
import { exampleTarget } from './example-target.js';
import { aManifest, aServer } from './testing/builders.js';

const examples = [{ name: 'one', input: {} }];
const readOnly = { readOnlyHint: true };
const test = 'http://127.0.0.1:7/test';
const server = aServer({ mcp: { url: 'http://127.0.0.1:9/mcp', headers: { Authorization: 'Bearer secret' } } });

describe('exampleTarget', () => {
  it('is the tool itself when it only reads', () => {
    const manifest = aManifest({ examples, annotations: readOnly });
    expect(exampleTarget({ manifest }, server)).toEqual({ manifest, server });
  });

  it.each([
    ['without examples', { annotations: readOnly }],
    ['with none', { annotations: readOnly, examples: [] }],
    ['that may change something', { examples }],
    [
      'that wants credentials of the caller',
      { examples, annotations: readOnly, auth: { upstream: 'caller' as const } },
    ],
    ['that says it changes something', { examples, annotations: { readOnlyHint: false } }],
    ['of a protocol that no test endpoint fits', { examples, testEndpoint: test, protocol: 'grpc' as const }],
  ])('is nowhere for a tool %s', (_, parts) => {
    expect(exampleTarget({ manifest: aManifest(parts) }, server)).toBeNull();
  });

  it('is the test endpoint if there is one, which receives no credentials', () => {
    const manifest = aManifest({ examples, testEndpoint: test, annotations: readOnly });
    const target = exampleTarget({ manifest }, server);
    expect(target?.server).toMatchObject({ mcp: { url: test }, namespace: 'acme', name: 'orders' });
    expect(target?.server?.id).not.toBe(server.id);
    expect(JSON.stringify(target)).not.toContain('secret');
    expect(exampleTarget({ manifest }, null)).toBeNull();
  });

  it('keeps the path of an operation, and replaces the address of a tool without a server', () => {
    const api = aServer({ mcp: null, http: { url: 'https://api.example', headers: { Authorization: 'secret' } } });
    const operation = { server: 'acme/orders', url: '/sum', method: 'GET' };
    const http = { examples, testEndpoint: test, protocol: 'http' as const };
    const under = exampleTarget({ manifest: aManifest({ ...http, endpoint: operation }) }, api);
    expect(under).toMatchObject({ manifest: { endpoint: operation }, server: { http: { url: test }, mcp: null } });
    expect(JSON.stringify(under)).not.toContain('secret');
    const alone = exampleTarget(
      { manifest: aManifest({ ...http, endpoint: { url: 'https://api.example/sum' } }) },
      null,
    );
    expect(alone).toMatchObject({ manifest: { endpoint: { url: test } }, server: null });
  });

  it('is another address of a gRPC server or a JSON-RPC service, without its credentials', () => {
    const testEndpoint = 'http://127.0.0.1:7';
    const method = { server: 'acme/orders', service: 'shop.v1.Orders', method: 'Get' };
    const shop = aServer({ mcp: null, grpc: { address: 'shop.example:443', metadata: { authorization: 'secret' } } });
    const grpc = { examples, testEndpoint, protocol: 'grpc' as const, endpoint: method };
    expect(exampleTarget({ manifest: aManifest(grpc) }, shop)).toMatchObject({
      manifest: { endpoint: method },
      server: { grpc: { address: testEndpoint }, mcp: null },
    });
    const own = { address: 'shop.example:443', service: 'shop.v1.Orders', method: 'Get' };
    expect(exampleTarget({ manifest: aManifest({ ...grpc, endpoint: own }) }, null)).toMatchObject({
      manifest: { endpoint: { ...own, address: testEndpoint } },
    });
    const api = aServer({ mcp: null, http: { url: 'https://api.example', headers: { Authorization: 'secret' } } });
    const rpc = {
      examples,
      testEndpoint,
      protocol: 'json-rpc' as const,
      endpoint: { server: 'acme/orders', url: '/rpc' },
    };
    const target = exampleTarget({ manifest: aManifest(rpc) }, api);
    expect(target).toMatchObject({
      manifest: { endpoint: { url: testEndpoint } },
      server: { http: { url: testEndpoint } },
    });
    expect(JSON.stringify(target)).not.toContain('secret');
  });
});
