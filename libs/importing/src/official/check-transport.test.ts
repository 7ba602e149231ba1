import type { ServerJsonPackage, ServerJsonTransport } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { beginsOpen, checkPackageTransport, checkRemote, exampleOf, templateVariables } from './check-transport.js';

it('lists the variables of an address once each', () => {
  expect(templateVariables('https://{a}.b/{c}/{a}')).toEqual(['a', 'c']);
  expect(templateVariables('https://a.b')).toEqual([]);
});

it('fills variables with examples, ports with numbers', () => {
  expect(exampleOf('https://{host}:{port}/{path}')?.href).toBe('https://x:1/x');
  expect(exampleOf('no address')).toBeUndefined();
});

it.each([
  ['{base}/mcp', true],
  ['{base}', true],
  ['https://{base}', false],
  ['{1}/mcp', false],
  ['{base} /mcp', false],
])('%s begins with a variable: %s', (url, expected) => expect(beginsOpen(url)).toBe(expected));

describe('the transport of a package', () => {
  const check = (transport: ServerJsonTransport, more: Partial<ServerJsonPackage> = {}) =>
    checkPackageTransport({ registryType: 'npm', identifier: 'a', transport, ...more }, 'p').map(
      ({ path, reference }) => `${path} ${reference}`,
    );

  it.each<[ServerJsonTransport, Partial<ServerJsonPackage>]>([
    [{ type: 'stdio' }, {}],
    [{ type: 'sse', url: 'http://localhost:80' }, {}],
    [{ type: 'sse', url: 'http://localhost:{PORT}' }, { environmentVariables: [{ name: 'PORT' }] }],
    [{ type: 'sse', url: 'http://localhost:{port}' }, { packageArguments: [{ type: 'named', name: '--port' }] }],
    [{ type: 'sse', url: '{base}/mcp', variables: { base: {} } }, {}],
  ])('accepts %j', (transport, more) => expect(check(transport, more)).toEqual([]));

  it.each([
    [{ type: 'stdio', url: 'http://a' }, 'p.transport.url stdio-transport-url-not-empty'],
    [{ type: 'carrier-pigeon' }, 'p.transport.type unsupported-transport-type'],
    [{ type: 'sse' }, 'p.transport.url streamable-transport-url-required'],
    [{ type: 'sse', url: 'http://{nobody}' }, 'p.transport.url invalid-templated-url'],
    [{ type: 'sse', url: 'ftp://a' }, 'p.transport.url invalid-templated-url'],
    [{ type: 'sse', url: 'http://a/ b' }, 'p.transport.url invalid-templated-url'],
  ])('refuses %j', (transport, reported) => expect(check(transport as ServerJsonTransport)).toEqual([reported]));
});

describe('a remote', () => {
  const check = (remote: ServerJsonTransport) => checkRemote(remote, 'r').map(({ reference }) => reference);

  it('is an https address that others can reach', () => {
    expect(check({ type: 'streamable-http', url: 'https://example.com/mcp' })).toEqual([]);
    expect(check({ type: 'sse', url: 'https://{t}.example.com', variables: { t: {} } })).toEqual([]);
  });

  it.each([
    'http://example.com',
    'https://localhost',
    'https://a.localhost',
    'https://127.0.0.1',
    'https://[::1]',
    'https://0.0.0.0',
  ])('is not %s', (url) => expect(check({ type: 'sse', url })).toEqual(['invalid-remote-url']));

  it.each([
    [{ type: 'stdio' }, 'unsupported-remote-transport-type'],
    [{ type: 'sse', url: '' }, 'remote-transport-url-required'],
    [{ type: 'sse', url: 'https://{t}.example.com' }, 'invalid-templated-url'],
  ])('refuses %j', (remote, reference) => expect(check(remote as ServerJsonTransport)).toEqual([reference]));
});
