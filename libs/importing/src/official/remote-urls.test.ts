import { describe, expect, it } from '@jest/globals';
import { remoteUrlsOf } from './remote-urls.js';

describe('addresses of remotes', () => {
  it("are compared ignoring the host's case and default ports, without duplicates", () => {
    const urls = [
      'https://Example.com:443/Mcp',
      'https://example.com/Mcp',
      'https://{tenant}.example.com/mcp',
      'no address',
    ];
    expect(remoteUrlsOf({ remotes: urls.map((url) => ({ type: 'sse', url })) })).toEqual([
      'https://example.com/Mcp',
      'https://{tenant}.example.com/mcp',
      'no address',
    ]);
    expect(remoteUrlsOf({ remotes: [{ type: 'sse' }] })).toEqual([]);
    expect(remoteUrlsOf({})).toEqual([]);
  });
});
