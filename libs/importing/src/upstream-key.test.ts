import { describe, expect, it } from '@jest/globals';
import { upstreamKey, upstreamKeyOf } from './upstream-key.js';

describe("an upstream's key of a tool", () => {
  it('is the name of an MCP tool, and method and path of an operation, before and after publishing', () => {
    expect(upstreamKey({ name: 'echo' })).toBe('echo');
    expect(upstreamKeyOf({ protocol: 'mcp', endpoint: { server: 'acme/x', tool: 'echo' } })).toBe('echo');
    const http = { url: '/pets/{id}', method: 'GET' } as const;
    expect(upstreamKey({ name: 'showPet', http })).toBe('GET /pets/{id}');
    expect(upstreamKeyOf({ protocol: 'http', endpoint: { server: 'acme/x', ...http } })).toBe('GET /pets/{id}');
  });
});
