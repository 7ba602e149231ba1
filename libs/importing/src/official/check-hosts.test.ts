import type { ServerJson } from '@assay/contracts';
import { aServerJson } from '@assay/gateway/testing';
import { describe, expect, it } from '@jest/globals';
import { checkHosts, domainOf, type HostRule } from './check-hosts.js';

const check = (parts: Partial<ServerJson>, rule: HostRule = 'enforce') =>
  checkHosts({ ...aServerJson(), name: 'com.example/server', ...parts }, rule).map(
    ({ severity, path, reference }) => `${severity} ${path} ${reference}`,
  );
const remote = (url: string): Partial<ServerJson> => ({ remotes: [{ type: 'sse', url }] });

it.each([
  ['com.example', 'example.com'],
  ['COM.Example.a', 'a.example.com'],
  ['example', undefined],
])('the domain of %s is %s', (namespace, domain) => expect(domainOf(namespace)).toBe(domain));

describe('the hosts of a server', () => {
  it.each([
    'https://example.com/mcp',
    'https://deep.mcp.example.com',
    'https://{tenant}.example.com',
    '{base}/mcp',
    'http://localhost:{port}',
  ])('accepts %s', (url) => expect(check(remote(url))).toEqual([]));

  it.each(['https://other.com', 'https://badexample.com', 'https://example.com.other.org'])('refuses %s', (url) => {
    expect(check(remote(url))).toEqual(['error remotes[0].url remote-url-namespace-mismatch']);
    expect(check({ websiteUrl: url })).toEqual(['error websiteUrl website-url-namespace-mismatch']);
  });

  it('only warns where the operator says so', () => {
    expect(check(remote('https://other.com'), 'warn')).toEqual([
      'warning remotes[0].url remote-url-namespace-mismatch',
    ]);
  });

  it('warns of a namespace without a domain if there is something to compare', () => {
    expect(check({ name: 'local/server' })).toEqual([]);
    expect(check({ name: 'local/server', ...remote('https://any.org') })).toEqual([
      'warning name namespace-without-domain',
    ]);
  });
});
