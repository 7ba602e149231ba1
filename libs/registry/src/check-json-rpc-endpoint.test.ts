import { describe, expect, it } from '@jest/globals';
import { checkJsonRpcEndpoint } from './check-json-rpc-endpoint.js';

const schema = { type: 'object', properties: { a: {}, b: {} } };
const paths = (endpoint: Parameters<typeof checkJsonRpcEndpoint>[0]) =>
  checkJsonRpcEndpoint(endpoint, schema).map((it) => it.path);

describe('checkJsonRpcEndpoint', () => {
  it('accepts an address, or a path on a server, and positions for every property', () => {
    expect(paths({ url: 'https://api.example/rpc', method: 'sum', positional: ['b', 'a'] })).toEqual([]);
    expect(paths({ url: '/rpc', server: 'acme/api' })).toEqual([]);
  });

  it('names what could not be called', () => {
    expect(paths({ url: '/rpc' })).toEqual(['/url']);
    expect(paths({ url: 'https://[bad' })).toEqual(['/url']);
    expect(paths({ url: 'https://api.example', method: 'rpc.discover' })).toEqual(['/method']);
    expect(paths({ url: 'https://api.example', positional: ['a', 'a'] })).toEqual(['/positional/1', '/positional']);
    expect(paths({ url: 'https://api.example', positional: ['a', 'b', 'c'] })).toEqual(['/positional/2']);
  });
});
