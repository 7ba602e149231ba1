import { describe, expect, it } from '@jest/globals';
import { McpResources } from './mcp-resources.js';

const local = new McpResources(() => 'http://127.0.0.1:3000');
const hosted = new McpResources(() => 'https://tools.example');

describe('an MCP address as a resource', () => {
  it('is named without its query, as the client addressed it and as the server names it', () => {
    const request = { url: '/mcp/toolsets/office?auth=required', headers: { host: 'localhost:3000' } };
    expect(local.of(request)).toEqual({
      canonical: 'http://127.0.0.1:3000/mcp/toolsets/office',
      asked: 'http://localhost:3000/mcp/toolsets/office',
      metadata: 'http://localhost:3000/.well-known/oauth-protected-resource/mcp/toolsets/office',
    });
  });

  it('of a hosted server has its public address alone, whatever the Host header is', () => {
    const request = { url: '/mcp', headers: { host: '127.0.0.1:3000' } };
    expect(hosted.of(request)).toMatchObject({
      canonical: 'https://tools.example/mcp',
      asked: 'https://tools.example/mcp',
    });
  });

  // resource indicator, canonical form
  it.each([
    ['http://127.0.0.1:3000/mcp', 'http://127.0.0.1:3000/mcp'],
    ['HTTP://LOCALHOST:3000/mcp/', 'http://127.0.0.1:3000/mcp'],
    ['http://localhost:3000/mcp?tools=code&auth=required', 'http://127.0.0.1:3000/mcp'],
    ['http://[::1]:3000/mcp/servers/acme/shop', 'http://127.0.0.1:3000/mcp/servers/acme/shop'],
    ['http://localhost:3001/mcp', undefined],
    ['https://localhost:3000/mcp', undefined],
    ['http://evil.example:3000/mcp', undefined],
    ['http://127.0.0.1:3000/', undefined],
    ['http://127.0.0.1:3000/v1/tools', undefined],
    ['http://127.0.0.1:3000/mcp/servers/acme', undefined],
    ['http://user@127.0.0.1:3000/mcp', undefined],
    ['http://127.0.0.1:3000/mcp#part', undefined],
    ['mcp', undefined],
  ])('%s is %s', (resource, canonical) => {
    expect(local.canonical(resource)).toBe(canonical);
  });

  it('has a path prefix where the public address has one', () => {
    const prefixed = new McpResources(() => 'https://tools.example/assay');
    expect(prefixed.canonical('https://tools.example/assay/mcp')).toBe('https://tools.example/assay/mcp');
    expect(prefixed.canonical('https://tools.example/mcp')).toBeUndefined();
  });
});
