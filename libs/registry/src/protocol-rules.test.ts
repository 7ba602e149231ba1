import type { Manifest, Protocol } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { protocolRules } from './protocol-rules.js';
import type { Server } from './records.js';

const manifest = (protocol: Protocol, endpoint: object) => ({ protocol, endpoint }) as unknown as Manifest;
const elsewhere = { id: 's test', mcp: null, http: null, grpc: null } as unknown as Server;

describe('protocolRules', () => {
  it.each<[Protocol, object, string]>([
    ['mcp', { server: 'a/b', tool: 'echo' }, 'echo'],
    ['http', { method: 'GET', url: '/pets' }, 'GET /pets'],
    ['grpc', { service: 'shop.v1.Orders', method: 'Get' }, 'shop.v1.Orders/Get'],
  ])('knows what an upstream knows a tool of %s by', (protocol, endpoint, key) => {
    expect(protocolRules[protocol].upstreamKey(endpoint as Manifest['endpoint'])).toBe(key);
  });

  it('reaches a test endpoint on the server, or by the endpoint of a tool on none', () => {
    const url = 'https://test.example/x';
    const { at } = protocolRules.http;
    expect(at(url, manifest('http', { url: '/pets' }), elsewhere)).toMatchObject({
      manifest: { endpoint: { url: '/pets' } },
      server: { http: { url } },
    });
    expect(at(url, manifest('http', { url: '/pets' }), null)).toMatchObject({ manifest: { endpoint: { url } } });
    expect(protocolRules['json-rpc'].at(url, manifest('json-rpc', {}), elsewhere)).toMatchObject({
      manifest: { endpoint: { url } },
      server: { http: { url } },
    });
    expect(protocolRules.mcp.at(url, manifest('mcp', {}), null)).toBeNull();
    expect(protocolRules.composite.at(url, manifest('composite', {}), elsewhere)).toBeNull();
  });

  it('takes only addresses of gRPC for gRPC', () => {
    const { at, hasQuery } = protocolRules.grpc;
    expect(hasQuery).toBe(false);
    expect(at('https://test.example/x/y', manifest('grpc', {}), null)).toBeNull();
    expect(at('grpcs://test.example:443', manifest('grpc', {}), null)).toMatchObject({
      manifest: { endpoint: { address: 'grpcs://test.example:443' } },
    });
  });
});
