import { describe, expect, it } from '@jest/globals';
import { targetOf } from './revocation.js';
import { readTarget } from './target.js';

describe('readTarget', () => {
  it.each([
    ['acme/*', { namespace: 'acme', tool: null, range: null }],
    ['acme/orders', { namespace: 'acme', tool: 'orders', range: null }],
    ['acme/orders@1.2.0', { namespace: 'acme', tool: 'orders', range: '1.2.0' }],
    ['acme/orders@>=1 <3', { namespace: 'acme', tool: 'orders', range: '>=1 <3' }],
    ['acme/orders@ ^1 ', { namespace: 'acme', tool: 'orders', range: '^1' }],
    ['io.github.Ann/Orders', { namespace: 'io.github.ann', tool: 'Orders', range: null }],
    ['acme/orders@*', { namespace: 'acme', tool: 'orders', range: null }],
  ])('%s', (text, value) => {
    const read = readTarget(text);
    expect(read).toEqual({ ok: true, value });
    expect(read.ok && readTarget(targetOf(read.value))).toEqual(read);
  });

  it.each([
    ['acme/orders@newest', '"newest" is not a valid version range: use 1.2.3, ^1.2.0, ~1.4 or >=1 <3.'],
    ['acme/orders@latest', expect.stringContaining('"latest" changes')],
    ['acme/orders@ ', expect.stringContaining('not a valid version range')],
  ])('refuses %s', (text, message) => {
    expect(readTarget(text)).toMatchObject({
      ok: false,
      error: { code: 'invalid_request', message, issues: [{ path: '/target' }] },
    });
  });
});
