import type { McpAddress } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { checkAddress, checkHttpAddress, isFreeHeader, isHeaderValue } from './check-address.js';

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
    [{ url: 'https://ann:secret@tools.example/mcp' }, ['/mcp/url']],
    [{ command: 'a\0', args: ['fine', '\udc00'] }, ['/mcp/command', '/mcp/args/1']],
    [{ command: 'a', env: { 'A=B': 'x', C: '\0' } }, ['/mcp/env/A=B', '/mcp/env/C']],
  ])('reports the problem of %j', (address, paths) => {
    expect(pathsOf(address)).toEqual(paths);
  });

  it('repeats no value', () => {
    expect(JSON.stringify(checkAddress({ url, headers: { key: 'secret\n' } }, ''))).not.toContain('secret');
  });
});

describe('checkHttpAddress', () => {
  it('reports values that cannot be stored or sent', () => {
    const fine = { url: 'https://api.example/v1', headers: { Authorization: 'Bearer x' }, query: { key: 'a b' } };
    expect(checkHttpAddress(fine, '/http')).toEqual([]);
    const odd = {
      url: 'https://api.example',
      headers: { Host: 'x', a: 'b\n' },
      query: { k: '\0' },
      openapi: 'https://a.example/\0',
    };
    expect(checkHttpAddress({ ...fine, openapi: 'https://a.example/d?token=x1' }, '/http')).toMatchObject([
      { path: '/http/openapi', message: expect.stringContaining('credential') },
    ]);
    const paths = checkHttpAddress(odd, '/http').map(({ path }) => path);
    expect(paths).toEqual(['/http/headers/a', '/http/headers/Host', '/http/query/k', '/http/openapi']);
  });
});

describe('headers', () => {
  it('are free unless the connection needs them, and one line', () => {
    expect(['x-key', 'Authorization', 'cookie'].map(isFreeHeader)).toEqual([true, true, true]);
    expect(['Host', 'content-length', 'proxy-authorization', 'a b', 'te'].map(isFreeHeader)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(['plain', 'a\tb', 'a\r\nb', '\0', '\u{1f4a1}'].map(isHeaderValue)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
