import type { Server } from '@assay/registry';
import { aManifest } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { endpointOrigin, originOf, startsCommand } from './origin-of.js';

const address = (parts: Partial<Server>) => ({ mcp: null, http: null, grpc: null, ...parts });

describe('where credentials go', () => {
  it.each<[Partial<Server>, string]>([
    [{ mcp: { url: 'https://a.example/mcp?x=1' } }, 'https://a.example'],
    [{ http: { url: 'http://a.example:8080/v1' } }, 'http://a.example:8080'],
    [{ grpc: { address: 'grpcs://a.example' } }, 'https://a.example'],
    [{ grpc: { address: 'a.example:50051' } }, 'https://a.example:50051'],
    [{}, ''],
  ])('to %j', (parts, origin) => {
    expect(originOf(address(parts))).toBe(origin);
  });

  it('is one command line, whatever its environment', () => {
    const of = (mcp: Server['mcp']) => originOf(address({ mcp }));
    expect(of({ command: 'node', args: ['a'], env: { A: '1' } })).toBe(of({ command: 'node', args: ['a'] }));
    expect(of({ command: 'node', args: ['a'] })).not.toBe(of({ command: 'node', args: ['b'] }));
    expect([startsCommand({ mcp: { command: 'node' } }), startsCommand({ mcp: null })]).toEqual([true, false]);
  });

  it.each([
    [{ url: 'https://a.example/{id}' }, 'https://a.example'],
    [{ url: '/only-a-path' }, undefined],
    [{ address: 'http://a.example:443' }, 'http://a.example:443'],
    [{ server: 'acme/orders', tool: 'x' }, undefined],
  ])('is for a tool without a server its endpoint’s: %j', (endpoint, origin) => {
    expect(endpointOrigin(aManifest({ endpoint }))).toBe(origin);
  });
});
