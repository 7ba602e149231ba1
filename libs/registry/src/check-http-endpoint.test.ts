import type { HttpEndpoint } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { checkHttpEndpoint } from './check-http-endpoint.js';

const url = 'https://api.example/orders/{id}';
const pathsOf = (endpoint: HttpEndpoint) => checkHttpEndpoint(endpoint).map(({ path }) => path);

describe('checkHttpEndpoint', () => {
  it.each<[string, HttpEndpoint]>([
    ['a URL alone', { url: 'https://api.example/orders?v=2' }],
    ['a path of a server', { server: 'acme/api', url: '/orders/{id}', method: 'GET', parameters: { id: 'path' } }],
    ['an address beside a server', { server: 'acme/api', url, method: 'GET' }],
    [
      'other names on the wire',
      {
        url,
        parameters: { order: 'path', trace: 'header' },
        encodings: { order: { name: 'id' }, trace: { name: 'X-Trace' } },
      },
    ],
    ['a whole body', { url, parameters: { order: 'body' }, body: 'order', bodyType: 'text/plain; charset="utf-8"' }],
    [
      'styles where they belong',
      {
        url,
        parameters: { id: 'path', q: 'query' },
        encodings: { id: { style: 'matrix' }, q: { style: 'deepObject' } },
      },
    ],
  ])('has nothing against %s', (_, endpoint) => {
    expect(checkHttpEndpoint(endpoint)).toEqual([]);
  });

  it.each<[HttpEndpoint, string[]]>([
    [{ url: '/orders' }, ['/url']],
    [{ url: 'https://[broken' }, ['/url']],
    [{ url: 'https://api.example/a/../b' }, ['/url']],
    [{ url: 'https://api.example/%2e%2E/b' }, ['/url']],
    [{ url: 'https://api.example/{id' }, ['/url']],
    [{ url: 'https://api.example/a?x={id}' }, ['/url']],
    [{ url, parameters: { other: 'path' } }, ['/parameters/other']],
    [
      { url, parameters: { Host: 'header', cookie: 'header', 'a b': 'header' } },
      ['/parameters/Host', '/parameters/cookie', '/parameters/a b'],
    ],
    [{ url, parameters: { q: 'query' }, encodings: { q: { style: 'matrix' } } }, ['/encodings/q/style']],
    [{ url, method: 'GET', parameters: { a: 'body' }, body: 'b' }, ['/body', '/parameters/a', '/parameters/a']],
    [{ url, bodyType: 'application/json\r\nx: y' }, ['/bodyType']],
    [{ url, bodyType: 'json' }, ['/bodyType']],
  ])('finds what could not be called in %j', (endpoint, paths) => {
    expect(pathsOf(endpoint)).toEqual(paths);
  });
});
