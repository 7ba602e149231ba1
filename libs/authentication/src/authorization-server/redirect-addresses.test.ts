import { describe, expect, it } from '@jest/globals';
import { destinationOf, whyNotRedirect } from './redirect-addresses.js';

describe('the address a client is sent back to', () => {
  it.each([
    'https://app.example/callback',
    'http://localhost:3334/callback',
    'http://127.0.0.1/callback',
    'http://[::1]:8080/cb',
    'cursor://anysphere.cursor-mcp/oauth/callback',
  ])('may be %s', (address) => expect(whyNotRedirect(address)).toBeUndefined());

  it.each([
    ['http://app.example/callback', /https/],
    ['http://localhost.evil.example/cb', /https/],
    ['https://app.example/cb#part', /fragment/],
    ['https://app.example/cb#', /fragment/],
    ['https://ann:pw@app.example/cb', /user name/],
    ['javascript:alert(1)', /javascript/],
    ['data:text/html,x', /data/],
    ['/callback', /absolute/],
    [7, /absolute/],
  ])('is not %s', (address, why) => expect(whyNotRedirect(address)).toMatch(why));

  it('is shown by its host', () => {
    expect(destinationOf('https://app.example:8443/cb')).toEqual({ host: 'app.example:8443', isLocal: false });
    expect(destinationOf('http://127.0.0.1:3334/cb')).toEqual({ host: '127.0.0.1:3334', isLocal: true });
    expect(destinationOf('cursor://anysphere.cursor-mcp/cb')).toEqual({
      host: 'cursor://anysphere.cursor-mcp',
      isLocal: true,
    });
  });
});
