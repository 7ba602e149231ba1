import { describe, expect, it } from '@jest/globals';
import { followRedirect, isRedirect } from './follow-redirect.js';

const request = (method: string) => ({
  origin: 'https://api.example',
  path: '/a/b?x=1',
  method,
  headers: { 'content-type': 'application/json', authorization: 'Bearer x' },
  body: Buffer.from('{}'),
});
const follow = (method: string, status: number, location?: string) =>
  followRedirect(request(method), {
    status,
    headers: location === undefined ? {} : { location },
    body: Buffer.alloc(0),
  });

describe('followRedirect', () => {
  it('goes on within the origin', () => {
    expect(follow('GET', 302, '../c?y=2')).toMatchObject({ next: { method: 'GET', path: '/c?y=2' } });
    expect(follow('POST', 307, 'https://api.example:443/d')).toMatchObject({
      next: { method: 'POST', path: '/d', body: Buffer.from('{}') },
    });
    const after = follow('POST', 303, '/done');
    expect(after).toMatchObject({
      next: { method: 'GET', path: '/done', body: null, headers: { authorization: 'Bearer x' } },
    });
    expect(after).not.toHaveProperty('next.headers.content-type');
  });

  it.each([
    ['GET', 302, 'https://evil.example/a', 'another origin, https://evil.example'],
    ['GET', 302, 'http://api.example/a', 'another origin'],
    ['GET', 302, '//evil.example/a', 'another origin'],
    ['GET', 302, 'javascript:alert(1)', 'another origin'],
    ['GET', 302, undefined, 'without saying where to'],
    ['GET', 302, 'http://', 'without saying where to'],
    ['POST', 301, '/x', 'not repeated'],
  ])('does not follow %s %d to %s', (method, status, location, why) => {
    expect(follow(method, status, location)).toEqual({ refusal: expect.stringContaining(why) });
  });

  it('knows what a redirect is', () => {
    expect([300, 301, 304, 307, 200].map(isRedirect)).toEqual([false, true, false, true, false]);
  });
});
