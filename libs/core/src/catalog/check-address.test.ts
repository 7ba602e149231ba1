import type { McpAddress } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { checkAddress } from './check-address.js';

const url = 'https://tools.example/mcp';
const pathsOf = (address: McpAddress) => checkAddress(address, '/mcp').map(({ path }) => path);

describe('checkAddress', () => {
  it('has nothing against ordinary addresses', () => {
    expect(pathsOf({ url, headers: { Authorization: 'Bearer a.b~c', 'x-name': 'café\tbar' } })).toEqual([]);
    expect(pathsOf({ command: 'node', args: ['-e', 'a\nb 💡'], env: { PATH: '/bin', 'odd name': 'ü' } })).toEqual([]);
  });

  it.each<[McpAddress, string[]]>([
    [{ url: `${url}\0` }, ['/mcp/url']],
    [{ url: `${url}\ud800` }, ['/mcp/url']],
    [
      { url, headers: { 'a b': 'x', 'x/y': 'a\r\nb: c' } },
      ['/mcp/headers/a b', '/mcp/headers/x~1y', '/mcp/headers/x~1y'],
    ],
    [{ url, headers: { a: '💡' } }, ['/mcp/headers/a']],
    [{ command: 'a\0', args: ['fine', '\udc00'] }, ['/mcp/command', '/mcp/args/1']],
    [{ command: 'a', env: { 'A=B': 'x', C: '\0' } }, ['/mcp/env/A=B', '/mcp/env/C']],
  ])('finds what is wrong with %j', (address, paths) => {
    expect(pathsOf(address)).toEqual(paths);
  });

  it('repeats no value', () => {
    expect(JSON.stringify(checkAddress({ url, headers: { key: 'secret\n' } }, ''))).not.toContain('secret');
  });
});
