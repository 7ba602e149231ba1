import { describe, expect, it } from '@jest/globals';
import { isPageRequest } from './console-addresses.js';

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('a request for a page', () => {
  it.each(['/', '/tools/acme/mail.send', '/sign-in?next=%2F', '/welcome/abc', '/v10', '/mcp-servers'])(
    'is %s in a browser',
    (path) => {
      expect(isPageRequest(path, browser)).toBe(true);
      expect(isPageRequest(path, '*/*')).toBe(false);
      expect(isPageRequest(path, 'application/json')).toBe(false);
      expect(isPageRequest(path, undefined)).toBe(false);
    },
  );

  it.each([
    '/v1/no-such-route',
    '/V1/tools',
    '/v0/servers',
    '/v0.1/x',
    '/mcp/toolsets/x',
    '/docs/x',
    '/healthz?x',
    '/openapi.json',
    '/.well-known/x',
    '/assets/gone.js',
  ])('is never %s', (path) => {
    expect(isPageRequest(path, browser)).toBe(false);
  });
});
