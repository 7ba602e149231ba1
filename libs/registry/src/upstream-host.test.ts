import { describe, expect, it } from '@jest/globals';
import type { Server } from './records.js';
import { aManifest, aServer, aVersion } from './testing/builders.js';
import { independentGroups, upstreamHostOf } from './upstream-host.js';

const on = (parts: Partial<Server>) => ({ serverFor: () => aServer({ mcp: null, ...parts }) });
const nowhere = { serverFor: () => undefined };
const at = (name: string, url: string) =>
  aVersion(aManifest({ name, protocol: 'http', endpoint: { url } }), {
    namespace: name.split('/')[0] as string,
    id: name,
  });

describe('upstreamHostOf', () => {
  it('is host and port of the server, or of the manifest’s own address', () => {
    expect(upstreamHostOf(aVersion(), on({ mcp: { url: 'https://API.example:8443/mcp' } }))).toBe('api.example:8443');
    expect(upstreamHostOf(aVersion(), on({ http: { url: 'https://api.example/v1' } as Server['http'] }))).toBe(
      'api.example',
    );
    expect(upstreamHostOf(aVersion(), on({ grpc: { address: 'api.example:50051' } }))).toBe('api.example:50051');
    expect(upstreamHostOf(at('acme/a', 'https://api.example/x'), nowhere)).toBe('api.example');
  });

  it('is the command where one is started, and nothing where there is no upstream', () => {
    const command = on({ mcp: { command: 'npx', args: ['mcp-server'] } });
    expect(upstreamHostOf(aVersion(), command)).toBe('command npx mcp-server');
    expect(upstreamHostOf(aVersion(aManifest({ endpoint: {} })), nowhere)).toBeNull();
  });
});

it('groups versions that share a namespace or a host, also transitively', () => {
  const versions = [
    at('acme/a', 'https://one.example/'),
    at('other/b', 'https://two.example/'),
    at('third/c', 'https://one.example/'),
    at('third/d', 'https://three.example/'),
    at('fourth/e', 'https://four.example/'),
  ];
  expect(independentGroups(versions, nowhere)).toEqual([0, 1, 0, 0, 2]);
});
