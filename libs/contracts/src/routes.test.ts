import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { scopes } from './identity.js';
import { type Route, routes } from './routes.js';

const all = Object.entries(routes) as [string, Route][];

/** Signing in and out, also of a command line, begins without a credential, and changes nothing but who is signed in. */
const methodOf = (name: string): string => {
  if (name === 'discover' || /CommandLine/.test(name) || /^(?:signIn(?!Link)|useLink|linkPasskey)/.test(name))
    return 'POST';
  return name === 'signOut' ? 'DELETE' : 'GET';
};

describe('the route table', () => {
  it('has each address once', () => {
    const addresses = all.map(([, { method, path }]) => `${method} ${path}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it.each(all)('%s is whole', (_, route) => {
    expect(route.path).toMatch(/^\/v1(?:\/(?:[a-z]+(?:-[a-z]+)*|\{[a-zA-Z]+\}))+$/);
    expect([...scopes, 'anonymous', 'authenticated']).toContain(route.scope);
    expect(route.summary).toMatch(/^[A-Z].*[^.]$/);
    const first = Number(Object.keys(route.answers)[0]);
    expect(first).toBeGreaterThanOrEqual(200);
    // A page that leads a browser elsewhere answers with a redirect.
    expect(first).toBeLessThan(400);
    if (route.method === 'GET') expect(route.body).toBeUndefined();
    for (const [status, answer] of Object.entries(route.answers))
      expect(answer === null).toBe(status === '204' || status === '303');
  });

  it('lets nobody change anything without a key', () => {
    const open = all.filter(([, { scope }]) => scope === 'anonymous').map(([name]) => name);
    for (const name of open)
      expect([name, (routes as Record<string, Route>)[name]?.method]).toEqual([name, methodOf(name)]);
  });

  it('pages every list alike', () => {
    for (const [name, { query, answers }] of all) {
      const answer = answers[200];
      if (!(answer instanceof z.ZodObject) || !('nextCursor' in answer.shape)) continue;
      expect([name, Object.keys(query?.shape ?? {})]).toEqual([name, expect.arrayContaining(['cursor', 'limit'])]);
      expect(query?.safeParse({ limit: '201' }).success).toBe(false);
      expect(query?.safeParse({ limit: '200' }).success).toBe(true);
    }
  });
});
